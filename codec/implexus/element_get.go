package implexus

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/value"
)

// Entry is an entry of a dictionary.
type Entry struct {
	Key   string
	Value Value
}

func single(e Element) Value { return Value{Elements: []Element{e}} }

// NullValue returns null.
func NullValue() Value { return single(Element{Type: Null}) }

// BoolValue returns a bool.
func BoolValue(b bool) Value {
	if b {
		return single(Element{Type: Bool, Num: 1})
	}
	return single(Element{Type: Bool})
}

// Int64Value returns an int64.
func Int64Value(n int64) Value { return single(Element{Type: Int64, Num: uint64(n)}) }

// Uint64Value returns a uint64.
func Uint64Value(n uint64) Value { return single(Element{Type: Uint64, Num: n}) }

// DoubleValue returns a double.
func DoubleValue(f float64) Value { return single(Element{Type: Double, Num: math.Float64bits(f)}) }

// StringValue returns a string.
func StringValue(s string) Value { return single(Element{Type: String, Bytes: []byte(s)}) }

// BinaryValue returns a binary value; b is not copied.
func BinaryValue(b []byte) Value { return single(Element{Type: Binary, Bytes: b}) }

// ArrayValue returns an array of values.
func ArrayValue(items ...Value) Value {
	v := single(Element{Type: Array, Count: len(items)})
	for i := range items {
		v.Elements = append(v.Elements, items[i].Elements...)
	}
	v.Elements[0].Size = len(v.Elements) - 1
	return v
}

// DictionaryValue returns a dictionary. AppendValue refuses a repeated key.
func DictionaryValue(entries ...Entry) Value {
	v := single(Element{Type: Dictionary, Count: len(entries)})
	for i := range entries {
		at := len(v.Elements)
		v.Elements = append(v.Elements, entries[i].Value.Elements...)
		if at < len(v.Elements) {
			v.Elements[at].Key = []byte(entries[i].Key)
		}
	}
	v.Elements[0].Size = len(v.Elements) - 1
	return v
}

// IsNull reports whether e is null.
func (e *Element) IsNull() bool { return e.Type == Null }

// Int64 returns an int64, or a uint64 that fits in one.
func (e *Element) Int64() (n int64, ok bool) {
	if e.Type != Int64 && (e.Type != Uint64 || e.Num > math.MaxInt64) {
		return 0, false
	}
	return int64(e.Num), true
}

// Uint64 returns a uint64, or an int64 that is not negative.
func (e *Element) Uint64() (n uint64, ok bool) {
	if e.Type != Uint64 && (e.Type != Int64 || e.Num > math.MaxInt64) {
		return 0, false
	}
	return e.Num, true
}

// Float64 returns a double.
func (e *Element) Float64() (f float64, ok bool) {
	if e.Type != Double {
		return 0, false
	}
	return math.Float64frombits(e.Num), true
}

// Bool returns a bool.
func (e *Element) Bool() (b, ok bool) {
	if e.Type != Bool {
		return false, false
	}
	return e.Num == 1, true
}

// AppendText appends the text that String returns.
func (e *Element) AppendText(dst []byte) []byte {
	switch e.Type {
	case Null:
		return append(dst, "null"...)
	case Bool:
		return strconv.AppendBool(dst, e.Num == 1)
	case Int64:
		return strconv.AppendInt(dst, int64(e.Num), 10)
	case Uint64:
		return strconv.AppendUint(dst, e.Num, 10)
	case Double:
		return value.AppendFloat(dst, math.Float64frombits(e.Num), 64, false)
	case String:
		return append(dst, e.Bytes...)
	case Binary:
		return value.AppendHex(dst, e.Bytes)
	}
	dst = append(append(dst, e.Type.String()...), " of "...)
	return strconv.AppendInt(dst, int64(e.Count), 10)
}

// String returns a string as it is, numbers in decimal, bytes in hex, one of the words true, false
// and null, and, for a container, text such as "array of 2".
func (e *Element) String() string { return string(e.AppendText(nil)) }

// String returns the value with everything inside it, such as [1, {"name": "a"}].
func (v Value) String() string {
	if len(v.Elements) == 0 {
		return ""
	}
	if t := v.Elements[0].Type; t != Array && t != Dictionary {
		return v.Elements[0].String()
	}
	dst, _ := v.appendText(nil, 0, 0)
	return string(dst)
}

// appendText appends element i, with strings in quotes, and returns the index after it.
func (v *Value) appendText(dst []byte, i, depth int) ([]byte, int) {
	e := &v.Elements[i]
	i++
	switch {
	case e.Type == String:
		return value.AppendQuoted(dst, string(e.Bytes)), i
	case e.Type < Array || depth >= DepthMax:
		return e.AppendText(dst), i
	}
	brackets := "[]"
	if e.Type == Dictionary {
		brackets = "{}"
	}
	dst = append(dst, brackets[0])
	for k := 0; k < e.Count && i < len(v.Elements); k++ {
		if k > 0 {
			dst = append(dst, ", "...)
		}
		if e.Type == Dictionary {
			dst = append(value.AppendQuoted(dst, string(v.Elements[i].Key)), ": "...)
		}
		dst, i = v.appendText(dst, i, depth+1)
	}
	return append(dst, brackets[1]), i
}
