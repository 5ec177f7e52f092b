package core

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

func recordOf(in *format.Input, fields value.Value) (*maryk.Model, maryk.Value, error) {
	defer settled(in, fields)()
	m, err := mustModel(in)
	if err != nil {
		return nil, maryk.Value{}, err
	}
	v, err := parseRecord(fields.Member("values"), m)
	return m, v, format.Within("values", err)
}

// parseRecord reads values in either form: typed, or in Maryk's JSON as assemble prints them.
func parseRecord(values value.Value, m *maryk.Model) (maryk.Value, error) {
	typed := values.Len() > 0
	for i := range values.Len() {
		_, is := values.At(i).Get("type")
		typed = typed && is
	}
	if typed || values.Kind != value.Object {
		return maryk.ParseRecord(values, m)
	}
	return cell.ParseValues(values, m)
}

func decodeKey(p *format.Parts, w *value.Writer) error {
	in := p.In
	m, err := modelOf(in)
	if err != nil {
		return err
	}
	r, ok := p.Open(store.Key)
	if !ok {
		return p.Done(store.Key)
	}
	k := &format.MemoryOf[memory](in).key
	maryk.ReadKey(r, r.Left(), m, k)
	p.Close()
	if p.Err() != nil || w == nil {
		return p.Err()
	}
	w.Object()
	w.Key("parts")
	w.Array()
	for i := range k.Parts {
		k.Parts[i].Write(w)
	}
	w.EndArray()
	w.EndObject()
	return nil
}

// encodeKey makes a key from the values of a record, or from the values of its parts, which is what
// decoding returns.
func encodeKey(in *format.Input, fields value.Value, dst *store.Entry) error {
	if list, given := fields.Get("parts"); given {
		return encodeKeyParts(in, list, dst)
	}
	m, record, err := recordOf(in, fields)
	if err != nil {
		return err
	}
	var uuid []byte
	if text, ok := fields.Member("uuid").Text(); ok {
		if uuid, err = maryk.ParseUUID(nil, text); err != nil {
			return err
		}
	}
	b, err := maryk.AppendKey(nil, m, &record, uuid)
	if err == nil {
		add(in, dst, store.Key, b)
	}
	return err
}

func encodeKeyParts(in *format.Input, list value.Value, dst *store.Entry) error {
	m, err := mustModel(in)
	if err != nil {
		return err
	}
	if m.KeyParts == nil || list.Len() != len(m.KeyParts) {
		found := "a list of " + strconv.Itoa(list.Len())
		if list.Kind != value.Array {
			found = list.Kind.String()
		}
		parts := strconv.Itoa(len(m.KeyParts)) + " parts of the key of " + m.Name
		return format.Refuse("parts", "expected a value for each of the "+parts+", found "+found)
	}
	values := make([]maryk.PartValue, list.Len())
	for i := range values {
		one, part := list.At(i), m.KeyParts[i].Index
		err := format.Follows(one, "part", part.Part.String(), "model")
		if err == nil {
			err = values[i].ParseValue(one.Member("value"), part)
		}
		if err != nil {
			return format.Within("parts."+strconv.Itoa(i), err)
		}
	}
	b, err := maryk.AppendKeyParts(nil, values)
	if err == nil {
		add(in, dst, store.Key, b)
	}
	return err
}

func decodeKeyPart(p *format.Parts, w *value.Writer) error {
	r, ok := p.OpenGroup(store.Value, &legend.Part)
	if !ok {
		return p.Done(store.Value)
	}
	b := maryk.ReadUUID(r)
	p.Close()
	if p.Err() != nil || w == nil {
		return p.Err()
	}
	w.Object()
	w.Key("value")
	w.Text(maryk.AppendUUID(nil, b))
	w.EndObject()
	return nil
}

func encodeKeyPart(in *format.Input, fields value.Value, dst *store.Entry) error {
	text, ok := fields.Member("value").Text()
	if !ok {
		return format.Expect(false, "value", "a UUID", fields.Member("value"))
	}
	b, err := maryk.ParseUUID(nil, text)
	if err == nil {
		add(in, dst, store.Value, b)
	}
	return err
}

func decodeGeoHash(p *format.Parts, w *value.Writer) error {
	r, ok := p.OpenGroup(store.Value, &legend.Part)
	if !ok {
		return p.Done(store.Value)
	}
	size, given := p.In.Given.Member("precisionBits").Uint()
	if left := r.Left(); !r.Lenient() && (given && 8*uint64(left) != size || !maryk.GeoHashBits(8*uint32(left))) {
		expected := "1 to 6 bytes"
		if given {
			expected = strconv.FormatUint(size, 10) + " bits, as precisionBits says"
		}
		r.FailFound(wire.BadValue, &legend.GeoHash, expected, strconv.Itoa(left)+" bytes")
	}
	b := maryk.ReadGeoHash(r)
	p.Close()
	if p.Err() != nil || w == nil {
		return p.Err()
	}
	lat, lon, height, width := maryk.GeoHashCell(b)
	w.Object()
	for i, name := range [...]string{"latitude", "longitude", "height", "width"} {
		w.Key(name)
		w.Float([...]float64{lat, lon, height, width}[i], 64)
	}
	w.EndObject()
	return nil
}

// cellBits returns the precision of a geohash whose cell has the height in fields: every second bit
// halves the height.
func cellBits(fields value.Value) (bits uint32, ok bool) {
	height, ok := fields.Member("height").Float(64)
	for bits = 8; ok && 180/float64(uint64(1)<<(bits/2)) != height; bits += 8 {
		ok = maryk.GeoHashBits(bits)
	}
	return bits, ok
}

func encodeGeoHash(in *format.Input, fields value.Value, dst *store.Entry) error {
	bits, ok := cellBits(fields)
	if _, given := in.Given.Get("precisionBits"); given || !ok {
		var err error
		if bits, err = givenUint32(in, "precisionBits"); err != nil {
			return err
		}
	}
	if !maryk.GeoHashBits(bits) {
		return format.Expect(false, "precisionBits", "8, 16, 24, 32, 40 or 48", in.Given.Member("precisionBits"))
	}
	var v maryk.Value
	if err := parseField(fields, &maryk.Definition{Type: maryk.GeoPoint}, &v); err != nil {
		return err
	}
	lat, lon := v.Degrees()
	add(in, dst, store.Value, maryk.AppendGeoHash(nil, lat, lon, bits))
	return nil
}
