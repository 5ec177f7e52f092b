package format

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Parts opens the parts of an entry one after another and keeps the first error. A record's Decode
// uses it like this:
//
//	p := format.NewParts(in, t, "salted-long", "row")
//	if r, ok := p.OpenGroup(store.Row, &fRow); ok {
//		key.decode(r)
//		p.Close()
//	}
//	if err := p.Done(store.Row); err != nil || w == nil {
//		return err
//	}
//
// A Parts lives on the stack, or in the memory of a format whose decoder is called through a variable.
type Parts struct {
	In     *Input
	Tree   *span.Tree // nil if nothing is recorded
	Format string     // in errors: the format's ID
	Record string     // in errors: the name of the record kind

	// Ignored is the note on bytes after the last field, if upstream's reader, and so a lenient
	// one, ignores them; otherwise empty.
	Ignored string

	// Scratch is the format's memory for values that are not stored verbatim; nil to allocate them.
	Scratch *[]byte

	reader wire.Reader // over the open part
	name   string      // of the open part
	seen   bool
	asked  bool // whether Lenient was checked
	err    error
}

// NewParts returns the parts of in.Entry, with no part open. t may be nil.
func NewParts(in *Input, t *span.Tree, format, record string) Parts {
	return Parts{In: in, Tree: t, Format: format, Record: record}
}

// Reset sets p to the result of NewParts but keeps its Scratch. It avoids copying a Parts in the
// memory of a format.
func (p *Parts) Reset(in *Input, t *span.Tree, format, record string) {
	p.In, p.Tree, p.Format, p.Record = in, t, format, record
	p.Ignored, p.seen, p.err = "", false, nil
}

// Open returns a reader over the named part, valid until the next part is opened, and whether the
// entry has the part. After an error it returns false.
func (p *Parts) Open(name string) (*wire.Reader, bool) {
	if p.err != nil {
		return nil, false
	}
	b, ok := p.In.Entry.Part(name)
	if !ok {
		return nil, false
	}
	return p.OpenBytes(name, b), true
}

// OpenGroup opens a part as Open does and begins a group that is the root of the part; Close ends the group.
func (p *Parts) OpenGroup(name string, f *span.Field) (*wire.Reader, bool) {
	r, ok := p.Open(name)
	if ok {
		r.Begin(f)
	}
	return r, ok
}

// OpenFirst opens the first of the names that the entry has: for a record that is a single part of any name.
func (p *Parts) OpenFirst(names ...string) (*wire.Reader, bool) {
	name, _, ok := p.In.Entry.First(names...)
	if !ok {
		return nil, false
	}
	return p.Open(name)
}

// OpenBytes returns a reader over bytes that are treated as a part of that name.
func (p *Parts) OpenBytes(name string, b []byte) *wire.Reader {
	if p.Tree != nil {
		p.Tree.Part(name, b)
	}
	return p.readerOf(name, b)
}

func (p *Parts) readerOf(name string, b []byte) *wire.Reader {
	p.seen, p.name, p.asked = true, name, p.asked || p.reader.Asked()
	p.reader = wire.NewReader(b, p.Tree)
	p.reader.SetLenient(p.In.Lenient)
	p.reader.SetFault(p.In.Fault)
	if p.Scratch != nil {
		p.reader.Scratch(*p.Scratch)
	}
	return &p.reader
}

// OpenDerived returns a reader over bytes derived from the previous part, such as unmasked or
// unescaped ones. They get their own coordinates.
func (p *Parts) OpenDerived(name string, b []byte) *wire.Reader {
	if p.Tree != nil {
		p.Tree.Derived(name, b, p.Tree.Last())
	}
	return p.readerOf(name, b)
}

// Close finishes the open part. Bytes after its last field are an error.
func (p *Parts) Close() {
	if p.Ignored != "" && p.reader.More() {
		p.asked = true
		if p.In.Lenient {
			p.ClosePrefix(p.Ignored)
			return
		}
	}
	p.closed(p.reader.Finish())
}

// ClosePrefix finishes a part whose end the record does not determine; note describes the bytes that are left.
func (p *Parts) ClosePrefix(note string) { p.closed(p.reader.FinishPrefix(note)) }

func (p *Parts) closed(err error) {
	p.asked = p.asked || p.reader.Asked()
	if err != nil {
		p.In.Settled = p.In.Settled || p.err == nil && !p.asked
		p.Keep(p.name, err)
	}
	p.In.Doubtful = p.In.Doubtful || p.reader.Doubtful()
	p.In.Held = p.In.Held || p.reader.Held()
	if p.Scratch != nil {
		*p.Scratch = p.reader.Spare()
	}
}

// Keep keeps the error of a part if it is the first error.
func (p *Parts) Keep(part string, err error) {
	if err != nil && p.err == nil {
		p.err = Locate(err, p.Format, p.Record, part)
	}
}

// Fixed reads a part that is a constant text: a family, or the qualifier of a row with one cell.
func (p *Parts) Fixed(name string, f *span.Field, want string) {
	r, ok := p.OpenGroup(name, f)
	if !ok {
		return
	}
	if string(r.Ahead()) != want && !r.Lenient() {
		r.Fail(wire.BadValue, f, "the text "+want)
	}
	p.whole(r)
}

