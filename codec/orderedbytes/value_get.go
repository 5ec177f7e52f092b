package orderedbytes

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
)

// NumericValue returns a finite decimal number.
func NumericValue(d Decimal) Value { return Value{Type: Numeric, Dec: d} }

// NumericOf returns a floating-point number, which may be NaN or infinite, as a numeric with the
// digits that a JVM prints.
func NumericOf(f float64) (v Value) {
	v.setDouble(f)
	return v
}

// Int8Value returns an int8.
func Int8Value(n int8) Value { return Value{Type: Int8, Num: uint64(n)} }

// Int16Value returns an int16.
func Int16Value(n int16) Value { return Value{Type: Int16, Num: uint64(n)} }

// Int32Value returns an int32.
func Int32Value(n int32) Value { return Value{Type: Int32, Num: uint64(n)} }

// Int64Value returns an int64.
func Int64Value(n int64) Value { return Value{Type: Int64, Num: uint64(n)} }

// Float32Value returns a float32.
func Float32Value(f float32) Value { return Value{Type: Float32, Num: uint64(math.Float32bits(f))} }

// Float64Value returns a float64.
func Float64Value(f float64) Value { return Value{Type: Float64, Num: math.Float64bits(f)} }

// TextValue returns text.
func TextValue(s string) Value { return Value{Type: Text, Bytes: []byte(s)} }

// BlobVarValue returns a blob-var: bytes that other values may follow. b is not copied.
func BlobVarValue(b []byte) Value { return Value{Type: BlobVar, Bytes: b} }

// BlobCopyValue returns a blob-copy: bytes that are stored verbatim. b is not copied.
func BlobCopyValue(b []byte) Value { return Value{Type: BlobCopy, Bytes: b} }

// Asc returns v as it is stored in ascending order.
func (v Value) Asc() OrderedValue { return OrderedValue{v, order.Asc} }

// Desc returns v as it is stored in descending order.
func (v Value) Desc() OrderedValue { return OrderedValue{v, order.Desc} }

// IsNull reports whether v is null.
func (v Value) IsNull() bool { return v.Type == Null }

// Int64 returns the number; ok is false if v is not an int8, int16, int32 or int64.
func (v Value) Int64() (n int64, ok bool) {
	if v.Type < Int8 || v.Type > Int64 {
		return 0, false
	}
	return int64(v.Num), true
}

// Float64 returns a float32 or float64, or the double nearest to a numeric; ok is false for other
// types.
func (v Value) Float64() (f float64, ok bool) {
	switch v.Type {
	case Float32:
		return float64(math.Float32frombits(uint32(v.Num))), true
	case Float64:
		return math.Float64frombits(v.Num), true
	case Numeric:
		return v.double(), true
	}
	return 0, false
}

// AppendText appends the text that String returns.
func (v Value) AppendText(dst []byte) []byte {
	switch v.Type {
	case Null:
		return append(dst, "null"...)
	case Numeric:
		return v.appendNumber(dst)
	case Int8, Int16, Int32, Int64:
		return strconv.AppendInt(dst, int64(v.Num), 10)
	case Float32:
		return value.AppendFloat(dst, float64(math.Float32frombits(uint32(v.Num))), 32, false)
	case Float64:
		return value.AppendFloat(dst, math.Float64frombits(v.Num), 64, false)
	case Text:
		return append(dst, v.Bytes...)
	}
	return value.AppendHex(dst, v.Bytes)
}

// String returns text as it is, numbers in decimal, blobs in hex, and null as the word null.
func (v Value) String() string { return string(v.AppendText(nil)) }

// String returns the value, followed by "DESC" if that is its order.
func (v OrderedValue) String() string {
	s := v.Value.AppendText(nil)
	if v.Order == order.Desc {
		s = append(s, " DESC"...)
	}
	return string(s)
}
