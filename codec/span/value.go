package span

import (
	"math"
	"unsafe"
)

// Kind is the kind of a node's decoded value.
type Kind uint8

const (
	None    Kind = iota // the node itself has no value
	Null                // the format's null
	Bool                // Num is 0 or 1
	Int                 // Num is an int64
	Uint                // Num is a uint64
	Float32             // Num holds the IEEE 754 bits
	Float64             // Num holds the IEEE 754 bits
	Text                // Bytes are UTF-8, or meant to be
	JSON                // Bytes are JSON text
	Bytes               // Bytes are raw bytes
	Millis              // Num is an int64 count of milliseconds since 1970-01-01 UTC
	Hash                // Num is an int32 hash code, Bytes its name if known
	Enum                // Num is an int64 code, Bytes its name
	Decimal             // Bytes are the text of a number of any size
)

var kindNames = [...]string{"none", "null", "bool", "int", "uint", "float32", "float64", "text", "json", "bytes", "millis",
	"hash", "enum", "decimal"}

// String returns the kind's name as in tree JSON.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "none"
}

// Value is the decoded value of a node. It is not yet text: views format it on demand. Bytes alias
// the input or the decoder's scratch memory.
type Value struct {
	Kind  Kind
	Width uint8 // width in bits of an Int or Uint, if the bytes themselves determine it
	Num   uint64
	Bytes []byte
}

// NullValue is the format's null.
func NullValue() Value { return Value{Kind: Null} }

// BoolValue returns a truth value.
func BoolValue(b bool) Value {
	if b {
		return Value{Kind: Bool, Num: 1}
	}
	return Value{Kind: Bool}
}

// IntValue returns a signed number.
func IntValue(v int64) Value { return Value{Kind: Int, Num: uint64(v)} }

// UintValue returns an unsigned number.
func UintValue(v uint64) Value { return Value{Kind: Uint, Num: v} }

// MillisValue returns an instant in milliseconds since 1970-01-01 UTC.
func MillisValue(v int64) Value { return Value{Kind: Millis, Num: uint64(v)} }

// Float32Value returns a single-precision number with exactly these bits.
func Float32Value(bits uint32) Value { return Value{Kind: Float32, Num: uint64(bits)} }

// Float64Value returns a double-precision number with exactly these bits.
func Float64Value(bits uint64) Value { return Value{Kind: Float64, Num: bits} }

// TextValue returns text; b is not copied.
func TextValue(b []byte) Value { return Value{Kind: Text, Bytes: b} }

// BytesValue returns bytes; b is not copied.
func BytesValue(b []byte) Value { return Value{Kind: Bytes, Bytes: b} }

// HashValue returns a hash code and the name that hashes to it; name is empty if unknown.
func HashValue(code int32, name string) Value {
	return Value{Kind: Hash, Num: uint64(int64(code)), Bytes: readOnly(name)}
}

// EnumValue returns a code with its name.
func EnumValue(code int64, name string) Value {
	return Value{Kind: Enum, Num: uint64(code), Bytes: readOnly(name)}
}

// Float returns the number of a Float32 or Float64 value.
func (v Value) Float() float64 {
	if v.Kind == Float32 {
		return float64(math.Float32frombits(uint32(v.Num)))
	}
	return math.Float64frombits(v.Num)
}

// readOnly views the bytes of a string without copying them. No view writes to the bytes of a Value.
func readOnly(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
