package maryk

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/text"
	"github.com/rowlens/rowlens/codec/value"
)

// ValueDef returns the definition of the part's values as they are stored in keys and entries. It
// is nil if no definition types them: for a UUID, a geohash, or a property of an unknown model.
func (x *Index) ValueDef() *Definition { return x.valueDef() }

// Property returns the path of the property whose values the part holds, or "uuid" for a UUID; "" if
// there are several properties, or none.
func (x *Index) Property() string {
	switch x.Part {
	case PartRef, PartReversed, PartRefToMax, PartGeoHash:
		return x.Path.String()
	case PartNormalize, PartNormalizeV2, PartSplit:
		return x.Of.Property()
	case PartUUIDv4, PartUUIDv7:
		return "uuid"
	}
	return ""
}

// AppendScanned appends the stored form of a value that a person gives: as text, as a number, as true or false, or
// as a typed value. A UUID may also be given in hex; a geohash must be. Texts are normalized as the part does.
func (x *Index) AppendScanned(dst []byte, j value.Value) ([]byte, error) {
	switch x.Part {
	case PartUUIDv4, PartUUIDv7:
		if b, ok := j.Hex(); ok && len(b) == uuidSize {
			return append(dst, b...), nil
		}
		s, _ := j.Text()
		return ParseUUID(dst, s)
	case PartGeoHash:
		b, ok := j.Hex()
		if !ok || len(b) != int(x.Bits/8) {
			return dst, format.Expect(false, "value", utoa(uint64(x.Bits/8))+" bytes of a geohash in hex", j)
		}
		return append(dst, b...), nil
	}
	d := x.valueDef()
	if d == nil {
		return dst, refuse("value", "the type of the values is not known")
	}
	var v Value
	var err error
	if j.Kind == value.Object {
		err = v.Parse(j, d)
	} else {
		err = v.ParseGiven(j, d)
	}
	if err != nil {
		return dst, err
	}
	if x.normalizes() {
		v.Bytes = []byte(text.Normalize(string(v.Bytes)))
	}
	from := len(dst)
	if dst, err = AppendValue(dst, d, &v); err == nil && x.Part == PartReversed {
		invert(dst[from:])
	}
	return dst, err
}

// normalizes reports whether all texts of the part are normalized.
func (x *Index) normalizes() bool {
	switch x.Part {
	case PartNormalize, PartNormalizeV2:
		return true
	case PartSplit:
		return x.Of.normalizes()
	case PartAnyOf:
		for _, p := range x.Parts {
			if !p.normalizes() {
				return false
			}
		}
		return true
	}
	return false
}

// Descending reports whether greater values are stored so that they sort first.
func (x *Index) Descending() bool {
	d := x.valueDef()
	return (x.Part == PartReversed) != (d != nil && d.Reversed)
}
