package maryk

import (
	"maps"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
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
	partModel      = "model"
	partDependents = "dependents"
)

// memory is kept from call to call.
type memory struct {
	schema  *Schema // of all that was defined
	count   int     // how many definitions it has
	value   Value
	path    Path
	key     Key
	entry   IndexEntry
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

// schemaOf returns what the caller supplied: one schema, or all that were defined,
// linked with each other.
func schemaOf(in *format.Input) (*Schema, error) {
	if s, ok := in.Schema.(*Schema); ok || len(in.Schemas) == 0 {
		return s, nil
	}
	m := memoryOf(in)
	if m.schema != nil && m.count == len(in.Schemas) {
		return m.schema, nil
	}
	var all []*Stored
	for _, name := range slices.Sorted(maps.Keys(in.Schemas)) {
		s, ok := in.Schemas[name].(*Schema)
		if !ok {
			continue
		}
		for _, d := range s.Stored {
			again, err := ReadStored(d.bytes, d.deps)
			if err != nil {
				return nil, err
			}
			all = append(all, again)
		}
	}
	s, err := NewSchema(all...)
	if err == nil {
		m.schema, m.count = s, len(in.Schemas)
	}
	return s, err
}

// modelOf returns the model that given.model names, or the only one of the schema;
// nil when there is none.
func modelOf(in *format.Input) (*Model, error) {
	s, err := schemaOf(in)
	if err != nil || s == nil {
		return nil, err
	}
	name, given := in.Given.Member("model").Text()
	if !given {
		if len(s.Stored) == 1 {
			return s.Stored[0].Model, nil
		}
		return nil, nil
	}
	if m := s.Model(name); m != nil {
		return m, nil
	}
	return nil, refuse("model", "there is no model "+strconv.Quote(cut(name)))
}

// mustModel is modelOf where nothing can be done without one.
func mustModel(in *format.Input) (*Model, error) {
	m, err := modelOf(in)
	if err == nil && m == nil {
		err = refuse("model", "expected the name of a model that was defined")
	}
	return m, err
}

// definitionOf returns the definition that given.definition describes.
func definitionOf(in *format.Input, j value.Value) (*Definition, error) {
	s, err := schemaOf(in)
	if err != nil {
		return nil, err
	}
	if j.IsNull() {
		return nil, refuse("definition", "expected a description of the type")
	}
	d, err := ParseDefinition(j, s.Model)
	return d, within("definition", err)
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
		r.Begin(&fPart)
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

// judges reports whether somebody wants to know if bytes are canonical: a strict
// reader, or one that records.
func judges(r *wire.Reader) bool { return r.OK() && (!r.Lenient() || r.Rec() != nil) }

// canonical fails unless the bytes read so far are those that a writer makes: a
// strict reader takes nothing else. A lenient one marks them.
func canonical(r *wire.Reader, f *span.Field, again []byte, err error) {
	stored := r.Since(0)
	expected, at := "", 0
	if err != nil {
		expected = "a value that upstream writes"
	} else if at = sameBytes(stored, again); at == len(stored) && at == len(again) {
		return
	} else if at < len(again) {
		expected = "0x" + string(value.AppendHex(nil, again[at:at+1])) + ", as upstream writes it"
	} else {
		expected = "the end of what upstream writes"
	}
	if r.Lenient() {
		r.Group().NonCanonical("upstream reads this, but writes other bytes from " + itoa(at) + " on")
		return
	}
	r.FailAt(wire.NonCanonical, f, at, expected, "")
}

// sameBytes is how many bytes a and b begin with that are the same.
func sameBytes(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// add appends a wanted part.
func add(in *format.Input, dst *store.Entry, name string, b []byte) {
	if in.Wants(name) {
		dst.Add(name, b)
	}
}
