package rfile

import (
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// vlong consumes Hadoop's variable-length number, as used in keys. A first byte, signed, of -112
// or more is the number itself. From -120 to -113 it says how many bytes (1 to 8, big-endian) of
// a positive number follow; below that, how many bytes of the complement of a negative number.
func vlong(r *wire.Reader, f *span.Field) int64 {
	if b, ok := r.Peek(); ok && int8(b) >= -112 {
		return number(r, f, 1, int64(int8(b)))
	}
	return longVlong(r, f)
}

func longVlong(r *wire.Reader, f *span.Field) int64 {
	b := r.Ahead()
	if len(b) == 0 {
		r.Take(f, 1, "a number")
		return 0
	}
	first := int(int8(b[0]))
	n, negative := -112-first, false
	if first < -120 {
		n, negative = -120-first, true
	}
	if len(b) <= n {
		r.Take(f, n+1, "a number of as many bytes as its first one says")
		return 0
	}
	var v uint64
	for _, c := range b[1 : 1+n] {
		v = v<<8 | uint64(c)
	}
	if negative {
		v = ^v
	}
	return number(r, f, 1+n, int64(v))
}

// tlong consumes the container's variable-length number, as used in regions and the meta index.
// A first byte, signed, of -32 or more is the number itself. Below that, it has the upper bits
// of a number of 2, 3 or 4 bytes; below -120 it says how many bytes follow (4 to 8).
func tlong(r *wire.Reader, f *span.Field) int64 {
	b := r.Ahead()
	if len(b) == 0 {
		r.Take(f, 1, "a number")
		return 0
	}
	first := int64(int8(b[0]))
	if first >= -32 {
		return number(r, f, 1, first)
	}
	high, n := int64(0), 0
	switch {
	case first >= -72:
		high, n = first+52, 1
	case first >= -104:
		high, n = first+88, 2
	case first >= -120:
		high, n = first+112, 3
	default:
		if n = int(first) + 129; n < 4 {
			r.FailFound(wire.BadValue, f, "the first byte of a number", "one that no number begins with")
			return 0
		}
		high = -1 // the sign for the bytes that follow, which override it if it differs
		if len(b) > 1 && b[1] < 0x80 {
			high = 0
		}
	}
	if len(b) <= n {
		r.Take(f, n+1, "a number of as many bytes as its first one says")
		return 0
	}
	v := high
	for _, c := range b[1 : 1+n] {
		v = v<<8 | int64(c)
	}
	return number(r, f, 1+n, v)
}

// number consumes the n bytes of a number whose value is already known.
func number(r *wire.Reader, f *span.Field, n int, v int64) int64 {
	from := r.Offset()
	r.Skip(n)
	r.Leaf(f, from, span.IntValue(v))
	return v
}

// int32of consumes a signed big-endian number of 4 bytes.
func int32of(r *wire.Reader, f *span.Field) int {
	from := r.Offset()
	b := r.Take(f, 4, "4 bytes")
	if b == nil {
		return 0
	}
	v := int32(uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3]))
	r.Leaf(f, from, span.IntValue(int64(v)))
	return int(v)
}

// count consumes a number of items, each of which takes at least each bytes. If more are
// claimed than fit into what is left, it fails before anything is reserved for them.
func count(r *wire.Reader, f *span.Field, each int) int {
	from := r.Offset()
	n := int32of(r, f)
	if n < 0 || n > r.Left()/each {
		r.FailAt(wire.BadValue, f, from, "a number of things that fit into the bytes left", "")
		return 0
	}
	return n
}

// boolean consumes a byte that is 0 for false.
func boolean(r *wire.Reader, f *span.Field) bool {
	from := r.Offset()
	b := r.Take(f, 1, "a byte that is 0 for false")
	if b == nil {
		return false
	}
	r.Leaf(f, from, span.BoolValue(b[0] != 0))
	return b[0] != 0
}

// counted consumes n bytes, where n was read from the input.
func counted(r *wire.Reader, f *span.Field, n int64) []byte {
	if n < 0 || n > int64(r.Left()) {
		r.FailFound(wire.Truncated, f, "a length within the bytes left", lengthText(n))
		return nil
	}
	from := r.Offset()
	b := r.Take(f, int(n), "")
	if b != nil {
		r.Leaf(f, from, span.BytesValue(b))
	}
	return b
}

// utf consumes a text preceded by its length in 2 bytes, as Java's writeUTF writes it.
func utf(r *wire.Reader, f *span.Field) string {
	n := r.Uint16(&fTextLength)
	from := r.Offset()
	b := r.Take(f, int(n), "a text of that length")
	if b == nil {
		return ""
	}
	r.Leaf(f, from, span.TextValue(b))
	return string(b)
}

// tstr consumes a text preceded by its length as a tlong; length -1 means no text.
func tstr(r *wire.Reader, f *span.Field) string {
	n := tlong(r, &fTextLength)
	if n == -1 {
		return ""
	}
	if n < 0 || n > int64(r.Left()) {
		r.FailFound(wire.Truncated, f, "a length within the bytes left", lengthText(n))
		return ""
	}
	from := r.Offset()
	b := r.Take(f, int(n), "")
	r.Leaf(f, from, span.TextValue(b))
	return string(b)
}
