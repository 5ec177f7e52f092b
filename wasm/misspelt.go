//go:build wasip1

package main

import "github.com/rowlens/rowlens/codec/value"

// writeMisspelt names a member in the filter that no row so far had, unless a model may have it.
func (b *bulk) writeMisspelt(w *value.Writer) {
	if b.filter != nil && len(b.schemas) == 0 && len(b.pin.Schemas) == 0 {
		w.Member("misspelt").String(b.filter.Misspelt(func(string) bool { return false }))
	}
}
