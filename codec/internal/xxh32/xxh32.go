// Package xxh32 is the 32-bit xxHash, with which Actionbase salts its row keys and encodes its
// names. (The xxHash library that rowlens depends on is 64-bit only.) Inputs are short: keys and
// names, mostly below 64 bytes.
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

// SumSeed returns the XXH32 of b with the given seed. It is one function that walks b by index,
// because slicing and calls would cost as much as the sum of a name.
func SumSeed(b []byte, seed uint32) uint32 {
	h := seed + prime5
	i := 0
	if len(b) >= 16 {
		v1, v2, v3, v4 := seed+prime1, seed+prime2, seed, seed-prime1
		v1 += prime2
		for ; i <= len(b)-16; i += 16 {
			stripe := b[i : i+16 : len(b)]
			v1 = bits.RotateLeft32(v1+binary.LittleEndian.Uint32(stripe)*prime2, 13) * prime1
			v2 = bits.RotateLeft32(v2+binary.LittleEndian.Uint32(stripe[4:])*prime2, 13) * prime1
			v3 = bits.RotateLeft32(v3+binary.LittleEndian.Uint32(stripe[8:])*prime2, 13) * prime1
			v4 = bits.RotateLeft32(v4+binary.LittleEndian.Uint32(stripe[12:])*prime2, 13) * prime1
		}
		h = bits.RotateLeft32(v1, 1) + bits.RotateLeft32(v2, 7) + bits.RotateLeft32(v3, 12) + bits.RotateLeft32(v4, 18)
	}
	h += uint32(len(b))
	for ; i <= len(b)-4; i += 4 {
		h = bits.RotateLeft32(h+binary.LittleEndian.Uint32(b[i:])*prime3, 17) * prime4
	}
	for ; i < len(b); i++ {
		h = bits.RotateLeft32(h+uint32(b[i])*prime5, 11) * prime1
	}
	h = (h ^ h>>15) * prime2
	h = (h ^ h>>13) * prime3
	return h ^ h>>16
}
