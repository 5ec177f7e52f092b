package lexicoder

import (
	"math"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// write writes v as JSON: 64-bit numbers, instants and big integers as decimal text, a NaN other
// than Java's by its bits, text that is not UTF-8 in hex.
func (l *Lexicoder) write(w *value.Writer, v *Value) {
	switch l.Kind {
	case Long, Date:
		w.Int64(int64(v.Num))
	case ULong, UInteger:
		w.Uint64(v.Num)
	case Integer:
		w.Int(int64(v.Num))
	case Double, Float:
		if l.oddNaN(v) {
			writeHex(w, "nan", bitsOf(l.Kind, v.Num))
		} else {
			w.Float(l.double(v))
		}
	case String, Text:
		if l.Kind == Text && !utf8.Valid(v.Bytes) {
			writeHex(w, "hex", v.Bytes)
		} else {
			w.Text(v.Bytes)
		}
	case Bytes:
		w.Hex(v.Bytes)
	case UUID:
		var room [36]byte
		w.Text(appendUUIDText(room[:0], v))
	case BigInteger:
		var room [64]byte
		w.Text(appendDecimal(room[:0], v.Bytes))
	case Reverse:
		l.A.write(w, v)
	default:
		w.Array()
		for i := range v.Items {
			of := l.A
			if l.Kind == Pair && i == 1 {
				of = l.B
			}
			of.write(w, &v.Items[i])
		}
		w.EndArray()
	}
}

func writeHex(w *value.Writer, name string, b []byte) {
	w.Object()
	w.Key(name)
	w.Hex(b)
	w.EndObject()
}

// appendUUIDText appends the standard form: 8-4-4-4-12 hex digits.
func appendUUIDText(dst []byte, v *Value) []byte {
	for i := range 16 {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			dst = append(dst, '-')
		}
		half := v.Num
		if i >= 8 {
			half = v.Least
		}
		c := byte(half >> (56 - 8*(i%8)))
		dst = append(dst, "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
	}
	return dst
}

func parseUUID(s string, v *Value) bool {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return false
	}
	b, ok := value.DecodeHex(s[:8] + s[9:13] + s[14:18] + s[19:23] + s[24:])
	if !ok {
		return false
	}
	for i, c := range b {
		if i < 8 {
			v.Num = v.Num<<8 | uint64(c)
		} else {
			v.Least = v.Least<<8 | uint64(c)
		}
	}
	return true
}

// parse reads what write writes.
func (l *Lexicoder) parse(in value.Value, v *Value) error {
	ok := false
	switch l.Kind {
	case Reverse:
		return l.A.parse(in, v)
	case Pair, List, Sequence:
		return l.parseItems(in, v)
	case Long, Date:
		var n int64
		n, ok = in.Int()
		v.Num = uint64(n)
	case Integer:
		var n int64
		n, ok = in.Int()
		ok = ok && n == int64(int32(n))
		v.Num = uint64(n)
	case ULong:
		v.Num, ok = in.Uint()
	case UInteger:
		v.Num, ok = in.Uint()
		ok = ok && v.Num <= math.MaxUint32
	case Double, Float:
		if err := format.Inexact("value", in, 8*widths[l.Kind]); err != nil {
			return err
		}
		ok = l.parseFloat(in, v)
	case String, Text:
		var s string
		if s, ok = in.Text(); ok {
			v.Bytes = []byte(value.Questioned(s))
		} else if h, isHex := in.Get("hex"); isHex && l.Kind == Text && in.Len() == 1 {
			v.Bytes, ok = h.Hex()
		}
	case Bytes:
		v.Bytes, ok = in.Hex()
	case UUID:
		s, _ := in.Text()
		ok = parseUUID(s, v)
	case BigInteger:
		var s string
		if in.Kind == value.String || in.Kind == value.Number {
			s = in.Whole()
		}
		v.Bytes, ok = parseDecimal(s)
	}
	if !ok {
		return format.Refuse("value", "expected "+expected[l.Kind]+", found "+found(in))
	}
	return nil
}

// expected describes what a value of each scalar looks like.
var expected = [kinds]string{
	Long: "a whole number of 64 bits", ULong: "an unsigned number of 64 bits", Integer: "a whole number of 32 bits",
	UInteger: "an unsigned number of 32 bits", Date: "milliseconds since 1970 as a whole number",
	Double: `a number, or {"nan": bits in hex}`, Float: `a number, or {"nan": bits in hex}`, String: "text",
	Text: `text, or {"hex": bytes}`, Bytes: "bytes as hex", UUID: "a UUID as 8-4-4-4-12 hex digits",
	BigInteger: "a whole number of at most 8192 bytes",
}

func (l *Lexicoder) parseFloat(in value.Value, v *Value) bool {
	if h, ok := in.Get("nan"); ok && in.Len() == 1 {
		return l.parseBits(h, v) && (l.oddNaN(v) || v.Num == nan32 || v.Num == nan64)
	}
	f, ok := in.Float(8 * widths[l.Kind])
	if l.Kind == Float {
		v.Num = uint64(math.Float32bits(float32(f)))
	} else {
		v.Num = math.Float64bits(f)
	}
	if f != f {
		v.Num = nan64
		if l.Kind == Float {
			v.Num = nan32
		}
	}
	return ok
}

// parseBits reads IEEE bits given in hex.
func (l *Lexicoder) parseBits(in value.Value, v *Value) bool {
	b, ok := in.Hex()
	if !ok || len(b) != widths[l.Kind] {
		return false
	}
	v.Num = 0
	for _, c := range b {
		v.Num = v.Num<<8 | uint64(c)
	}
	return true
}

func (l *Lexicoder) parseItems(in value.Value, v *Value) error {
	if in.Kind != value.Array {
		return format.Refuse("value", "expected a list, found "+found(in))
	}
	v.Items = make([]Value, in.Len())
	for i, it := range in.Items() {
		of := l.A
		if l.Kind == Pair && i == 1 {
			of = l.B
		}
		if err := of.parse(it, &v.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// found describes what a member holds.
func found(v value.Value) string {
	if v.Kind == value.String || v.Kind == value.Number {
		return cut(v.Raw())
	}
	return v.Kind.String()
}
