package value

import (
	"math"
	"strconv"
	"unsafe"
)

// Kind is the kind of a JSON value, or bytes, which JSON lacks.
type Kind uint8

// The kinds of values. The zero Value is null.
const (
	Null Kind = iota
	Bool
	Number
	String
	Bytes // of CBOR and of columns; JSON has texts of hex digits instead
	Array
	Object
)

var kindNames = [...]string{"null", "a truth value", "a number", "a text", "bytes", "a list", "an object"}

// String returns the kind in words.
func (k Kind) String() string { return kindNames[k] }

// Value is one value of JSON, or bytes. Numbers keep the text in which they were written, so integers of any
// size stay exact.
type Value struct {
	Kind Kind
	form form           // of a number
	bits uint64         // a number that was not written as text: its bits; otherwise the length of the text
	at   unsafe.Pointer // the first byte of the text, or the list
}

// list is what an array or object contains.
type list struct {
	items []Value
	names []string // of an object, parallel to items
}

// ofText returns a value that has a text: a number as written, the content of a string, "true", the hex digits of bytes.
func ofText(kind Kind, s string) Value {
	return Value{Kind: kind, bits: uint64(len(s)), at: unsafe.Pointer(unsafe.StringData(s))}
}

// ofBits returns a number that was not written as text.
func ofBits(f form, bits uint64) Value { return Value{Kind: Number, form: f, bits: bits} }

// text returns what ofText was given, and "" for other values.
func (v Value) text() string {
	if v.form != formText || v.Kind >= Array {
		return ""
	}
	return unsafe.String((*byte)(v.at), int(v.bits))
}

// list returns the contents of an array or object; nil if it is empty, or v is something else.
func (v Value) list() *list {
	if v.Kind < Array {
		return nil
	}
	return (*list)(v.at)
}

// form says how a number is kept.
type form uint8

const (
	formText   form = iota // as it was written
	formInt                // two's complement
	formUint               // from 0 to 2^64 - 1
	formFloat              // IEEE 754, 64 bits, from a 32-bit number
	formDouble             // the same, from a 64-bit number
)

// Of returns a text value.
func Of(s string) Value { return ofText(String, s) }

// OfBool returns a truth value.
func OfBool(b bool) Value { return ofText(Bool, strconv.FormatBool(b)) }

// OfInt returns a number value.
func OfInt(v int64) Value { return ofBits(formInt, uint64(v)) }

// OfFloat returns a number of the given width (32 or 64 bits), or the text that JSON has for it.
func OfFloat(f float64, bits int) Value {
	if f == 0 && math.Signbit(f) || f-f != 0 {
		return Of(string(AppendFloat(nil, f, bits, false)))
	}
	if bits == 32 {
		return ofBits(formFloat, math.Float64bits(f))
	}
	return ofBits(formDouble, math.Float64bits(f))
}

// OfList returns a list value; the items are not copied.
func OfList(items ...Value) Value { return Value{Kind: Array, at: unsafe.Pointer(&list{items: items})} }

// Member is one named value of an object.
type Member struct {
	Name  string
	Value Value
}

// OfMembers returns an object with the members in the given order.
func OfMembers(members ...Member) Value {
	l := new(list)
	for _, m := range members {
		l.names = append(l.names, m.Name)
		l.items = append(l.items, m.Value)
	}
	return Value{Kind: Object, at: unsafe.Pointer(l)}
}

// IsNull reports whether v is null or absent.
func (v Value) IsNull() bool { return v.Kind == Null }

// Len returns the number of items of an array or members of an object.
func (v Value) Len() int { return len(v.Items()) }

// At returns item i of an array, or the value of member i of an object.
func (v Value) At(i int) Value { return v.list().items[i] }

// Items returns the items of an array, or the values of an object.
func (v Value) Items() []Value {
	if l := v.list(); l != nil {
		return l.items
	}
	return nil
}

// Name returns the name of member i of an object.
func (v Value) Name(i int) string { return v.list().names[i] }

// Get returns the named member of an object. In hundreds of places it would make the WebAssembly of packages 94 kB larger,
// compressed, and rows encode 4 % faster.
//
//go:noinline
func (v Value) Get(name string) (Value, bool) {
	if l := v.list(); l != nil {
		for i, n := range l.names {
			if n == name {
				return l.items[i], true
			}
		}
	}
	return Value{}, false
}

// Pair returns the members of an object that has these two and no others, in this order, as decoders write them.
func (v Value) Pair(first, second string) (a, b Value, ok bool) {
	l := v.list()
	if v.Kind != Object || l == nil || len(l.names) != 2 || l.names[0] != first || l.names[1] != second {
		return a, b, false
	}
	return l.items[0], l.items[1], true
}

// Member returns the named member of an object, or null.
func (v Value) Member(name string) Value {
	m, _ := v.Get(name)
	return m
}

