package layout

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Schema has the layouts that keys may have.
type Schema struct {
	names []string // of layouts; empty for one without a name
	list  []*Layout
}

// ParseSchema reads {"layout": line} or {"layouts": {name: line, …}}.
func ParseSchema(v value.Value) (format.Schema, error) {
	s := new(Schema)
	if line, ok := v.Get("layout"); ok {
		if err := s.add("layout", "", line); err != nil {
			return nil, err
		}
	}
	named, ok := v.Get("layouts")
	if ok && named.Kind != value.Object {
		return nil, format.Expect(false, "layouts", "an object of lines by their names", named)
	}
	for i := range named.Len() {
		if err := s.add("layouts."+named.Name(i), named.Name(i), named.At(i)); err != nil {
			return nil, err
		}
	}
	if len(s.list) == 0 {
		return nil, &format.Refusal{Why: `expected {"layout": line}`, Foreign: !ok}
	}
	return s, nil
}

// schemaLine returns a line as a schema. A line that has only literals may be hex. Text that begins with a name, a
// colon and a letter is meant as a line.
func schemaLine(text string) (v value.Value, err error) {
	text = strings.TrimSpace(text)
	l, err := Parse(text)
	if err != nil {
		p := parser{s: text}
		name, colon := p.word(), p.is(':')
		if name == "" || !colon || p.word() == "" || strings.Contains(text, "\n") {
			err = nil
		}
		return v, err
	}
	if !slices.ContainsFunc(l.items, func(it item) bool { return it.name != "" }) {
		return v, nil
	}
	return value.OfMembers(value.Member{Name: "layout", Value: value.Of(text)}), nil
}

func (s *Schema) add(member, name string, line value.Value) error {
	text, ok := line.Text()
	if !ok {
		return format.Expect(false, member, "a line, as id:long rest:str", line)
	}
	l, err := Parse(text)
	if err != nil {
		return format.Refuse(member, err.Error())
	}
	s.names, s.list = append(s.names, name), append(s.list, l)
	return nil
}

// known returns the layouts for an input: those of the schema, or the given one, which may name one of them.
func known(in *format.Input) (*Schema, error) {
	s, _ := in.Schema.(*Schema)
	v, ok := in.Given.Get("layout")
	if !ok {
		if s == nil {
			return nil, format.Refuse("layout", "the bytes do not say what they consist of: give a line, as id:long rest:str")
		}
		return s, nil
	}
	if name, _ := v.Text(); s != nil && slices.Contains(s.names, name) {
		i := slices.Index(s.names, name)
		return &Schema{s.names[i : i+1], s.list[i : i+1]}, nil
	}
	given := new(Schema)
	return given, given.add("layout", "", v)
}

// keyParts are the parts of an entry. The first of those in keyNames is the key; the others are kept without being read.
var keyParts = []string{store.Row, store.Key, store.Family, store.Qualifier, store.Visibility, store.Value}

// keyNames are the parts that may be the key, the likeliest first.
var keyNames = []string{store.Row, store.Key, store.Qualifier, store.Value, store.Bytes}

func keyPart(e *store.Entry) (name string, b []byte, ok bool) {
	return e.First(keyNames...)
}

// memory is kept from key to key.
type memory struct {
	reader  reader
	scratch []byte
	fits    []string
}

// decodeKey reads a key, and keeps the other parts of the entry.
func decodeKey(in *format.Input, t *span.Tree, w *value.Writer) error {
	s, err := known(in)
	if err != nil {
		return err
	}
	p := format.NewParts(in, t, formatID, "key")
	name, b, ok := keyPart(&in.Entry)
	if !ok {
		return p.Missing(store.Row, store.Key)
	}
	m := format.MemoryOf[memory](in)
	at := s.choose(m, b)
	l := s.list[at]
	if t == nil {
		p.Scratch = &m.scratch
	} else {
		m = new(memory) // the tree aliases what was read
		m.reader.inside = new(lexicoder.Embedded)
	}
	var before value.Mark
	if w != nil {
		before = w.Mark()
		w.Object()
		if s.names[at] != "" {
			w.Member("layout").String(s.names[at])
		}
	}
	r := p.OpenBytes(name, b)
	r.Begin(&fKey)
	m.reader.read(l, r, w)
	if r.OK() && t != nil && len(s.list) > 1 {
		r.Group().Note("the layout " + s.names[at])
	}
	if p.Close(); p.Err() != nil {
		if w != nil {
			w.Back(before)
		}
		return p.Err()
	}
	if t != nil {
		m.reader.inside.Derived(t)
	}
	in.RecordOthers(t, name, &fOther)
	if w == nil {
		return nil
	}
	if others := format.MemoryOf[memory](in).fits; len(others) > 0 {
		w.Key("others")
		w.Strings(others)
	}
	if name != store.Row && name != store.Bytes {
		w.Member("part").String(name)
	}
	in.WriteOthers(w, name)
	w.EndObject()
	return nil
}

