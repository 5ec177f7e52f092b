package maryk

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/value"
)

// BooleanValue returns a Boolean.
func BooleanValue(b bool) Value {
	if b {
		return Value{Type: Boolean, Num: 1}
	}
	return Value{Type: Boolean}
}

// IntegerValue returns a number of an integer type t; n holds the bits of a UInt64. AppendValue
// truncates the number to the type.
func IntegerValue(t NumberType, n int64) Value { return Value{Type: Number, Number: t, Num: uint64(n)} }

// FloatValue returns a number of type Float32 or Float64.
func FloatValue(t NumberType, f float64) Value {
	v := Value{Type: Number, Number: t}
	v.setFloat(f)
	return v
}

// StringValue returns a String.
func StringValue(s string) Value { return Value{Type: String, Bytes: []byte(s)} }

// BytesValue returns bytes of type FixedBytes, FlexBytes or Reference. b is not copied.
func BytesValue(t Type, b []byte) Value { return Value{Type: t, Bytes: b} }

// DateValue returns a Date, given in days since 1970-01-01.
func DateValue(days int32) Value { return Value{Type: Date, Num: uint64(days)} }

// DateTimeValue returns a DateTime, given in seconds since 1970-01-01 UTC and nanoseconds.
func DateTimeValue(seconds int64, nanos uint32) Value {
	return Value{Type: DateTime, Num: uint64(seconds), Num2: uint64(nanos)}
}

// GeoPointValue returns a GeoPoint, given in degrees.
func GeoPointValue(latitude, longitude float64) Value {
	return Value{Type: GeoPoint, Num: math.Float64bits(latitude), Num2: math.Float64bits(longitude)}
}

// Int64 returns an integer that fits in an int64, the index of a case, the days of a date, the
// nanosecond of a time, or the seconds of a date-time. ok is false for other values.
func (v Value) Int64() (n int64, ok bool) {
	switch v.Type {
	case Enum, Date, Time, DateTime:
		return int64(v.Num), true
	case Number:
		if !v.Number.Float() && (v.Number.Signed() || v.Num <= math.MaxInt64) {
			return int64(v.Num), true
		}
	}
	return 0, false
}

// Uint64 returns a non-negative integer. ok is false for other values.
func (v Value) Uint64() (n uint64, ok bool) {
	if v.Type != Number || v.Number.Float() || v.Number.Signed() && v.Num > math.MaxInt64 {
		return 0, false
	}
	return v.Num, true
}

// Float64 returns a floating-point number. ok is false for other values.
func (v Value) Float64() (f float64, ok bool) {
	if v.Type != Number || !v.Number.Float() {
		return 0, false
	}
	return v.Float(), true
}

// Bool returns a boolean. ok is false for other values.
func (v Value) Bool() (b, ok bool) {
	if v.Type != Boolean {
		return false, false
	}
	return v.Num != 0, true
}

// Named returns the value of the property called name in an Embed or Value, or nil if unset.
func (v *Value) Named(name string) *Value {
	if v.Def == nil || v.Def.Model == nil {
		return nil
	}
	if p := v.Def.Model.PropertyNamed(name); p != nil {
		return v.Get(p.Index)
	}
	return nil
}

// String returns what AppendText appends. For containers it includes everything inside: [1, 2], {a:
// 1}.
func (v Value) String() string { return string(v.appendAll(nil)) }

func (v *Value) appendAll(dst []byte) []byte {
	switch v.Type {
	case Enum:
		if v.Def == nil {
			return strconv.AppendUint(dst, v.Num, 10)
		}
	case MultiType:
		if len(v.Items) > 0 {
			return v.Items[0].appendAll(dst)
		}
	case List, Set:
		return v.appendItems(dst)
	case Map, IncMap:
		return v.appendPairs(dst)
	case Embed, ValueObject:
		if v.Def != nil && v.Def.Model != nil {
			return v.appendProperties(dst)
		}
		return value.AppendHex(dst, v.Bytes)
	}
	return v.appendText(dst)
}

func (v *Value) appendItems(dst []byte) []byte {
	dst = append(dst, '[')
	for i := range v.Items {
		dst = v.Items[i].appendAll(comma(dst, i))
	}
	return append(dst, ']')
}

func (v *Value) appendPairs(dst []byte) []byte {
	dst = append(dst, '{')
	for i := 0; i+1 < len(v.Items); i += 2 {
		dst = v.Items[i].appendAll(comma(dst, i))
		dst = v.Items[i+1].appendAll(append(dst, ": "...))
	}
	return append(dst, '}')
}

func (v *Value) appendProperties(dst []byte) []byte {
	dst = append(dst, '{')
	for i := range v.Items {
		dst = append(comma(dst, i), v.Def.Model.propertyName(v.Items[i].Index)...)
		dst = v.Items[i].appendAll(append(dst, ": "...))
	}
	return append(dst, '}')
}

// comma appends the separator before item i.
func comma(dst []byte, i int) []byte {
	if i == 0 {
		return dst
	}
	return append(dst, ", "...)
}
