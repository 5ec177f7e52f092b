//go:build wasip1 && !columns

package main

import "github.com/rowlens/rowlens/codec/value"

// writeMisspelt writes nothing: the page has the filter and what it leaves in view.
func (b *bulk) writeMisspelt(*value.Writer) {}
