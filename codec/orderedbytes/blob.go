package orderedbytes

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// decodeBlobVar reads 7-bit groups up to the one with bit 7 clear.
func (v *Value) decodeBlobVar(r *wire.Reader, f *span.Field, x byte) {
	b := r.Ahead()
	n := 0
	for n < len(b) && (b[n]^x)&0x80 != 0 {
		n++
	}
	at := r.Offset()
	if !r.OK() || n == len(b) {
		r.FailAt(wire.Unterminated, f, at+n, "a last group, bit 7 clear", "end of input")
		return
	}
	b = b[:n+1]
	size := 7 * len(b) / 8
	m := r.Memory()
	from := len(*m)
	out := *m
	var acc uint32
	bits := 0
	for _, c := range b {
		acc = acc<<7 | uint32((c^x)&0x7f)
		if bits += 7; bits >= 8 {
			bits -= 8
			out = append(out, byte(acc>>bits))
		}
	}
	odd := acc&(1<<bits-1) != 0 || len(b) != groupCount(size)
	if odd && !r.Lenient() {
		r.FailAt(wire.NonCanonical, f, at+n, "left-over bits that are zero, and no group too many", "")
		return
	}
	*m = out
	v.Bytes = out[from:len(out):len(out)]
	r.Skip(n + 1)
	if t := r.Rec(); t != nil {
		if nd := t.Raw(&fGroups, at, at+n+1); nd != nil && odd {
			nd.Flags = span.NonCanonical
		}
	}
}

// groupCount returns how many groups n bytes take: one for the empty value.
func groupCount(n int) int { return max((8*n+6)/7, 1) }

// appendBlobVar appends groups of 7 bits, most significant first. The last group is padded with
// zeros on the right.
//
// Order: as the values, if they have equal length. The last group of a shorter value sorts before
// every longer value that shares its other groups, whatever its bits.
func appendBlobVar(dst, b []byte, o order.Order) []byte {
	at := len(dst)
	dst = append(dst, hdrBlobVar)
	var acc uint32
	bits := 0
	for _, c := range b {
		acc = acc<<8 | uint32(c)
		for bits += 8; bits >= 7; {
			bits -= 7
			dst = append(dst, byte(acc>>bits)|0x80)
		}
	}
	if bits > 0 || len(b) == 0 {
		dst = append(dst, byte(acc<<(7-bits)))
	}
	dst[len(dst)-1] &= 0x7f
	if o == order.Desc {
		invert(dst[at:])
	}
	return dst
}

// decodeBlobCopy reads raw bytes to the end of input, since a blob-copy is always the last part of
// a key. In descending order the last byte is a terminator, which upstream's reader ignores.
func (v *Value) decodeBlobCopy(r *wire.Reader, f *span.Field, o order.Order) {
	at, n := r.Offset(), r.Left()
	b := r.Ahead()
	if o == order.Asc {
		v.Bytes = b
		r.Skip(n)
		if t := r.Rec(); t != nil {
			t.Raw(&fRaw, at, at+n)
		}
		return
	}
	if n == 0 {
		r.Fail(wire.Truncated, f, "the terminator 0xff")
		return
	}
	n--
	zero := bytes.IndexByte(b[:n], 0xff)
	odd := b[n] != 0xff || zero >= 0
	if odd && !r.Lenient() {
		if zero < 0 {
			zero = n
		}
		r.FailAt(wire.NonCanonical, f, at+zero, "0xff at the end, and only there", "")
		return
	}
	v.Bytes = r.Invert(b[:n])
	r.Skip(n + 1)
	if t := r.Rec(); t != nil {
		t.Raw(&fRaw, at, at+n)
		if nd := t.Raw(&fTerminator, at+n, at+n+1); nd != nil && odd {
			nd.Flags = span.NonCanonical
		}
	}
}

func appendBlobCopy(dst, b []byte, o order.Order) ([]byte, error) {
	if o == order.Asc {
		return append(append(dst, hdrBlobCopy), b...), nil
	}
	if bytes.IndexByte(b, 0) >= 0 {
		return dst, format.Refuse("value", "a descending blob-copy cannot hold 0x00, its terminator")
	}
	at := len(dst)
	dst = append(append(append(dst, hdrBlobCopy), b...), 0)
	invert(dst[at:])
	return dst, nil
}
