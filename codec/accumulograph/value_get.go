package accumulograph

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// NullValue returns null.
func NullValue() Value { return Value{Kind: Null} }

// BooleanValue returns a boolean.
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

// IntegerValue returns an integer: a 32-bit signed integer.
func IntegerValue(n int32) Value { return Value{Kind: Integer, Num: uint64(n)} }

// LongValue returns a long: a 64-bit signed integer.
func LongValue(n int64) Value { return Value{Kind: Long, Num: uint64(n)} }

// FloatValue returns a float: a 32-bit floating-point number.
func FloatValue(f float32) Value { return Value{Kind: Float, Num: uint64(math.Float32bits(f))} }

// DoubleValue returns a double: a 64-bit floating-point number.
func DoubleValue(f float64) Value { return Value{Kind: Double, Num: math.Float64bits(f)} }

// CharacterValue returns a character, which is one UTF-16 unit.
func CharacterValue(unit uint16) Value { return Value{Kind: Character, Num: uint64(unit)} }

// StringValue returns a string.
func StringValue(s string) Value { return Value{Kind: String, Text: []byte(s)} }

// DateValue returns a date, given in milliseconds since 1970-01-01 UTC.
func DateValue(millis int64) Value { return Value{Kind: Date, Num: uint64(millis)} }

// EnumValue returns an enum constant.
func EnumValue(class, constant string) Value {
	return Value{Kind: Enum, Class: []byte(class), Text: []byte(constant)}
}

// QNameValue returns a qualified name; the namespace may be empty.
func QNameValue(namespace, local string) Value {
	return Value{Kind: QName, Class: []byte(namespace), Text: []byte(local)}
}

// IsNull reports whether v is null.
func (v Value) IsNull() bool { return v.Kind == Null }

// Int64 returns the number; ok is false if v is not a byte, short, integer or long.
func (v Value) Int64() (n int64, ok bool) {
	switch v.Kind {
	case Byte, Short, Integer, Long:
		return int64(v.Num), true
	}
	return 0, false
}

// Millis returns a date in milliseconds since 1970-01-01 UTC; ok is false if v is not a date.
func (v Value) Millis() (n int64, ok bool) {
	if v.Kind != Date {
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

// Bytes returns Text; ok is false if v is not a string.
func (v Value) Bytes() (b []byte, ok bool) {
	if v.Kind != String {
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
	case Byte, Short, Integer, Long:
		return strconv.AppendInt(dst, int64(v.Num), 10)
	case Float:
		return value.AppendFloat(dst, float64(math.Float32frombits(uint32(v.Num))), 32, false)
	case Double:
		return value.AppendFloat(dst, math.Float64frombits(v.Num), 64, false)
	case Character:
		return appendUnit(dst, uint16(v.Num))
	case Date:
		return span.AppendTime(dst, int64(v.Num))
	case Enum:
		return append(append(append(dst, v.Class...), ':'), v.Text...)
	case QName:
		if len(v.Class) > 0 {
			dst = append(append(append(dst, '{'), v.Class...), '}')
		}
		return append(dst, v.Text...)
	case Serializable:
		return append(strconv.AppendInt(append(dst, "Java object of "...), int64(len(v.Payload)), 10), " bytes"...)
	}
	return append(dst, v.Text...)
}

// String returns a string as it is, numbers in decimal, a date as ISO 8601 in UTC, an enum as
// class:CONSTANT, a qualified name as {namespace}local, or one of the words true, false and null.
// Of a Java object stream it returns the length.
func (v Value) String() string { return string(v.AppendText(nil)) }
