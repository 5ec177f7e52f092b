package codec

import (
	"github.com/rowlens/rowlens/codec/all"
	"github.com/rowlens/rowlens/codec/format"
)

// Formats returns every format, in alphabetical order. The list is not changed.
func Formats() []*format.Format { return all.Formats }

// Find returns the format with the given id, nil when there is none.
func Find(id string) *format.Format {
	for _, f := range all.Formats {
		if f.ID == id {
			return f
		}
	}
	return nil
}
