package lexicoder

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
)

// Value is what a lexicoder encodes. The kind decides which members hold it. The value of a reverse
// is that of its operand.
type Value struct {
	Num   uint64  // numbers (signed ones sign-extended), milliseconds, IEEE bits; the most significant half of a uuid
	Least uint64  // the least significant half of a uuid
	Bytes []byte  // string, text, bytes; a biginteger as minimal big-endian two's complement
	Items []Value // pair, list, sequence
}

// Append appends the encoding of v. It refuses a list without elements, a pair that does not have
// two, a string that is not UTF-8, and what AppendBigInteger refuses; dst is then returned
// unchanged.
func (l *Lexicoder) Append(dst []byte, v *Value) ([]byte, error) {
	at := len(dst)
	out, err := l.appendValue(dst, v)
	if err != nil {
		return dst[:at], err
	}
	return out, nil
}

func (l *Lexicoder) appendValue(dst []byte, v *Value) ([]byte, error) {
	switch l.Kind {
	case Long, Date:
		return AppendLong(dst, int64(v.Num)), nil
	case ULong:
		return AppendULong(dst, v.Num), nil
	case Integer:
		return AppendInteger(dst, int32(v.Num)), nil
	case UInteger:
		return AppendUInteger(dst, uint32(v.Num)), nil
	case Double:
		return AppendDouble(dst, v.Num), nil
	case Float:
		return AppendFloat(dst, uint32(v.Num)), nil
	case String:
		if !utf8.Valid(v.Bytes) {
			return dst, format.Refuse("value", "expected text in UTF-8")
		}
		return append(dst, v.Bytes...), nil
	case Text, Bytes:
		return append(dst, v.Bytes...), nil
	case UUID:
		return appendUUID(dst, v.Num, v.Least), nil
	case BigInteger:
		return AppendBigInteger(dst, v.Bytes)
	case Reverse:
		return l.appendReverse(dst, v)
	}
	return l.appendItems(dst, v.Items)
}

func (l *Lexicoder) appendReverse(dst []byte, v *Value) ([]byte, error) {
	at := len(dst)
	dst, err := l.A.appendValue(dst, v)
	if err != nil {
		return dst, err
	}
	dst = escape(dst, at)
	for i := range dst[at:] {
		dst[at+i] = ^dst[at+i]
	}
	return append(dst, 0xff), nil
}

func (l *Lexicoder) appendItems(dst []byte, items []Value) ([]byte, error) {
	switch {
	case l.Kind == Pair && len(items) != 2:
		return dst, format.Refuse("value", "expected two values for a pair, found "+strconv.Itoa(len(items)))
	case l.Kind == List && len(items) == 0:
		return dst, format.Refuse("value", "a list has at least one element; a sequence may have none")
	}
	for i := range items {
		of := l.A
		if l.Kind == Pair && i == 1 {
			of = l.B
		}
		if i > 0 && l.Kind != Sequence {
			dst = append(dst, 0)
		}
		at := len(dst)
		var err error
		if dst, err = of.appendValue(dst, &items[i]); err != nil {
			return dst, err
		}
		if dst = escape(dst, at); l.Kind == Sequence {
			dst = append(dst, 0)
		}
	}
	return dst, nil
}

// NaN as in Java's constant; any other NaN is shown by its bits.
const (
	nan32 = 0x7fc00000
	nan64 = 0x7ff8000000000000
)

// oddNaN reports whether a double or float is a NaN that has to be shown by its bits.
func (l *Lexicoder) oddNaN(v *Value) bool {
	if l.Kind == Float {
		return v.Num&0x7fffffff > 0x7f800000 && v.Num != nan32
	}
	return l.Kind == Double && v.Num&^(1<<63) > 0x7ff0000000000000 && v.Num != nan64
}

// span returns v as the value of a tree node.
func (l *Lexicoder) span(v *Value) span.Value {
	switch l.Kind {
	case Long, Integer:
		return span.IntValue(int64(v.Num))
	case ULong, UInteger:
		return span.UintValue(v.Num)
	case Date:
		return span.MillisValue(int64(v.Num))
	case Double, Float:
		if l.oddNaN(v) {
			return span.BytesValue(bitsOf(l.Kind, v.Num))
		}
		if l.Kind == Float {
			return span.Float32Value(uint32(v.Num))
		}
		return span.Float64Value(v.Num)
	case String, Text:
		if !utf8.Valid(v.Bytes) {
			return span.BytesValue(v.Bytes)
		}
		return span.TextValue(v.Bytes)
	case Bytes:
		return span.BytesValue(v.Bytes)
	case UUID:
		return span.TextValue(appendUUIDText(nil, v))
	case BigInteger:
		return span.Value{Kind: span.Decimal, Bytes: appendDecimal(nil, v.Bytes)}
	}
	return span.Value{}
}

// bitsOf returns the big-endian bits of a double or float.
func bitsOf(k Kind, n uint64) []byte {
	var b []byte
	for shift := 8 * (widths[k] - 1); shift >= 0; shift -= 8 {
		b = append(b, byte(n>>shift))
	}
	return b
}

// double returns the number of a double or float.
func (l *Lexicoder) double(v *Value) (f float64, bits int) {
	if l.Kind == Float {
		return float64(math.Float32frombits(uint32(v.Num))), 32
	}
	return math.Float64frombits(v.Num), 64
}
