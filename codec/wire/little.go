package wire

import (
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/span"
)

// Uint16LE consumes a little-endian number of 2 bytes.
func (r *Reader) Uint16LE(f *span.Field) uint16 {
	b := r.Take(f, 2, "2 bytes")
	if b == nil {
		return 0
	}
	v := binary.LittleEndian.Uint16(b)
	if r.rec != nil {
		r.rec.Leaf(f, r.off-2, r.off, span.UintValue(uint64(v)))
	}
	return v
}

// Uint32LE consumes a little-endian number of 4 bytes.
func (r *Reader) Uint32LE(f *span.Field) uint32 {
	b := r.Take(f, 4, "4 bytes")
	if b == nil {
		return 0
	}
	v := binary.LittleEndian.Uint32(b)
	if r.rec != nil {
		r.rec.Leaf(f, r.off-4, r.off, span.UintValue(uint64(v)))
	}
	return v
}

// Uint64LE consumes a little-endian number of 8 bytes.
func (r *Reader) Uint64LE(f *span.Field) uint64 {
	b := r.Take(f, 8, "8 bytes")
	if b == nil {
		return 0
	}
	v := binary.LittleEndian.Uint64(b)
	if r.rec != nil {
		r.rec.Leaf(f, r.off-8, r.off, span.UintValue(v))
	}
	return v
}

// Uvarint consumes a number in groups of 7 bits, lowest group first, with the high bit set in all
// bytes but the last: LEB128, as in protocol buffers. A number wider than bits (at most 64) is
// refused.
func (r *Reader) Uvarint(f *span.Field, bits uint) uint64 {
	from, at := r.off, r.off
	var v uint64
	for shift := uint(0); ; shift += 7 {
		if r.err != nil || at >= len(r.buf) {
			r.FailAt(Truncated, f, at, "another byte of the number", "")
			return 0
		}
		b := r.buf[at]
		low := uint64(b & 0x7F)
		if shift >= bits || bits-shift < 7 && low>>(bits-shift) != 0 {
			r.FailAt(BadValue, f, from, "a number of at most "+strconv.Itoa(int(bits))+" bits", "a larger one")
			return 0
		}
		v |= low << shift
		at++
		if b < 0x80 {
			break
		}
	}
	r.off = at
	if r.rec != nil {
		r.rec.Leaf(f, from, r.off, span.UintValue(v))
	}
	return v
}
