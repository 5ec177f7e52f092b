package maryk

import (
	"encoding/binary"
	"math"

	"github.com/rowlens/rowlens/codec/format"
)

// AppendTransport appends the fields of v in transport form under a field number. For an empty
// list, or an empty map of unpacked items, it appends nothing.
func AppendTransport(dst []byte, field uint32, d *Definition, v *Value) ([]byte, error) {
	out, err := appendField(dst, field, d, v)
	if err != nil {
		return dst, err
	}
	return out, nil
}

func appendField(dst []byte, field uint32, d *Definition, v *Value) (out []byte, err error) {
	switch d.Type {
	case List, Set:
		return appendItems(dst, field, d, v)
	case Map, IncMap:
		for i := 0; i+1 < len(v.Items) && err == nil; i += 2 {
			entry, e1 := appendField(nil, 1, d.Key, &v.Items[i])
			entry, e2 := appendField(entry, 2, d.Item, &v.Items[i+1])
			if err = e1; err == nil {
				err = e2
			}
			dst = appendDelimited(dst, field, entry)
		}
		return dst, err
	case Embed:
		inner, err := appendFields(nil, d.Model, v)
		if d.Model == nil && v.Bytes != nil {
			inner, err = v.Bytes, nil
		}
		return appendDelimited(dst, field, inner), err
	case MultiType:
		c := d.Cases.Case(uint32(v.Num))
		if c == nil || len(v.Items) != 1 {
			return dst, refuse("typeIndex", "the multi type has no such type")
		}
		inner, err := appendField(nil, c.Index, c.Def, &v.Items[0])
		return appendDelimited(dst, field, inner), err
	}
	if wt := d.wireType(); wt != wireBytes {
		return appendScalar(AppendExtra(dst, field, wt), d, v)
	}
	inner, err := appendScalar(nil, d, v)
	return appendDelimited(dst, field, inner), err
}

func appendDelimited(dst []byte, field uint32, content []byte) []byte {
	dst = AppendVarint(AppendExtra(dst, field, wireBytes), uint64(len(content)))
	return append(dst, content...)
}

func appendItems(dst []byte, field uint32, d *Definition, v *Value) (out []byte, err error) {
	if d.Item.wireType() == wireBytes {
		for i := range v.Items {
			if dst, err = appendField(dst, field, d.Item, &v.Items[i]); err != nil {
				return dst, err
			}
		}
		return dst, nil
	}
	var packed []byte
	for i := range v.Items {
		if packed, err = appendScalar(packed, d.Item, &v.Items[i]); err != nil {
			return dst, err
		}
	}
	return appendDelimited(dst, field, packed), nil
}

// appendFields appends the properties of a model in the order of its declaration.
func appendFields(dst []byte, m *Model, v *Value) (out []byte, err error) {
	if m == nil {
		return dst, refuse("dataModel", "the model is not known")
	}
	for i := range m.Properties {
		p := &m.Properties[i]
		if item := v.Get(p.Index); item != nil {
			if dst, err = appendField(dst, p.Index, p.Def, item); err != nil {
				return dst, format.Within(p.Name, err)
			}
		}
	}
	return dst, nil
}

// appendScalar appends the content of one simple value.
func appendScalar(dst []byte, d *Definition, v *Value) ([]byte, error) {
	if err := v.is(d); err != nil {
		return dst, err
	}
	switch d.Type {
	case Boolean:
		return append(dst, byte(v.Num&1)), nil
	case Number:
		switch {
		case d.Number == Float32:
			return binary.LittleEndian.AppendUint32(dst, uint32(v.Num)), nil
		case d.Number == Float64:
			return binary.LittleEndian.AppendUint64(dst, v.Num), nil
		case d.Number.Signed():
			return AppendZigZag(dst, int64(v.Num)), nil
		}
		return AppendVarint(dst, v.Num), nil
	case Date:
		return AppendZigZag(dst, int64(v.Num)), nil
	case Time:
		return AppendVarint(dst, v.Num/timeUnit(d.Precision)), nil
	case DateTime:
		return appendTransportDateTime(dst, d.Precision, v)
	case Enum:
		return AppendVarint(dst, uint64(uint32(v.Num))), nil
	case GeoPoint:
		if err := checkDegrees(v); err != nil {
			return dst, err
		}
		lat, lon := v.E7()
		return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(dst, uint32(lon)), uint32(lat)), nil
	case Decimal:
		// The text has no size of its own, but readers refuse what the property cannot store.
		if _, err := appendStoredDecimal(nil, d, v); err != nil {
			return dst, err
		}
		return v.appendDecimal(dst), nil
	case Reference:
		return append(dst, v.Bytes...), nil
	}
	return AppendValue(dst, d, v)
}

func appendTransportDateTime(dst []byte, p Precision, v *Value) ([]byte, error) {
	seconds := int64(v.Num)
	switch p {
	case Nanos:
		return AppendVarint(AppendVarint(dst, v.Num), v.Num2), nil
	case Millis:
		if seconds > math.MaxInt64/1000-1 || seconds < math.MinInt64/1000+1 {
			return dst, refuse("value", "the date-time does not fit in 64 bits of milliseconds")
		}
		return AppendVarint(dst, uint64(seconds*1000+int64(v.Num2)/1_000_000)), nil
	}
	return AppendVarint(dst, v.Num), nil
}