// choose returns the layout that reads a key. If there are several, it is the one with the most correct hashes, then
// with the most bytes of literals, then the first; the others are in m.fits. If there is none, it is the one that gets
// farthest.
func (s *Schema) choose(m *memory, b []byte) (best int) {
	m.fits = m.fits[:0]
	if len(s.list) == 1 {
		return 0
	}
	most := -1
	far := -1
	for i, l := range s.list {
		r := wire.NewReader(b, nil)
		r.Scratch(m.scratch)
		r.Begin(&fKey)
		m.reader.read(l, &r, nil)
		at, whole := r.Offset(), r.Finish() == nil
		m.scratch = r.Spare()
		switch worth := m.reader.ends<<16 + m.reader.same; {
		case whole && worth > most:
			most, best = worth, i
			fallthrough
		case whole:
			m.fits = append(m.fits, s.names[i])
		case most < 0 && at > far:
			far, best = at, i
		}
	}
	m.fits = slices.DeleteFunc(m.fits, func(name string) bool { return name == s.names[best] })
	return best
}

// encodeKey is the reverse of decodeKey.
func encodeKey(in *format.Input, fields value.Value, dst *store.Entry) error {
	s, err := known(in)
	if err != nil {
		return err
	}
	l, err := s.named(fields)
	if err != nil {
		return err
	}
	members := append(l.names(), reserved...)
	if err := format.Known(fields, members...); err != nil {
		return err
	}
	key, err := l.Append(nil, fields)
	if err != nil {
		return err
	}
	name := store.Row
	if part := fields.Member("part"); !part.IsNull() {
		if name, _ = part.Text(); !slices.Contains(keyNames, name) {
			return format.Expect(false, "part", "one of "+strings.Join(keyNames, ", "), part)
		}
	}
	if parts := fields.Member("parts"); in.Only == nil || in.Wants(name) || parts.Len() == 0 {
		if parts.Len() == 0 {
			name = in.OnlyPart(name)
		}
		dst.Add(name, key)
	}
	return in.AddOthers(dst, fields.Member("parts"), keyNames[:slices.Index(keyNames, name)+1]...)
}

// named returns the layout that the fields name, or the only one.
func (s *Schema) named(fields value.Value) (*Layout, error) {
	v, ok := fields.Get("layout")
	name, _ := v.Text()
	i := slices.Index(s.names, name)
	if !ok && len(s.list) == 1 {
		i = 0
	}
	if !ok && i < 0 {
		return nil, format.Refuse("layout", "expected the name of one of the layouts: "+strings.Join(s.names, ", "))
	}
	if i < 0 {
		return nil, format.RefuseUnknown("layout", "layout", name, s.names)
	}
	return s.list[i], nil
}

// names returns the names of the members of a key.
func (l *Layout) names() (list []string) {
	for i := range l.items {
		if l.items[i].name != "" {
			list = append(list, l.items[i].name)
		}
	}
	return list
}

// weighKey judges a key that a layout reads: the user gave the layout, so it is meant.
func weighKey(in *format.Input, _ *span.Tree) format.Weight {
	s, err := known(in)
	if err != nil {
		return format.Weight{}
	}
	_, b, _ := keyPart(&in.Entry)
	m := format.MemoryOf[memory](in)
	at := s.choose(m, b)
	w := format.Weight{Title: "key", Reasons: []string{"read as the layout says"}, Dots: 3}
	if s.names[at] != "" {
		w.Title, w.Reasons[0] = s.names[at]+" key", "read as the layout "+s.names[at]+" says"
	}
	for _, name := range m.fits {
		w.Reasons = append(w.Reasons, "the layout "+name+" reads it too")
	}
	return w
}
