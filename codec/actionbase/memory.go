package actionbase

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// formatID is the format's name in errors and JSON.
const formatID = "actionbase"

// memory holds one of each struct that a record decodes into, so that a stream
// of rows reuses their slices.
type memory struct {
	stateKey   EdgeStateKey
	stateValue EdgeStateValue
	indexKey   EdgeIndexKey
	indexValue EdgeIndexValue
	countKey   EdgeCountKey
	lockKey    EdgeLockKey
	groupKey   EdgeGroupKey
	group      EdgeGroupQualifier
	cacheKey   EdgeCacheKey
	cache      EdgeCacheQualifier
	value      Value
	scratch    []byte
}

func memoryOf(in *format.Input) *memory {
	m, ok := in.Memory.(*memory)
	if !ok {
		m = new(memory)
		in.Memory = m
	}
	return m
}

func schemaOf(in *format.Input) *Schema {
	s, _ := in.Schema.(*Schema)
	return s
}

// parts opens the parts of an entry one after the other and keeps the first
// error.
type parts struct {
	in     *format.Input
	t      *span.Tree
	record string
	seen   bool
	err    error
	r      wire.Reader // over the part that is open
}

// open returns a reader over the named part, to be used until the next one is
// opened, and whether the entry has that part.
func (p *parts) open(name string) (*wire.Reader, bool) {
	if p.err != nil {
		return nil, false
	}
	b, ok := p.in.Entry.Part(name)
	if !ok {
		return nil, false
	}
	p.seen = true
	if p.t != nil {
		p.t.Part(name, b)
	}
	p.r = wire.NewReader(b, p.t)
	p.r.SetLenient(p.in.Lenient)
	return &p.r, true
}

// close finishes a part. Bytes after the last field are an error, which a
// lenient reader ignores as upstream does.
func (p *parts) close(name string, r *wire.Reader) {
	var err error
	if p.in.Lenient {
		err = r.FinishPrefix("upstream ignores these bytes")
	} else {
		err = r.Finish()
	}
	if err != nil && p.err == nil {
		p.err = format.Locate(err, formatID, p.record, name)
	}
}

// fixed reads a part that is always the same text: the family, or the qualifier
// of a row with one cell.
func (p *parts) fixed(name string, f *span.Field, want string) {
	r, ok := p.open(name)
	if !ok {
		return
	}
	r.Begin(f)
	b := r.Ahead()
	if string(b) != want && !p.in.Lenient {
		r.Fail(wire.BadValue, f, "the text "+want)
	}
	r.Skip(len(b))
	r.EndWith(span.TextValue(b), 0)
	p.close(name, r)
}

// done returns the first error, or one that says that there was nothing to read.
func (p *parts) done(want ...string) error {
	if p.err != nil || p.seen {
		return p.err
	}
	list := want[0]
	for _, w := range want[1:] {
		list += ", " + w
	}
	return &wire.Error{Code: wire.Missing, Format: formatID, Record: p.record, Part: want[0], Expected: "one of the parts " + list, Found: "none"}
}

// limit is the size of upstream's encoding buffer: a longer row key, qualifier
// or cell cannot be written.
const limit = 5120

// encoder adds the wanted parts of one record in order and keeps the first error.
type encoder struct {
	in  *format.Input
	dst *store.Entry
	err error
}

// newEncoder refuses fields that have a member which the record does not know: a
// misspelt one would be lost in silence.
func newEncoder(in *format.Input, dst *store.Entry, fields value.Value, members ...string) encoder {
	return encoder{in, dst, known(fields, members...)}
}

// known refuses an object with members other than those named.
func known(v value.Value, members ...string) error {
	for i := range v.Len() {
		if v.Kind == value.Object && !slices.Contains(members, v.Name(i)) {
			return refuse(v.Name(i), "there is no such field; there are "+strings.Join(members, ", "))
		}
	}
	return nil
}

// part adds a part that make encodes from members of the fields.
func (e *encoder) part(name string, make func() ([]byte, error)) {
	if e.err != nil || !e.in.Wants(name) {
		return
	}
	b, err := make()
	if err != nil {
		e.err = err
	} else if len(b) > limit && !e.in.Unlimited {
		e.err = refuse(name, itoa(int64(len(b)))+" bytes; Actionbase cannot write more than "+itoa(limit)+" (lift the limit to encode it anyway)")
	} else {
		e.dst.Add(name, b)
	}
}

// fixed adds a part that is always the same text.
func (e *encoder) fixed(name, text string) {
	if e.err == nil && e.in.Wants(name) {
		e.dst.Add(name, []byte(text))
	}
}

// writeTable writes the members that every row's fields begin with.
func writeTable(w *value.Writer, names *Schema, code int32) {
	writeCode(w, names, "table", "tableCode", code)
}

// writeCode writes a code, and its name before it when it is known.
func writeCode(w *value.Writer, names *Schema, nameKey, codeKey string, code int32) {
	if n := names.Name(code); n != "" {
		w.Key(nameKey)
		w.String(n)
	}
	w.Key(codeKey)
	w.Int(int64(code))
}

func writeDirection(w *value.Writer, d Direction) {
	w.Key("direction")
	w.String(d.String())
}
