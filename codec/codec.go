package codec

import (
	"github.com/rowlens/rowlens/codec/all"
	"github.com/rowlens/rowlens/codec/format"
)

// Formats returns every format, in alphabetical order. The list must not be modified.
func Formats() []*format.Format { return all.Formats }

// Find returns the format with the given id, or nil.
func Find(id string) *format.Format {
	for _, f := range all.Formats {
		if f.ID == id {
			return f
		}
	}
	return nil
}
