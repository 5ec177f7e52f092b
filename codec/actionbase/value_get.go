package actionbase

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
)

// BooleanValue returns a value that is a boolean.
func BooleanValue(b bool) Value {
	if b {
		return Value{Kind: Boolean, Num: 1}
	}
	return Value{Kind: Boolean}
}

// ByteValue returns a byte: an 8-bit signed integer.
func ByteValue(n int8) Value { return Value{Kind: Byte, Num: uint64(n)} }

// ShortValue returns a short: a 16-bit signed integer.
func ShortValue(n int16) Value { return Value{Kind: Short, Num: uint64(n)} }

// IntValue returns an int: a 32-bit signed integer.
func IntValue(n int32) Value { return Value{Kind: Int, Num: uint64(n)} }

// LongValue returns a long: a 64-bit signed integer.
func LongValue(n int64) Value { return Value{Kind: Long, Num: uint64(n)} }

// FloatValue returns a float: a 32-bit floating-point number.
func FloatValue(f float32) Value { return Value{Kind: Float, Num: uint64(math.Float32bits(f))} }

// DoubleValue returns a double: a 64-bit floating-point number.
func DoubleValue(f float64) Value { return Value{Kind: Double, Num: math.Float64bits(f)} }

// StringValue returns a string.
func StringValue(s string) Value { return Value{Kind: String, Text: []byte(s)} }

// JSONValue returns JSON text. AppendValue accepts it only if there is no white space between
// tokens.
func JSONValue(s string) Value { return Value{Kind: JSON, Text: []byte(s)} }

// Asc returns v as it is stored in ascending order.
func (v Value) Asc() OrderedValue { return OrderedValue{v, order.Asc} }

// Desc returns v as it is stored in descending order.
func (v Value) Desc() OrderedValue { return OrderedValue{v, order.Desc} }

// IsNull reports whether v is null.
func (v Value) IsNull() bool { return v.Kind == Null }

// Int64 returns the number; ok is false if v is not a byte, short, int or long.
func (v Value) Int64() (n int64, ok bool) {
	if v.Kind < Byte || v.Kind > Long {
		return 0, false
	}
	return int64(v.Num), true
}

// Float64 returns the number; ok is false if v is not a float or double.
func (v Value) Float64() (f float64, ok bool) {
	switch v.Kind {
	case Float:
		return float64(math.Float32frombits(uint32(v.Num))), true
	case Double:
		return math.Float64frombits(v.Num), true
	}
	return 0, false
}

// Bool returns the boolean; ok is false if v is not one.
func (v Value) Bool() (b, ok bool) {
	if v.Kind != Boolean {
		return false, false
	}
	return v.Num == 1, true
}

// Bytes returns Text; ok is false if v is not a string or JSON.
func (v Value) Bytes() (b []byte, ok bool) {
	if v.Kind != String && v.Kind != JSON {
		return nil, false
	}
	return v.Text, true
}

// AppendText appends the text that String returns.
func (v Value) AppendText(dst []byte) []byte {
	switch v.Kind {
	case Null:
		return append(dst, "null"...)
	case Boolean:
		return strconv.AppendBool(dst, v.Num == 1)
	case Byte, Short, Int, Long:
		return strconv.AppendInt(dst, int64(v.Num), 10)
	case Float:
		return value.AppendFloat(dst, float64(math.Float32frombits(uint32(v.Num))), 32, false)
	case Double:
		return value.AppendFloat(dst, math.Float64frombits(v.Num), 64, false)
	}
	return append(dst, v.Text...)
}

// String returns a string as it is, JSON as its text, a number in decimal, or one of the words
// true, false and null.
func (v Value) String() string { return string(v.AppendText(nil)) }

// String returns the value, followed by "DESC" if that is its order.
func (v OrderedValue) String() string {
	s := v.Value.AppendText(nil)
	if v.Order == order.Desc {
		s = append(s, " DESC"...)
	}
	return string(s)
}
