package maryk

import (
	"unicode/utf16"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

func decodeStorageValue(o *opener, w *value.Writer) error {
	in := o.in
	d, err := definitionOf(in, in.Given.Member("definition"))
	if err != nil {
		return err
	}
	r, ok := o.openGroup(store.Value)
	if !ok {
		return o.done(store.Value)
	}
	m := memoryOf(in)
	ReadValue(&r, &fValue, r.Left(), d, false, &m.value)
	o.close(store.Value, &r)
	return writeValueField(o.err, &m.value, w)
}

func writeValueField(err error, v *Value, w *value.Writer) error {
	if err != nil || w == nil {
		return err
	}
	w.Object()
	w.Key("value")
	v.Write(w)
	w.EndObject()
	return nil
}

// parseField reads the member "value"; a String may be given as its UTF-16 code
// units, a GeoPoint as its coordinates alone.
func parseField(fields value.Value, d *Definition, v *Value) error {
	j, given := fields.Get("value")
	if units, has := fields.Get("utf16"); has && d.Type == String {
		text, err := parseUTF16(units)
		v.reset(d)
		v.Bytes = []byte(text)
		return err
	}
	if !given && d.Type == GeoPoint {
		j = fields
	}
	return v.Parse(j, d)
}

func parseUTF16(list value.Value) (string, error) {
	var units []uint16
	for _, item := range list.Items() {
		b, ok := item.Hex()
		if !ok || len(b) != 2 {
			return "", wants(false, "utf16", "4 hex digits", item)
		}
		units = append(units, uint16(b[0])<<8|uint16(b[1]))
	}
	for i := 0; i < len(units); i++ {
		if !utf16.IsSurrogate(rune(units[i])) {
			continue
		}
		if i+1 == len(units) || utf16.DecodeRune(rune(units[i]), rune(units[i+1])) == '\uFFFD' {
			return "", refuse("utf16", "an unpaired surrogate at "+itoa(i)+" cannot be written as UTF-8")
		}
		i++
	}
	return string(utf16.Decode(units)), nil
}

func encodeStorageValue(in *format.Input, fields value.Value, dst *store.Entry) error {
	d, err := definitionOf(in, in.Given.Member("definition"))
	if err != nil {
		return err
	}
	var v Value
	if err := parseField(fields, d, &v); err != nil {
		return err
	}
	b, err := AppendValue(nil, d, &v)
	if err == nil {
		add(in, dst, store.Value, b)
	}
	return err
}

// transportField is the number that given.field has.
func transportField(in *format.Input) (uint32, error) {
	n, err := parseUint32(in.Given.Member("field"), "field")
	if err != nil {
		return 0, err
	}
	if *n == 0 || *n > 1<<29-1 {
		return 0, wants(false, "field", "a field number from 1 on", in.Given.Member("field"))
	}
	return *n, nil
}

func decodeTransportValue(o *opener, w *value.Writer) error {
	in := o.in
	d, err := definitionOf(in, in.Given.Member("definition"))
	if err != nil {
		return err
	}
	field, err := transportField(in)
	if err != nil {
		return err
	}
	r, ok := o.open(partField)
	if !ok {
		return o.done(partField)
	}
	var v Value
	readTransport(&r, field, d, &v)
	o.close(partField, &r)
	return writeValueField(o.err, &v, w)
}

// readTransport reads all fields of one number as a value.
func readTransport(r *wire.Reader, field uint32, d *Definition, v *Value) {
	r.Begin(&fTransport)
	v.reset(d)
	m := message{cursor: newCursor(r, -1), field: &fTransport}
	found := false
	for {
		num, wt, ok := m.next()
		if !ok {
			break
		}
		if num != field {
			m.skip()
			continue
		}
		found = true
		m.value(&fProperty, d, wt, v)
	}
	switch d.Type {
	case List, Set, Map, IncMap: // nothing is an empty collection
	default:
		if r.OK() && !found {
			r.Fail(wire.Missing, &fTransport, "field "+itoa(field))
		}
	}
	if judges(r) {
		again, err := AppendTransport(nil, field, d, v)
		canonical(r, &fTransport, again, err)
	}
}

func encodeTransportValue(in *format.Input, fields value.Value, dst *store.Entry) error {
	d, err := definitionOf(in, in.Given.Member("definition"))
	if err != nil {
		return err
	}
	field, err := transportField(in)
	if err != nil {
		return err
	}
	var v Value
	if err := parseField(fields, d, &v); err != nil {
		return err
	}
	b, err := AppendTransport(nil, field, d, &v)
	if err == nil {
		add(in, dst, partField, b)
	}
	return err
}
