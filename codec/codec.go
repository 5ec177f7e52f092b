// Package codec reads and writes the bytes of storage systems that keep
// structured data in key-value stores.
//
// It is the one decoding path of rowlens: the command line, the WebAssembly, the
// C library and the page show what the packages below decoded. The formats are
// packages with typed Go structs and append-style encoders; this one lists them.
// What bytes could be is in identify, many rows are decoded by stream, and session
// answers requests as JSON.
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
