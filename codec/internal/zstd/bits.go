package zstd

import (
	"encoding/binary"
	"math/bits"
)

// backward reads the bits of a stream from its end to its start. Positions count bits from the
// start of src, which contains the stream. It reads eight bytes at a time, some of which may be
// before the stream; the headers of frame and block are longer than that. If pos is less than
// start, bits were read that are not in the stream.
type backward struct {
	src        []byte
	start, pos int
}

// before is how many bytes must precede a stream.
const before = 8

// open starts with the stream in src[from:to]. Its last byte has a 1 above the first bit.
func (b *backward) open(src []byte, from, to int) bool {
	if from < before || to <= from || to > len(src) || src[to-1] == 0 {
		return false
	}
	*b = backward{src, from << 3, to<<3 - 9 + bits.Len8(src[to-1])}
	return true
}

// window returns at least the next 57 bits, with the first one on top. The position must not be
// before the start.
func window(src []byte, pos int) uint64 {
	end := (pos + 7) >> 3
	return binary.LittleEndian.Uint64(src[end-8:end]) << (uint(end<<3-pos) & 63)
}

// top returns the n highest bits of v, n below 64.
func top(v uint64, n uint8) uint64 { return v >> 1 >> (63 - n&63) }

// read returns the next n bits, at most 32, or 0 if the stream has fewer left.
func (b *backward) read(n uint8) int {
	if b.pos < b.start {
		return 0
	}
	v := top(window(b.src, b.pos), n)
	b.pos -= int(n)
	return int(v)
}

// forward reads bits from the start, as for tables. Bits past the end are zeros.
type forward struct {
	src []byte
	pos int // in bits
}

// peek returns the next n bits, at most 16.
func (f *forward) peek(n int) int {
	var v uint32
	for i := range 3 {
		if at := f.pos>>3 + i; at < len(f.src) {
			v |= uint32(f.src[at]) << (8 * i)
		}
	}
	return int(v>>(f.pos&7)) & (1<<n - 1)
}