// Text reads a part that is one text, and returns the text and whether the entry has the part.
func (p *Parts) Text(name string, f *span.Field) (text []byte, ok bool) {
	r, ok := p.OpenGroup(name, f)
	if !ok {
		return nil, false
	}
	return p.whole(r), true
}

// whole closes the open part, with the rest of it as the value of its root.
func (p *Parts) whole(r *wire.Reader) []byte {
	b := r.Ahead()
	r.Skip(len(b))
	r.EndWith(span.TextValue(b), 0)
	p.Close()
	return b
}

// Err returns the first error so far.
func (p *Parts) Err() error { return p.err }

// Done returns the first error, or the error for an entry that has no part of the record.
func (p *Parts) Done(want ...string) error {
	if p.err != nil || p.seen {
		return p.err
	}
	return p.Missing(want...)
}

// Missing returns the error for an entry that has no part of the record.
func (p *Parts) Missing(want ...string) error {
	p.In.Settled = p.In.Settled || p.err == nil && !p.asked
	e := p.In.Fault
	if e == nil {
		e = new(wire.Error)
	}
	*e = missing(p.Format, p.Record, want)
	return e
}

// Missing returns the error for an entry that has no part of a record; the record has at least one.
func Missing(format, record string, want ...string) error {
	e := missing(format, record, want)
	return &e
}

func missing(format, record string, want []string) wire.Error {
	expected := thePart(want[0])
	if len(want) > 1 {
		expected = "one of the parts " + strings.Join(want, ", ")
	}
	return wire.Error{Code: wire.Missing, Format: format, Record: record, Part: want[0], Expected: expected, Found: "none"}
}

// thePart returns "the part " and the name. It avoids allocating because rows of other kinds are
// refused all the time.
func thePart(name string) string {
	switch name {
	case store.Row:
		return "the part row"
	case store.Family:
		return "the part family"
	case store.Key:
		return "the part key"
	case store.Value:
		return "the part value"
	case "cf":
		return "the part cf"
	}
	return "the part " + name
}

// MemoryOf returns in.Memory, which a format keeps from call to call. The first call creates it.
func MemoryOf[T any](in *Input) *T {
	m, ok := in.Memory.(*T)
	if !ok {
		m = new(T)
		in.Memory = m
	}
	return m
}

// OnlyPart returns the part under which a record of one part is encoded: the one that the caller
// requests, otherwise usual.
func (in *Input) OnlyPart(usual string) string {
	if len(in.Only) == 1 {
		return in.Only[0]
	}
	return usual
}

// RecordOthers records each part of the entry except the named one as one leaf, for a cell of which
// only the key belongs to the format. t may be nil.
func (in *Input) RecordOthers(t *span.Tree, key string, f *span.Field) {
	for _, p := range in.Entry.Parts {
		if t != nil && p.Name != key {
			t.Part(p.Name, p.Bytes)
			t.Begin(f, 0).Value = span.BytesValue(p.Bytes)
			t.End(len(p.Bytes))
		}
	}
}

// WriteOthers writes those parts as the member "parts", if there are any.
func (in *Input) WriteOthers(w *value.Writer, key string) {
	if len(in.Entry.Parts) < 2 {
		return
	}
	w.Key("parts")
	w.Object()
	for _, p := range in.Entry.Parts {
		if p.Name != key {
			w.AnyKey(p.Name)
			w.Hex(p.Bytes)
		}
	}
	w.EndObject()
}

// AddOthers adds what WriteOthers wrote. It refuses the parts named as the key's: a reader would take them for the key.
func (in *Input) AddOthers(dst *store.Entry, parts value.Value, key ...string) error {
	if !parts.IsNull() && parts.Kind != value.Object {
		return Refuse("parts", "expected an object of parts as hex, found "+parts.Kind.String())
	}
	for i := range parts.Len() {
		name := parts.Name(i)
		b, ok := parts.At(i).Hex()
		if !ok {
			return Refuse("parts."+name, "expected bytes as hex, found "+parts.At(i).Kind.String())
		}
		if slices.Contains(key, name) {
			return Contradict("parts."+name, "this part would be read as the key")
		}
		if in.Wants(name) {
			dst.Add(name, b)
		}
	}
	return nil
}

// AddKey adds a key without a part of its own, and the parts next to it: as the first of the names that is requested
// and free, which is where a reader looks for it. A key that stands alone is the value unless another part is requested.
func (in *Input) AddKey(dst *store.Entry, key []byte, parts value.Value, names ...string) error {
	alone := parts.Len() == 0
	at := slices.IndexFunc(names, func(name string) bool {
		_, taken := parts.Get(name)
		return !taken && in.Wants(name) && (in.Only != nil || !alone)
	})
	switch {
	case at >= 0:
		dst.Add(names[at], key)
	case alone:
		dst.Add(in.OnlyPart(store.Value), key)
	}
	return in.AddOthers(dst, parts, names[0])
}
