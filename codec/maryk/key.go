package maryk

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

const uuidSize = 16

// Key is the key of a record: one value for each part of the model's key.
//
//	+--------------+--------------+-----+
//	| value of 1st | value of 2nd | ... |     no lengths, no separators
//	+--------------+--------------+-----+
//
// In a UUID, the top bits of byte 0 and byte 8 are inverted. Reversed parts are complemented. A
// geohash stands for a whole cell, not for the exact point.
// Order: by the parts in turn, each ascending, or descending if it is Reversed.
type Key struct {
	Model *Model
	Parts []PartValue // in the order of Model.KeyParts; decoding reuses it
}

// ReadKey reads the key of a record of a model as a group. If the model's key is unknown (m is nil,
// or has no KeyParts), it reads n bytes, or the rest if n is -1.
func ReadKey(r *wire.Reader, n int, m *Model, k *Key) {
	c := newCursor(r, n)
	c.Begin(&legend.Key)
	defer c.End()
	if m == nil || m.KeyParts == nil {
		k.Model, k.Parts = m, k.Parts[:0]
		c.bytes(&legend.KeyValue, c.left())
		return
	}
	if left := c.left(); n >= 0 && left > m.KeySize && c.OK() {
		c.FailAt(wire.Trailing, &legend.Key, c.Offset()+m.KeySize, itoa(m.KeySize)+" bytes", itoa(left)+" bytes")
	}
	c.keyParts(m, k)
}

// ReadKeyParts reads the key of a record of a model whose KeyParts are known, part by
// part, without a group around them.
func ReadKeyParts(r *wire.Reader, m *Model, k *Key) {
	c := newCursor(r, -1)
	c.keyParts(m, k)
}

func (c *cursor) keyParts(m *Model, k *Key) {
	k.Model, k.Parts = m, k.Parts[:0]
	if left := c.left(); c.OK() && left < m.KeySize {
		c.short(&legend.Key, int64(m.KeySize), left, "")
	}
	if !c.OK() {
		return
	}
	for i := range m.KeyParts {
		part := &m.KeyParts[i]
		k.Parts = grown(k.Parts)
		k.Parts[i].Index = part.Index
		sub := c.sub(part.Size)
		sub.partValue(&legend.KeyValue, part.Index, &k.Parts[i].Value)
	}
}

// grown returns list with one more part, whose value reuses the memory of an earlier one.
func grown(list []PartValue) []PartValue {
	if len(list) < cap(list) {
		return list[:len(list)+1]
	}
	return append(list, PartValue{})
}

// ReadPartValue reads the next n bytes as the value of one part of a key or entry.
func ReadPartValue(r *wire.Reader, f *span.Field, n int, x *Index, v *Value) {
	c := newCursor(r, n)
	if n > r.Left() {
		c.short(f, int64(n), r.Left(), "")
		return
	}
	c.partValue(f, x, v)
}

// ReadUUID reads the rest as a UUID, and returns its 16 stored bytes.
func ReadUUID(r *wire.Reader) []byte {
	c := newCursor(r, -1)
	return c.uuid()
}

// ReadGeoHash reads the rest as a geohash.
func ReadGeoHash(r *wire.Reader) []byte {
	c := newCursor(r, -1)
	return c.geoHash()
}

// partValue reads all of c as the value of one part.
func (c *cursor) partValue(f *span.Field, x *Index, v *Value) {
	if !c.OK() {
		return
	}
	switch x.Part {
	case PartUUIDv4, PartUUIDv7:
		*v = Value{Bytes: c.uuid()}
		return
	case PartGeoHash:
		if size := int(x.Bits / 8); c.left() != size && !c.Lenient() {
			c.FailFound(wire.BadValue, &legend.GeoHash, itoa(size)+" bytes, as its precision says", itoa(c.left()))
			return
		}
		*v = Value{Bytes: c.geoHash()}
		if c.Rec() != nil {
			x.label(c.Last())
		}
		return
	}
	d := x.valueDef()
	if d == nil {
		*v = Value{Bytes: c.bytes(f, c.left())}
		return
	}
	c.value(f, d, x.Part == PartReversed, v)
	if c.Rec() != nil {
		x.label(c.Last())
	}
}

// label names a value after the property that the part refers to.
func (x *Index) label(value wire.Mark) {
	if value.Worded() {
		value.Label(x.String())
	}
}

// stringDef types values derived from text.
var stringDef = &Definition{Type: String}

// valueDef returns the definition of the values of an entry's part, or nil if unknown.
func (x *Index) valueDef() *Definition {
	switch x.Part {
	case PartNormalize, PartNormalizeV2, PartSplit:
		return stringDef
	case PartAnyOf:
		d := x.Parts[0].valueDef()
		for _, p := range x.Parts[1:] {
			if other := p.valueDef(); d == nil || other == nil || d.Type != other.Type || d.Number != other.Number {
				return stringDef
			}
		}
		return d
	}
	return x.def()
}

