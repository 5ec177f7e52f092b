package core

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
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

// memory is kept from call to call.
type memory struct {
	schema  *maryk.Schema // of all that was defined
	count   int           // how many definitions it has
	value   maryk.Value
	path    maryk.Path
	key     maryk.Key
	entry   maryk.IndexEntry
	scratch []byte
}

func memoryOf(in *format.Input) *memory {
	m, ok := in.Memory.(*memory)
	if !ok {
		m = new(memory)
		in.Memory = m
	}
	return m
}

// opener opens the parts of an entry one after the other and keeps the first error.
type opener struct {
	in     *format.Input
	t      *span.Tree
	record string
	seen   bool
	err    error
}

// open returns a reader over the named part, and whether the entry has it.
func (o *opener) open(name string) (wire.Reader, bool) {
	if o.err != nil {
		return wire.Reader{}, false
	}
	b, ok := o.in.Entry.Part(name)
	if !ok {
		return wire.Reader{}, false
	}
	return o.reader(name, b), true
}

func (o *opener) reader(name string, b []byte) wire.Reader {
	o.seen = true
	if o.t != nil {
		o.t.Part(name, b)
	}
	r := wire.NewReader(b, o.t)
	r.SetLenient(o.in.Lenient)
	r.Scratch(memoryOf(o.in).scratch)
	return r
}

// openGroup is open for a part whose root is not a group of its own.
func (o *opener) openGroup(name string) (wire.Reader, bool) {
	r, ok := o.open(name)
	if ok {
		r.Begin(&legend.Part)
	}
	return r, ok
}

// reads makes a record's Decode of a function that knows which record it is for: two
// kinds may be decoded alike.
func reads(record string, decode func(o *opener, w *value.Writer) error) func(*format.Input, *span.Tree, *value.Writer) error {
	return func(in *format.Input, t *span.Tree, w *value.Writer) error {
		return decode(&opener{in: in, t: t, record: record}, w)
	}
}

// close finishes a part.
func (o *opener) close(name string, r *wire.Reader) {
	o.keep(name, r.Finish())
	memoryOf(o.in).scratch = r.Spare()
}

func (o *opener) keep(name string, err error) {
	if err != nil && o.err == nil {
		o.err = format.Locate(err, formatID, o.record, name)
	}
}

// done returns the first error, or one that says that there was nothing to read.
func (o *opener) done(want string) error {
	if o.err != nil || o.seen {
		return o.err
	}
	return &wire.Error{Code: wire.Missing, Format: formatID, Record: o.record, Part: want, Expected: "the part " + want, Found: "none"}
}

// add appends a wanted part.
func add(in *format.Input, dst *store.Entry, name string, b []byte) {
	if in.Wants(name) {
		dst.Add(name, b)
	}
}
