package format

import (
	"slices"

	"github.com/rowlens/rowlens/codec/store"
)

// Fits reports whether the record kind has every part of the entry. An entry without parts fits every kind.
func (r *Record) Fits(e *store.Entry) bool {
	for i := range e.Parts {
		if !slices.Contains(r.Parts, e.Parts[i].Name) {
			return false
		}
	}
	return true
}

// Takes reports whether some record kind of the format that can be decoded has every part of the entry.
func (f *Format) Takes(e *store.Entry) bool {
	for i := range f.Records {
		if r := &f.Records[i]; r.Decode != nil && r.Fits(e) {
			return true
		}
	}
	return false
}
