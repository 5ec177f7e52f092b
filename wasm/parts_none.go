//go:build wasip1 && !columns

package main

import (
	"errors"

	"github.com/rowlens/rowlens/codec/storage"
)

// limit refuses parts, which only the npm package's module can read.
func (b *bulk) limit(*storage.Scan) error {
	if b.store.part.IsNull() {
		return nil
	}
	return errors.New("part: this module does not read stores in parts")
}