func (c *cursor) uuid() []byte {
	if !c.sized(&legend.UUID, uuidSize) {
		return nil
	}
	b := c.take(&legend.UUID, uuidSize, "")
	if c.Rec() != nil {
		leaf := c.Leaf(&legend.UUID, c.Offset()-uuidSize, span.Value{Kind: span.JSON, Bytes: AppendUUID(nil, b)})
		leaf.Note("upstream inverts the top bits of byte 0 and byte 8")
	}
	return b
}

func (c *cursor) geoHash() []byte {
	b := c.bytes(&legend.GeoHash, c.left())
	leaf := c.Last()
	if !leaf.Recorded() {
		return b
	}
	lat, lon, height, width := GeoHashCell(b)
	note := value.AppendFloat([]byte("a cell from latitude "), lat, 64, false)
	note = value.AppendFloat(append(note, ", longitude "...), lon, 64, false)
	note = value.AppendFloat(append(note, ", of "...), height, 64, false)
	note = value.AppendFloat(append(note, " by "...), width, 64, false)
	leaf.Note(string(append(note, " degrees"...)))
	return b
}

// AppendUUID appends the standard text of a UUID, given its 16 stored bytes.
func AppendUUID(dst, stored []byte) []byte {
	var b [uuidSize]byte
	copy(b[:], stored)
	b[0], b[8] = b[0]^0x80, b[8]^0x80
	for i, from := range [...]int{0, 4, 6, 8, 10} {
		if i > 0 {
			dst = append(dst, '-')
		}
		dst = value.AppendHex(dst, b[from:[...]int{4, 6, 8, 10, 16}[i]])
	}
	return dst
}

// ParseUUID appends the 16 stored bytes of a UUID, given its text.
func ParseUUID(dst []byte, text string) ([]byte, error) {
	const length = 36
	if len(text) != length || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-' {
		return dst, refuse("value", "expected a UUID in its usual form, found "+format.Cut(text))
	}
	b, ok := value.DecodeHex(text[:8] + text[9:13] + text[14:18] + text[19:23] + text[24:])
	if !ok {
		return dst, refuse("value", "expected a UUID in its usual form, found "+format.Cut(text))
	}
	b[0], b[8] = b[0]^0x80, b[8]^0x80
	return append(dst, b...), nil
}

// AppendKey appends the key of a record. record is the values of m as an Embed. A UUID cannot be
// made from values, so it is given as its stored bytes.
func AppendKey(dst []byte, m *Model, record *Value, uuid []byte) ([]byte, error) {
	if m.KeyParts == nil {
		return dst, refuse("key", "the key of "+m.Name+" is not known")
	}
	out := dst
	for i := range m.KeyParts {
		x := m.KeyParts[i].Index
		if x.Part == PartUUIDv4 || x.Part == PartUUIDv7 {
			if len(uuid) != uuidSize {
				return dst, refuse("uuid", "expected the 16 bytes of a UUID, found "+itoa(len(uuid)))
			}
			out = append(out, uuid...)
			continue
		}
		v := x.Path.single(record)
		if v == nil {
			return dst, refuse(x.Path.String(), "a part of the key is required and not set")
		}
		var err error
		if out, err = x.appendOne(out, v); err != nil {
			return dst, format.Within(x.Path.String(), err)
		}
	}
	return out, nil
}

// AppendKeyParts appends a key given by the values of its parts, as ReadKey found them. It differs
// from AppendKey for a geohash: a record has more precise values than its key.
func AppendKeyParts(dst []byte, parts []PartValue) (out []byte, err error) {
	out = dst
	for i := range parts {
		if out, err = parts[i].Append(out); err != nil {
			return dst, format.Within("parts."+itoa(i), err)
		}
	}
	return out, nil
}

// appendOne appends one value in the part's encoding.
func (x *Index) appendOne(dst []byte, v *Value) ([]byte, error) {
	if x.Part == PartGeoHash {
		lat, lon := v.Degrees()
		if v.Type != GeoPoint {
			return dst, refuse("ref", "a geohash is made of a GeoPoint")
		}
		return AppendGeoHash(dst, lat, lon, x.Bits), nil
	}
	from := len(dst)
	out, err := AppendValue(dst, x.def(), v)
	if err == nil && x.Part == PartReversed {
		invert(out[from:])
	}
	return out, err
}

// DecodeKey reads all of src as the key of a record.
func DecodeKey(src []byte, m *Model, k *Key) error {
	r := wire.NewReader(src, nil)
	ReadKey(&r, len(src), m, k)
	return r.Finish()
}
