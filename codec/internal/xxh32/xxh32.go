// Package xxh32 is the 32-bit xxHash, as Actionbase salts its row keys and codes
// its names with it. (The xxHash library that rowlens depends on is 64-bit
// only.) Inputs are short: keys and names, mostly below 64 bytes.
//
// Source: the xxHash specification, XXH32.
package xxh32

import (
	"encoding/binary"
	"math/bits"
)

const (
	prime1 = 2654435761
	prime2 = 2246822519
	prime3 = 3266489917
	prime4 = 668265263
	prime5 = 374761393
)

// Sum returns the XXH32 of b with seed 0.
func Sum(b []byte) uint32 { return SumSeed(b, 0) }

// SumSeed returns the XXH32 of b with the given seed.
func SumSeed(b []byte, seed uint32) uint32 {
	n := uint32(len(b))
	var h uint32
	if len(b) >= 16 {
		h, b = stripes(b, seed)
	} else {
		h = seed + prime5
	}
	h += n
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

// stripes folds all whole 16-byte stripes of b, at least one, and returns what
// is left of it.
func stripes(b []byte, seed uint32) (uint32, []byte) {
	v1, v2, v3, v4 := seed+prime1, seed+prime2, seed, seed-prime1
	v1 += prime2
	for ; len(b) >= 16; b = b[16:] {
		lo, hi := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])
		v1 = bits.RotateLeft32(v1+uint32(lo)*prime2, 13) * prime1
		v2 = bits.RotateLeft32(v2+uint32(lo>>32)*prime2, 13) * prime1
		v3 = bits.RotateLeft32(v3+uint32(hi)*prime2, 13) * prime1
		v4 = bits.RotateLeft32(v4+uint32(hi>>32)*prime2, 13) * prime1
	}
	return bits.RotateLeft32(v1, 1) + bits.RotateLeft32(v2, 7) + bits.RotateLeft32(v3, 12) + bits.RotateLeft32(v4, 18), b
}
