package actionbase

import (
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// decodeTyped returns the decoder of a record that is a single ordered value.
func decodeTyped(record string) func(*format.Input, *span.Tree, *value.Writer) error {
	return func(in *format.Input, t *span.Tree, w *value.Writer) error {
		return decodeAlone(record, in, t, w)
	}
}

func decodeAlone(record string, in *format.Input, t *span.Tree, w *value.Writer) error {
	m := format.MemoryOf[memory](in)
	p := newParts(in, t, record)
	p.Scratch = &m.scratch
	r, ok := p.OpenFirst(store.Value, store.Bytes)
	if !ok {
		return p.Missing(store.Value)
	}
	r.Begin(&fCell)
	o := m.value.decode(r, &fValue)
	consumed := r.Offset()
	if in.Prefix {
		p.ClosePrefix("after the value")
	} else {
		p.Close()
	}
	if p.Err() != nil || w == nil {
		return p.Err()
	}
	if !in.Prefix {
		m.value.writeOrdered(w, o)
		return nil
	}
	w.Object()
	w.Key("order")
	w.String(o.String())
	w.Key("value")
	m.value.write(w)
	w.Key("consumed")
	w.Int(int64(consumed))
	w.EndObject()
	return nil
}

func encodeTyped(in *format.Input, fields value.Value, dst *store.Entry) error {
	if err := format.Known(fields, "order", "value"); err != nil {
		return err
	}
	o, err := valueOrder(fields)
	if err != nil {
		return err
	}
	var v Value
	if err := v.parse(fields.Member("value"), "value"); err != nil {
		return err
	}
	return addValue(in, dst, &v, o)
}

// addValue adds a part that is one value.
func addValue(in *format.Input, dst *store.Entry, v *Value, o order.Order) error {
	b, err := AppendValue(in.NewPart(), v, o)
	if err == nil {
		dst.Add(store.Value, b)
	}
	return err
}

// encodeBits encodes a float or double given by its IEEE bits, which is the only way to ask for a
// NaN with a payload.
func encodeBits(in *format.Input, fields value.Value, dst *store.Entry) error {
	if err := format.Known(fields, "order", "type", "bits"); err != nil {
		return err
	}
	o, err := valueOrder(fields)
	if err != nil {
		return err
	}
	bits, ok := fields.Member("bits").Hex()
	v := Value{Kind: Float}
	switch kind := text(fields, "type"); {
	case kind == "double" && ok && len(bits) == 8:
		v.Kind = Double
	case kind == "float" && ok && len(bits) == 4:
	default:
		return refuse("bits", "expected 8 hex digits for a float or 16 for a double")
	}
	for _, b := range bits {
		v.Num = v.Num<<8 | uint64(b)
	}
	return addValue(in, dst, &v, o)
}

// encodeUTF16 writes a string given as UTF-16 code units, as a JVM holds it. As in a JVM, an
// unpaired surrogate becomes a question mark.
func encodeUTF16(in *format.Input, fields value.Value, dst *store.Entry) error {
	if err := format.Known(fields, "order", "utf16"); err != nil {
		return err
	}
	o, err := valueOrder(fields)
	if err != nil {
		return err
	}
	units, err := parseUnits(fields.Member("utf16"))
	if err != nil {
		return err
	}
	return addValue(in, dst, &Value{Kind: String, Text: appendUTF16(nil, units)}, o)
}

func parseUnits(v value.Value) ([]uint16, error) {
	if v.Kind != value.Array {
		return nil, refuse("utf16", "expected a list of UTF-16 code units, found "+v.Kind.String())
	}
	units := make([]uint16, v.Len())
	for i, it := range v.Items() {
		n, ok := it.Uint()
		if !ok || n > 0xffff {
			return nil, refuse("utf16", "expected code units from 0 to 65535, found "+words(it))
		}
		units[i] = uint16(n)
	}
	return units, nil
}

func appendUTF16(dst []byte, units []uint16) []byte {
	for i := 0; i < len(units); i++ {
		u := rune(units[i])
		switch {
		case u < 0xd800 || u > 0xdfff:
			dst = utf8.AppendRune(dst, u)
		case u < 0xdc00 && i+1 < len(units) && units[i+1]>>10 == 0xdc00>>10:
			i++
			dst = utf8.AppendRune(dst, 0x10000+(u-0xd800)<<10+rune(units[i])-0xdc00)
		default:
			dst = append(dst, '?')
		}
	}
	return dst
}

// decodeRowType reads a row key up to and including its type.
func decodeRowType(in *format.Input, t *span.Tree, w *value.Writer) error {
	p := newParts(in, t, "row-type")
	r, ok := p.OpenGroup(store.Row, &fTypedRow)
	if !ok {
		return p.Missing(store.Row)
	}
	var k Prefix
	k.decode(r, &fSource, 0, schemaOf(in))
	p.ClosePrefix("what follows depends on the row type")
	if p.Err() != nil || w == nil {
		return p.Err()
	}
	w.Object()
	w.Key("rowType")
	w.String(k.Type.String())
	w.EndObject()
	return nil
}

// decodeV0 reads the cell of the oldest generation, which rowlens never encodes: a time and the
// target, both of which upstream skips, then names and values.
func decodeV0(in *format.Input, t *span.Tree, w *value.Writer) error {
	p := newParts(in, t, "v0-value")
	r, ok := p.OpenGroup(store.Value, &fCell)
	if !ok {
		return p.Missing(store.Value)
	}
	slotInt64(r, &fV0Time)
	var target Value
	decodeAscending(r, &target, &fV0Target)
	var list []v0Property
	for r.More() {
		list = append(list, decodeV0Property(r))
	}
	p.Close()
	if p.Err() != nil || w == nil {
		return p.Err()
	}
	w.Object()
	w.Key("properties")
	w.Array()
	for i := range list {
		w.Object()
		w.Key("name")
		w.Text(list[i].name.Text)
		w.Key("value")
		list[i].value.write(w)
		w.EndObject()
	}
	w.EndArray()
	w.EndObject()
	return nil
}

// decodeAscending reads a value that is never written descending.
func decodeAscending(r *wire.Reader, v *Value, f *span.Field) {
	at := r.Offset()
	if o := v.decode(r, f); r.OK() && o != order.Asc && !r.Lenient() {
		r.FailAt(wire.NonCanonical, f, at, "an ascending value", "a descending one")
	}
}

type v0Property struct{ name, value Value }

func decodeV0Property(r *wire.Reader) (p v0Property) {
	r.Begin(&fProperty)
	at := r.Offset()
	decodeAscending(r, &p.name, &fV0Name)
	if r.OK() && p.name.Kind != String {
		r.FailAt(wire.BadType, &fV0Name, at, "a string", "a "+p.name.Kind.String())
	}
	decodeAscending(r, &p.value, &fPropertyValue)
	if m := r.Group(); m.Recorded() {
		m.Label(string(p.name.Text))
		m.Value(p.value.span())
	}
	r.End()
	return p
}
