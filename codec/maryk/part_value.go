package maryk

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// PartValue is the value of one part of a key or index entry. UUIDs and geohashes have only Bytes,
// as stored.
type PartValue struct {
	Index *Index
	Value Value
}

// Write writes the description of the part with its value.
func (p *PartValue) Write(w *value.Writer) {
	w.Object()
	p.Index.writeMembers(w)
	w.Key("value")
	p.WriteValue(w)
	w.EndObject()
}

// WriteValue writes only the value; as bytes if no definition types it.
func (p *PartValue) WriteValue(w *value.Writer) {
	switch {
	case p.Index.Part == PartUUIDv4 || p.Index.Part == PartUUIDv7:
		w.Text(AppendUUID(nil, p.Value.Bytes))
	case p.Value.Type == Unknown:
		w.Hex(p.Value.Bytes)
	default:
		p.Value.Write(w)
	}
}

// ParseValue reads what WriteValue writes, as the value of a part.
func (p *PartValue) ParseValue(j value.Value, x *Index) (err error) {
	p.Index, p.Value = x, Value{}
	uuid := x.Part == PartUUIDv4 || x.Part == PartUUIDv7
	d := x.valueDef()
	if !uuid && x.Part != PartGeoHash && d != nil {
		return p.Value.Parse(j, d)
	}
	if uuid {
		text, _ := j.Text()
		p.Value.Bytes, err = ParseUUID(nil, text)
		return err
	}
	b, ok := j.Hex()
	if p.Value.Bytes = b; x.Part == PartGeoHash {
		size := int(x.Bits / 8)
		return format.Expect(ok && len(b) == size, "value", "the "+itoa(size)+" bytes of a geohash as hex digits", j)
	}
	return format.Expect(ok, "value", "hex digits", j)
}

// Append appends the value as the part stores it.
func (p *PartValue) Append(dst []byte) ([]byte, error) {
	if p.Value.Type == Unknown {
		return append(dst, p.Value.Bytes...), nil
	}
	from := len(dst)
	out, err := AppendValue(dst, p.Value.Def, &p.Value)
	if err == nil && p.Index.Part == PartReversed {
		invert(out[from:])
	}
	return out, err
}
