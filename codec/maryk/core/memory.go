package core

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// formatID is the format's name in errors and JSON.
const formatID = "maryk-core"

// Part names that only this format has.
const (
	partVarint     = "varint"
	partInverted   = "inverted"
	partField      = "field"
	partStorage    = "storage"
	partTransport  = "transport"
	partReference  = "reference"
	partEntries    = "entries"
	partEntry      = "entry"
	partValues     = "values"
	partQualifiers = "qualifiers"
	partName       = "name"
	partVersion    = "version"
)

// memory is reused from call to call.
type memory struct {
	schema  *maryk.Schema // of everything that was defined
	count   int           // number of its definitions
	value   maryk.Value
	path    maryk.Path
	key     maryk.Key
	entry   maryk.IndexEntry
	parts   format.Parts
	scratch []byte
}

// reads turns a decoder that takes the record's name into a record's Decode, since two kinds may
// share a decoder.
func reads(record string, decode func(p *format.Parts, w *value.Writer) error) func(*format.Input, *span.Tree, *value.Writer) error {
	return func(in *format.Input, t *span.Tree, w *value.Writer) error {
		m := format.MemoryOf[memory](in)
		m.parts.Reset(in, t, formatID, record)
		m.parts.Scratch = &m.scratch
		return decode(&m.parts, w)
	}
}

// add appends a requested part.
func add(in *format.Input, dst *store.Entry, name string, b []byte) {
	if in.Wants(name) {
		dst.Add(name, b)
	}
}
