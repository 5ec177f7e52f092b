package orderedbytes

import (
	"math/bits"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// A varuint is SQLite4's variable-length unsigned integer, whose bytes sort as the numbers do. It
// is stored as it is or complemented.
//
//	v <= 240     1 byte: v
//	v <= 2287    241 + (v-240)/256, (v-240)%256
//	v <= 67823   f9, v-2288 in 2 bytes
//	else         fa..ff, v in 3..8 bytes, the shortest that fits
const (
	varOne   = 240
	varTwo   = 2287
	varThree = 67823
)

// decodeVaruint reads a varuint XORed with x.
func decodeVaruint(r *wire.Reader, f *span.Field, x byte) uint64 {
	b := r.Ahead()
	if len(b) == 0 {
		r.Fail(wire.Truncated, f, "a varuint")
		return 0
	}
	h := b[0] ^ x
	n := varuintLen(h)
	if len(b) < n {
		r.Take(f, n, "") // fails
		return 0
	}
	b = b[:n]
	var v uint64
	switch {
	case h <= varOne:
		v = uint64(h)
	case h <= 248:
		v = varOne + uint64(h-241)<<8 + uint64(b[1]^x)
	case h == 249:
		v = varTwo + 1 + uint64(b[1]^x)<<8 + uint64(b[2]^x)
	default:
		for _, c := range b[1:] {
			v = v<<8 | uint64(c^x)
		}
	}
	short := varuintSize(v) == n
	if !short && !r.Lenient() {
		r.FailFound(wire.NonCanonical, f, "the shortest form of the number", "a longer one")
		return 0
	}
	at := r.Offset()
	r.Skip(n)
	if m := r.Leaf(f, at, span.UintValue(v)); !short {
		m.Flag(span.NonCanonical)
	}
	return v
}

func varuintLen(h byte) int {
	switch {
	case h <= varOne:
		return 1
	case h <= 248:
		return 2
	}
	return int(h) - 246
}

// varuintSize returns the number of bytes that v takes.
func varuintSize(v uint64) int {
	switch {
	case v <= varOne:
		return 1
	case v <= varTwo:
		return 2
	case v <= varThree:
		return 3
	}
	return 1 + (bits.Len64(v)+7)/8
}

// AppendVaruint appends v, complemented if complement is set.
func AppendVaruint(dst []byte, v uint64, complement bool) []byte {
	at := len(dst)
	switch {
	case v <= varOne:
		dst = append(dst, byte(v))
	case v <= varTwo:
		dst = append(dst, byte(241+(v-varOne)>>8), byte(v-varOne))
	case v <= varThree:
		dst = append(dst, 249, byte((v-varTwo-1)>>8), byte(v-varTwo-1))
	default:
		n := varuintSize(v) - 1
		dst = append(dst, byte(247+n))
		for shift := 8 * (n - 1); shift >= 0; shift -= 8 {
			dst = append(dst, byte(v>>shift))
		}
	}
	if complement {
		invert(dst[at:])
	}
	return dst
}

// DecodeVaruint reads a varuint that fills src, complemented if complement is set.
func DecodeVaruint(src []byte, complement bool) (uint64, error) {
	r := wire.NewReader(src, nil)
	x := byte(0)
	if complement {
		x = 0xff
	}
	v := decodeVaruint(&r, &fVaruint, x)
	return v, format.Locate(r.Finish(), formatID, "varuint64", "")
}
