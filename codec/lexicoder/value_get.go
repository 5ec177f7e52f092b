package lexicoder

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// SignedValue returns a value for long and integer, or for date, in milliseconds since 1970-01-01
// UTC.
func SignedValue(n int64) Value { return Value{Num: uint64(n)} }

// UnsignedValue returns a value for ulong and uinteger.
func UnsignedValue(n uint64) Value { return Value{Num: n} }

// DoubleValue returns a value for double.
func DoubleValue(f float64) Value { return Value{Num: math.Float64bits(f)} }

// FloatValue returns a value for float.
func FloatValue(f float32) Value { return Value{Num: uint64(math.Float32bits(f))} }

// UUIDValue returns a value for uuid, given by its two halves.
func UUIDValue(most, least uint64) Value { return Value{Num: most, Least: least} }

// StringValue returns a value for string and text.
func StringValue(s string) Value { return Value{Bytes: []byte(s)} }

// BytesValue returns a value for bytes; b is not copied.
func BytesValue(b []byte) Value { return Value{Bytes: b} }

// ItemsValue returns a value for pair, list and sequence.
func ItemsValue(items ...Value) Value { return Value{Items: items} }

// plain returns the lexicoder that determines a value's members: l without its reverses.
func (l *Lexicoder) plain() *Lexicoder {
	for l.Kind == Reverse {
		l = l.A
	}
	return l
}

// Int64 returns the number in v, a value of l; ok is false if l is not a signed integer or date.
func (l *Lexicoder) Int64(v *Value) (n int64, ok bool) {
	switch l.plain().Kind {
	case Long, Integer, Date:
		return int64(v.Num), true
	}
	return 0, false
}

// Uint64 returns the number in v, a value of l; ok is false if l is not an unsigned integer.
func (l *Lexicoder) Uint64(v *Value) (n uint64, ok bool) {
	switch l.plain().Kind {
	case ULong, UInteger:
		return v.Num, true
	}
	return 0, false
}

// Float64 returns the number in v, a value of l; ok is false if l is not double or float.
func (l *Lexicoder) Float64(v *Value) (f float64, ok bool) {
	p := l.plain()
	if p.Kind != Double && p.Kind != Float {
		return 0, false
	}
	f, _ = p.double(v)
	return f, true
}

// AppendText appends v, a value of l, for people: numbers in decimal, dates as ISO 8601 in UTC,
// text in quotes, other bytes in hex, and items in brackets.
func (l *Lexicoder) AppendText(dst []byte, v *Value) []byte {
	p := l.plain()
	switch p.Kind {
	case Long, Integer:
		return strconv.AppendInt(dst, int64(v.Num), 10)
	case ULong, UInteger:
		return strconv.AppendUint(dst, v.Num, 10)
	case Date:
		return span.AppendTime(dst, int64(v.Num))
	case Double, Float:
		f, bits := p.double(v)
		return value.AppendFloat(dst, f, bits, false)
	case UUID:
		return appendUUIDText(dst, v)
	case BigInteger:
		return appendDecimal(dst, v.Bytes)
	case String, Text:
		if utf8.Valid(v.Bytes) {
			return value.AppendQuoted(dst, string(v.Bytes))
		}
		return value.AppendHex(dst, v.Bytes)
	case Bytes:
		return value.AppendHex(dst, v.Bytes)
	}
	dst = append(dst, '[')
	for i := range v.Items {
		of := p.A
		if p.Kind == Pair && i == 1 {
			of = p.B
		}
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = of.AppendText(dst, &v.Items[i])
	}
	return append(dst, ']')
}
