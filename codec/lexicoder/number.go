package lexicoder

import (
	"encoding/binary"
	"math/bits"
	"strconv"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// AppendULong appends an unsigned number, big-endian, without the leading bytes that are all zeros
// (or, if the top bit is set, all ones):
//
//	top bit clear  k        then the k bytes that are left, 0 to 8
//	top bit set    16 - k   then the k bytes that are left
//
// The other numbers are encoded like this after a transform: long and date flip the sign bit;
// double takes the IEEE bits and flips the sign bit if it is 0, otherwise all bits.
//
// Order: as the numbers.
func AppendULong(dst []byte, v uint64) []byte { return appendNumber(dst, v, 8) }

// AppendUInteger is AppendULong with 4 bytes instead of 8, for uinteger, integer and float.
func AppendUInteger(dst []byte, v uint32) []byte { return appendNumber(dst, uint64(v), 4) }

// appendNumber appends v with a full width of n bytes.
func appendNumber(dst []byte, v uint64, n int) []byte {
	head, k := numberHead(v, n)
	dst = append(dst, head)
	for shift := 8 * (k - 1); shift >= 0; shift -= 8 {
		dst = append(dst, byte(v>>shift))
	}
	return dst
}

// numberHead returns the first byte of v and how many bytes follow.
func numberHead(v uint64, n int) (head byte, k int) {
	if v>>(8*n-1) == 0 {
		k = (bits.Len64(v) + 7) / 8
		return byte(k), k
	}
	ones := ^v << (64 - 8*n) >> (64 - 8*n) // complemented within the width
	k = (bits.Len64(ones) + 7) / 8
	return byte(2*n - k), k
}

// AppendLong appends a signed number.
func AppendLong(dst []byte, v int64) []byte { return AppendULong(dst, order.Int64(v)) }

// AppendInteger appends a signed 32-bit number.
func AppendInteger(dst []byte, v int32) []byte { return AppendUInteger(dst, order.Int32(v)) }

// AppendDate appends an instant in milliseconds since 1970-01-01 UTC.
func AppendDate(dst []byte, ms int64) []byte { return AppendLong(dst, ms) }

// AppendDouble appends IEEE 754 bits as they are, NaNs included.
func AppendDouble(dst []byte, bits uint64) []byte { return AppendULong(dst, order.Float64(bits)) }

// AppendFloat is AppendDouble for 32 bits.
func AppendFloat(dst []byte, bits uint32) []byte { return AppendUInteger(dst, order.Float32(bits)) }

// widths are the full widths of the numbers.
var widths = [kinds]int{Long: 8, ULong: 8, Date: 8, Double: 8, Integer: 4, UInteger: 4, Float: 4}

// decodeNumber reads a number of kind k that fills n bytes. A lenient reader reads as upstream
// does: it takes all bytes after the first, whatever the first one says.
func decodeNumber(r *wire.Reader, k Kind, n int) uint64 {
	width := widths[k]
	f := &fields[k]
	b := r.Ahead()
	if n == 0 || len(b) < n {
		r.FailFound(wire.Truncated, f, "a length byte", "end of the value")
		return 0
	}
	b = b[:n]
	head := int(b[0])
	if head > 2*width {
		r.Fail(wire.BadHeader, f, "a length byte of 0x00 to 0x"+hexByte(2*width))
		return 0
	}
	if n-1 > width {
		r.FailFound(wire.Trailing, f, "at most "+strconv.Itoa(width)+" bytes after the length", strconv.Itoa(n-1))
		return 0
	}
	var u uint64
	for _, c := range b[1:] {
		u = u<<8 | uint64(c)
	}
	if head > width {
		u |= ^uint64(0) << (8 * (2*width - head))
		if width == 4 {
			u = uint64(uint32(u))
		}
	}
	want, count := numberHead(u, width)
	odd := int(want) != head || count != n-1
	if odd && !r.Lenient() {
		failNumber(r, f, head, n, width)
		return 0
	}
	at := r.Offset()
	r.Skip(n)
	if t := r.Rec(); t != nil {
		t.Leaf(&fLength, at, at+1, span.UintValue(uint64(head)))
		t.Raw(&fDigits, at+1, at+n)
		if odd {
			r.Group().NonCanonical("no writer makes this form; read as upstream does")
		}
	}
	return fromOrder(k, u)
}

func failNumber(r *wire.Reader, f *span.Field, head, n, width int) {
	says := head
	if head > width {
		says = 2*width - head
	}
	switch {
	case n-1 < says:
		r.FailFound(wire.Truncated, f, strconv.Itoa(says)+" bytes after the length", strconv.Itoa(n-1))
	case n-1 > says:
		r.FailAt(wire.Trailing, f, r.Offset()+1+says, strconv.Itoa(says)+" bytes after the length", strconv.Itoa(n-1))
	default:
		r.FailAt(wire.NonCanonical, f, r.Offset(), "the shortest form of the number", "another one")
	}
}

// fromOrder undoes the transform that makes the number sort.
func fromOrder(k Kind, u uint64) uint64 {
	switch k {
	case Long, Date:
		return uint64(order.Int64From(u))
	case Integer:
		return uint64(order.Int32From(uint32(u)))
	case Double:
		return order.Float64From(u)
	case Float:
		return uint64(order.Float32From(uint32(u)))
	}
	return u
}

// appendUUID appends the two halves.
func appendUUID(dst []byte, most, least uint64) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(dst, most^1<<63), least^1<<63)
}

const uuidLen = 16

// decodeUUID reads the two halves. Upstream's reader ignores any bytes after them.
func decodeUUID(r *wire.Reader, n int) (most, least uint64) {
	f := &fields[UUID]
	if n < uuidLen {
		r.FailFound(wire.Truncated, f, "16 bytes", strconv.Itoa(n))
		return 0, 0
	}
	if n > uuidLen && !r.Lenient() {
		r.FailAt(wire.Trailing, f, r.Offset()+uuidLen, "16 bytes", strconv.Itoa(n))
		return 0, 0
	}
	b := r.Ahead()
	if len(b) < n {
		return 0, 0
	}
	at := r.Offset()
	r.Skip(n)
	if t := r.Rec(); t != nil {
		t.Raw(&fDigits, at, at+uuidLen)
		ignored(r, at+uuidLen, at+n)
	}
	return binary.BigEndian.Uint64(b) ^ 1<<63, binary.BigEndian.Uint64(b[8:]) ^ 1<<63
}

// ignored records bytes that upstream's reader ignores.
func ignored(r *wire.Reader, from, to int) {
	if t := r.Rec(); t != nil && from < to {
		if n := t.Raw(&fIgnored, from, to); n != nil {
			n.Note, n.Flags = "upstream ignores these bytes", span.NonCanonical
		}
	}
}
