package cell

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Byte consumes one byte, which must be one of those allowed, without recording it. words describe
// what is expected.
func Byte(r *wire.Reader, f *span.Field, allowed, words string) (b byte, ok bool) {
	b, ok = r.Peek()
	if !ok {
		r.Fail(wire.Truncated, f, words)
		return 0, false
	}
	if strings.IndexByte(allowed, b) < 0 {
		r.Fail(wire.BadValue, f, words)
		return 0, false
	}
	r.Skip(1)
	return b, true
}

// Flag reads a byte that is 00 or 01.
func Flag(r *wire.Reader, f *span.Field) bool {
	b, ok := Byte(r, f, "\x00\x01", "00 or 01")
	if ok {
		r.Leaf(f, r.Offset()-1, span.BoolValue(b == 1))
	}
	return b == 1
}

// Text reads n bytes as text without validating them.
func Text(r *wire.Reader, f *span.Field, n int) []byte {
	b := r.Take(f, n, "")
	if b != nil {
		r.Leaf(f, r.Offset()-n, span.TextValue(b))
	}
	return b
}

// ValidText reads the rest as text; a strict reader requires it to be UTF-8.
func ValidText(r *wire.Reader, f *span.Field) []byte {
	b := r.Ahead()
	if !r.Lenient() && !utf8.Valid(b) {
		r.Fail(wire.BadText, f, "text in UTF-8")
		return nil
	}
	at := r.Offset()
	r.Skip(len(b))
	r.Leaf(f, at, span.TextValue(b))
	return b
}

// Item reads the key of one of the values in which a store keeps a model. number is the only key
// allowed, and names has the names of all keys.
func Item(r *wire.Reader, f *span.Field, number byte, names []string) {
	name := names[number]
	if _, ok := Byte(r, f, string([]byte{number}), "0"+strconv.Itoa(int(number))+" ("+name+")"); ok {
		r.Leaf(f, r.Offset()-1, span.EnumValue(int64(number), name))
	}
}
