package xxh32

import (
	"encoding/binary"
	"math/bits"
)

// Running is the XXH32, with seed 0, of bytes that are added piece by piece. Call Reset before use.
type Running struct {
	lanes [4]uint32
	rest  [16]byte // bytes that do not yet make a stripe
	n     int      // their number
	size  int64
}

// Reset starts again, with no bytes.
func (r *Running) Reset() {
	p1 := uint32(prime1)
	*r = Running{lanes: [4]uint32{p1 + prime2, prime2, 0, -p1}}
}

// Add appends bytes.
func (r *Running) Add(b []byte) {
	r.size += int64(len(b))
	for len(b) > 0 {
		if r.n == 0 && len(b) >= len(r.rest) {
			r.stripe(b)
			b = b[len(r.rest):]
			continue
		}
		n := copy(r.rest[r.n:], b)
		b = b[n:]
		if r.n += n; r.n == len(r.rest) {
			r.stripe(r.rest[:])
			r.n = 0
		}
	}
}

func (r *Running) stripe(b []byte) {
	for i := range r.lanes {
		r.lanes[i] = bits.RotateLeft32(r.lanes[i]+binary.LittleEndian.Uint32(b[4*i:])*prime2, 13) * prime1
	}
}

// Sum returns the XXH32 of all bytes so far.
func (r *Running) Sum() uint32 {
	h := uint32(prime5)
	if r.size >= int64(len(r.rest)) {
		h = bits.RotateLeft32(r.lanes[0], 1) + bits.RotateLeft32(r.lanes[1], 7) + bits.RotateLeft32(r.lanes[2], 12) +
			bits.RotateLeft32(r.lanes[3], 18)
	}
	return finish(h+uint32(r.size), r.rest[:r.n])
}

// finish adds the last bytes, fewer than 16, and spreads the sum over all bits.
func finish(h uint32, b []byte) uint32 {
	for ; len(b) >= 4; b = b[4:] {
		h = bits.RotateLeft32(h+binary.LittleEndian.Uint32(b)*prime3, 17) * prime4
	}
	for _, c := range b {
		h = bits.RotateLeft32(h+uint32(c)*prime5, 11) * prime1
	}
	h = (h ^ h>>15) * prime2
	h = (h ^ h>>13) * prime3
	return h ^ h>>16
}