// Text returns the content of a string. Of a number it returns false and the digits, for messages.
func (v Value) Text() (string, bool) {
	if v.Kind == Bytes {
		return "", false // not their digits, for those who look no further
	}
	if v.form != formText {
		return v.Raw(), false
	}
	return v.text(), v.Kind == String
}

// Bool returns a truth value.
func (v Value) Bool() (b, ok bool) { return v.text() == "true", v.Kind == Bool }

// Raw returns a number as it was written, or as JSON would write it. Of a text it returns the
// content, of bytes the digits.
func (v Value) Raw() string {
	if v.form == formText {
		return v.text()
	}
	var room [32]byte
	return string(v.appendNumber(room[:0]))
}

// Whole is Raw for callers that store whole numbers of any size: of a float of CBOR or of a column without a fraction it
// returns all digits. The shortest text of one above 2^53 may be that of another whole number.
func (v Value) Whole() string {
	if v.form == formFloat || v.form == formDouble {
		if f := math.Float64frombits(v.bits); f == math.Trunc(f) {
			return strconv.FormatFloat(f, 'f', 0, 64)
		}
	}
	return v.Raw()
}

func (v Value) appendNumber(dst []byte) []byte {
	switch v.form {
	case formInt:
		return strconv.AppendInt(dst, int64(v.bits), 10)
	case formUint:
		return strconv.AppendUint(dst, v.bits, 10)
	case formFloat:
		return AppendFloat(dst, math.Float64frombits(v.bits), 32, false)
	case formDouble:
		return AppendFloat(dst, math.Float64frombits(v.bits), 64, false)
	}
	return append(dst, v.text()...)
}

// Int returns a whole number, written as a number or as decimal text. "1.0" and "1e3" are not whole numbers here. A
// float of CBOR or of a column is one if it has no fraction; the result is its exact value.
func (v Value) Int() (int64, bool) {
	if v.Kind != Number && v.Kind != String {
		return 0, false
	}
	switch v.form {
	case formInt:
		return int64(v.bits), true
	case formUint:
		return int64(v.bits), v.bits <= math.MaxInt64
	case formFloat, formDouble:
		f := math.Float64frombits(v.bits)
		return int64(f), f == math.Trunc(f) && -1<<63 <= f && f < 1<<63
	}
	text := v.Raw()
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && text[0] != '+'
}

// Uint is Int for unsigned numbers.
func (v Value) Uint() (uint64, bool) {
	if v.Kind != Number && v.Kind != String {
		return 0, false
	}
	switch v.form {
	case formInt:
		return v.bits, int64(v.bits) >= 0
	case formUint:
		return v.bits, true
	case formFloat, formDouble:
		f := math.Float64frombits(v.bits)
		return uint64(f), f == math.Trunc(f) && 0 <= f && f < 1<<64
	}
	n, err := strconv.ParseUint(v.Raw(), 10, 64)
	return n, err == nil
}

// canonicalNaN is Java's NaN, which every upstream writes; math.NaN has one more bit set.
const canonicalNaN = 0x7ff8000000000000

// Float returns a number, or one of the texts "NaN" (Java's canonical one), "Infinity", "-Infinity"
// and "-0.0", rounded to the width of bits (32 or 64).
func (v Value) Float(bits int) (float64, bool) {
	switch v.Kind {
	case Number:
		return v.float(bits)
	case String:
		switch v.text() {
		case "NaN":
			return math.Float64frombits(canonicalNaN), true
		case "Infinity":
			return math.Inf(1), true
		case "-Infinity":
			return math.Inf(-1), true
		case "-0.0":
			return math.Copysign(0, -1), true
		}
	}
	return 0, false
}

// float returns a number, and false if it is beyond the range of the width.
func (v Value) float(bits int) (f float64, ok bool) {
	switch v.form {
	case formFloat, formDouble:
		f = math.Float64frombits(v.bits)
		if bits == 32 {
			f = float64(float32(f))
		}
		return f, f-f == 0
	}
	f, err := strconv.ParseFloat(v.Raw(), bits)
	return f, err == nil
}

// Hex returns bytes, or those of a text of hex digits in either case.
func (v Value) Hex() ([]byte, bool) {
	if v.Kind != String && v.Kind != Bytes {
		return nil, false
	}
	return DecodeHex(v.text())
}

// String returns the value as compact JSON.
func (v Value) String() string {
	var w Writer
	w.Value(v)
	return string(w.Buf)
}

// DecodeHex returns the bytes of an even number of hex digits in either case.
func DecodeHex(s string) ([]byte, bool) {
	if len(s)%2 != 0 {
		return nil, false
	}
	b := make([]byte, len(s)/2)
	for i := range b {
		hi, lo := unhex(s[2*i]), unhex(s[2*i+1])
		if hi|lo > 15 {
			return nil, false
		}
		b[i] = hi<<4 | lo
	}
	return b, true
}

func unhex(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	}
	return 255
}
