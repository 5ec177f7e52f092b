package maryk

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// ParseRecord reads the values of a record: typed values by property name.
func ParseRecord(j value.Value, m *Model) (Value, error) {
	v := Value{Type: Embed, Def: &Definition{Type: Embed, DataModel: m.Name, Model: m}}
	err := v.parseFields(j, m, 0)
	return v, err
}

func recordOf(in *format.Input, fields value.Value) (*Model, Value, error) {
	m, err := mustModel(in)
	if err != nil {
		return nil, Value{}, err
	}
	v, err := ParseRecord(fields.Member("values"), m)
	return m, v, within("values", err)
}

func decodeKey(o *opener, w *value.Writer) error {
	in := o.in
	m, err := modelOf(in)
	if err != nil {
		return err
	}
	r, ok := o.open(store.Key)
	if !ok {
		return o.done(store.Key)
	}
	k := &memoryOf(in).key
	ReadKey(&r, r.Left(), m, k)
	o.close(store.Key, &r)
	if o.err != nil || w == nil {
		return o.err
	}
	w.Object()
	w.Key("parts")
	w.Array()
	for i := range k.Parts {
		k.Parts[i].write(w)
	}
	w.EndArray()
	w.EndObject()
	return nil
}

// write writes the description of the part with its value.
func (p *PartValue) write(w *value.Writer) {
	w.Object()
	p.Index.writeMembers(w)
	w.Key("value")
	p.writeValue(w)
	w.EndObject()
}

// writeValue writes the value alone: bytes where no definition types it.
func (p *PartValue) writeValue(w *value.Writer) {
	switch {
	case p.Index.Part == PartUUIDv4 || p.Index.Part == PartUUIDv7:
		w.Text(AppendUUID(nil, p.Value.Bytes))
	case p.Value.Type == Unknown:
		w.Hex(p.Value.Bytes)
	default:
		p.Value.Write(w)
	}
}

func encodeKey(in *format.Input, fields value.Value, dst *store.Entry) error {
	m, record, err := recordOf(in, fields)
	if err != nil {
		return err
	}
	var uuid []byte
	if text, ok := fields.Member("uuid").Text(); ok {
		if uuid, err = ParseUUID(nil, text); err != nil {
			return err
		}
	}
	b, err := AppendKey(nil, m, &record, uuid)
	if err == nil {
		add(in, dst, store.Key, b)
	}
	return err
}

func decodeKeyPart(o *opener, w *value.Writer) error {
	r, ok := o.openGroup(store.Value)
	if !ok {
		return o.done(store.Value)
	}
	c := newCursor(&r, -1)
	var v Value
	c.uuid(&v)
	o.close(store.Value, &r)
	if o.err != nil || w == nil {
		return o.err
	}
	w.Object()
	w.Key("value")
	w.Text(AppendUUID(nil, v.Bytes))
	w.EndObject()
	return nil
}

func encodeKeyPart(in *format.Input, fields value.Value, dst *store.Entry) error {
	text, ok := fields.Member("value").Text()
	if !ok {
		return wants(false, "value", "a UUID", fields.Member("value"))
	}
	b, err := ParseUUID(nil, text)
	if err == nil {
		add(in, dst, store.Value, b)
	}
	return err
}

func decodeGeoHash(o *opener, w *value.Writer) error {
	r, ok := o.openGroup(store.Value)
	if !ok {
		return o.done(store.Value)
	}
	c := newCursor(&r, -1)
	var v Value
	c.geoHash(&v)
	o.close(store.Value, &r)
	if o.err != nil || w == nil {
		return o.err
	}
	lat, lon, height, width := GeoHashCell(v.Bytes)
	w.Object()
	for i, name := range [...]string{"latitude", "longitude", "height", "width"} {
		w.Key(name)
		w.Float([...]float64{lat, lon, height, width}[i], 64)
	}
	w.EndObject()
	return nil
}

func encodeGeoHash(in *format.Input, fields value.Value, dst *store.Entry) error {
	bits, err := parseUint32(in.Given.Member("precisionBits"), "precisionBits")
	if err != nil {
		return err
	}
	if !geoHashBits(*bits) {
		return wants(false, "precisionBits", "8, 16, 24, 32, 40 or 48", in.Given.Member("precisionBits"))
	}
	var v Value
	if err := parseField(fields, &Definition{Type: GeoPoint}, &v); err != nil {
		return err
	}
	lat, lon := v.Degrees()
	add(in, dst, store.Value, AppendGeoHash(nil, lat, lon, *bits))
	return nil
}
