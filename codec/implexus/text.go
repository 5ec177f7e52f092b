package implexus

import (
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Text is a string or null. Bytes alias the input.
type Text struct {
	Bytes []byte
	Null  bool
}

// Layout says how the items of an entity or configuration value are joined, which the key schema
// leaves open. The first bytes of a value identify it.
type Layout uint8

// The layouts.
const (
	Sequence    Layout = iota // elements one after the other; the layout that we write
	ArrayLayout               // one array element
	Mixed                     // entity only: a bare int64, then an element
	Raw                       // a bare int64 and bare strings; cannot hold null
)

var layoutNames = [...]string{"sequence", "array", "mixed", "raw"}

// String returns the layout's name in JSON.
func (l Layout) String() string { return layoutNames[l] }

// textOf returns element i as a string or null, and whether it is one.
func (v *Value) textOf(i int) (Text, bool) {
	e := &v.Elements[i]
	return Text{Bytes: e.Bytes, Null: e.Type == Null}, e.Type == String || e.Type == Null
}

// badShape fails because the elements are not those that the row requires. The error is about the
// whole value, so its offset is 0.
func (d *decoder) badShape(f *span.Field, expected string) {
	found := ""
	for i, n := 0, 0; i < len(d.v.Elements); i, n = d.v.Next(i), n+1 {
		if n > 0 {
			found += ", "
		}
		found += d.v.Elements[i].Type.String()
	}
	d.r.FailOwn(wire.BadType, "bad-record-shape", f, 0, expected, found)
}

// unknownLayout fails at the first byte of a value.
func (d *decoder) unknownLayout(f *span.Field, expected string) {
	d.r.FailOwn(wire.BadHeader, "unknown-layout", f, 0, expected, "")
}

// appendOptional appends a string or null element.
func appendOptional(dst []byte, t Text) []byte {
	if t.Null {
		return append(dst, byte(Null))
	}
	return appendString(dst, t.Bytes)
}

// check refuses text that cannot be written in a layout.
func (t Text) check(field string, l Layout) error {
	if t.Null && l == Raw {
		return format.Refuse(field, "null cannot be written in the raw layout")
	}
	if !utf8.Valid(t.Bytes) {
		return format.Refuse(field, "text that is not UTF-8")
	}
	return nil
}

// write writes the text as an element.
func (t Text) write(w *value.Writer) {
	w.Object()
	w.Key("type")
	if t.Null {
		w.String("null")
	} else {
		w.String("string")
		w.Key("value")
		w.Text(t.Bytes)
	}
	w.EndObject()
}

// parse reads what write writes.
func (t *Text) parse(fields value.Value, name string) error {
	in := fields.Member(name)
	kind, _ := in.Member("type").Text()
	s, ok := in.Member("value").Text()
	switch {
	case kind == "null" && in.Member("value").IsNull():
		*t = Text{Null: true}
	case kind == "string" && ok:
		*t = Text{Bytes: []byte(s)}
	default:
		return format.Refuse(name, `expected {"type":"string","value":…} or {"type":"null"}`)
	}
	return format.Within(name, format.Known(in, "type", "value"))
}

// parseLayout reads the member layout; the default is the sequence.
func parseLayout(fields value.Value, most Layout) (Layout, error) {
	m := fields.Member("layout")
	if m.IsNull() {
		return Sequence, nil
	}
	s, _ := m.Text()
	for l := Sequence; l <= Raw; l++ {
		if s == l.String() && (l != Mixed || most == Mixed) {
			return l, nil
		}
	}
	return Sequence, format.Refuse("layout", `there is no layout "`+s+`" here`)
}
