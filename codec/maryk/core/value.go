package core

import (
	"strconv"
	"unicode/utf16"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func decodeStorageValue(p *format.Parts, w *value.Writer) error {
	in := p.In
	d, err := definitionOf(in, in.Given.Member("definition"))
	if err != nil {
		return err
	}
	r, ok := p.OpenGroup(store.Value, &legend.Part)
	if !ok {
		return p.Done(store.Value)
	}
	m := format.MemoryOf[memory](in)
	maryk.ReadValue(r, &legend.Value, r.Left(), d, false, &m.value)
	r.Last().As(valueField(d))
	p.Close()
	return writeValueField(p.Err(), &m.value, w)
}

// valueField returns the legend of a value, which depends on the members that its type has.
func valueField(d *maryk.Definition) *span.Field {
	switch d.Type {
	case maryk.Date:
		return &legend.DateValue
	case maryk.Time:
		return &legend.TimeValue
	case maryk.Enum:
		return &legend.EnumValue
	case maryk.DateTime, maryk.GeoPoint:
		return &legend.ParsedValue
	}
	return &legend.Value
}

func writeValueField(err error, v *maryk.Value, w *value.Writer) error {
	if err != nil || w == nil {
		return err
	}
	w.Object()
	w.Key("value")
	v.Write(w)
	w.EndObject()
	return nil
}

// parseField reads the member "value". A String may be given as its UTF-16 code units, a GeoPoint
// as just its coordinates.
func parseField(fields value.Value, d *maryk.Definition, v *maryk.Value) error {
	j, given := fields.Get("value")
	if given && fields.Len() > 1 {
		return format.Refuse("value", "expected no other member that says the same")
	}
	if _, has := fields.Get("utf16"); has && d.Type == maryk.String {
		units, err := format.List(fields, "utf16")
		if err != nil {
			return err
		}
		text, err := parseUTF16(units)
		*v = maryk.Value{Type: maryk.String, Bytes: []byte(text), Def: d}
		return err
	}
	if !given && d.Type == maryk.GeoPoint {
		return v.Parse(fields, d)
	}
	// Members of the value keep the names by which programs know them, such as bits.
	return format.Renamed("value", "", v.Parse(j, d))
}

func parseUTF16(list []value.Value) (string, error) {
	var units []uint16
	for _, item := range list {
		b, ok := item.Hex()
		if !ok || len(b) != 2 {
			return "", format.Expect(false, "utf16", "4 hex digits", item)
		}
		units = append(units, uint16(b[0])<<8|uint16(b[1]))
	}
	for i := 0; i < len(units); i++ {
		if !utf16.IsSurrogate(rune(units[i])) {
			continue
		}
		if i+1 == len(units) || utf16.DecodeRune(rune(units[i]), rune(units[i+1])) == '\uFFFD' {
			return "", format.Refuse("utf16", "an unpaired surrogate at "+strconv.Itoa(i)+" cannot be written as UTF-8")
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
	var v maryk.Value
	if err := parseField(fields, d, &v); err != nil {
		return err
	}
	b, err := maryk.AppendValue(nil, d, &v)
	if err == nil {
		add(in, dst, store.Value, b)
	}
	return err
}

// transportField returns the number in given.field.
func transportField(in *format.Input) (uint32, error) {
	n, err := givenUint32(in, "field")
	if err != nil {
		return 0, err
	}
	if n == 0 || n > 1<<29-1 {
		return 0, format.Expect(false, "field", "a field number from 1 on", in.Given.Member("field"))
	}
	return n, nil
}

func decodeTransportValue(p *format.Parts, w *value.Writer) error {
	in := p.In
	d, err := definitionOf(in, in.Given.Member("definition"))
	if err != nil {
		return err
	}
	field, err := transportField(in)
	if err != nil {
		return err
	}
	r, ok := p.Open(partField)
	if !ok {
		return p.Done(partField)
	}
	var v maryk.Value
	r.Begin(&legend.Transport)
	maryk.ReadTransport(r, field, d, &v)
	if judges(r) {
		again, err := maryk.AppendTransport(nil, field, d, &v)
		canonical(r, &legend.Transport, again, err)
	}
	p.Close()
	return writeValueField(p.Err(), &v, w)
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
	var v maryk.Value
	if err := parseField(fields, d, &v); err != nil {
		return err
	}
	b, err := maryk.AppendTransport(nil, field, d, &v)
	if err == nil {
		add(in, dst, partField, b)
	}
	return err
}
