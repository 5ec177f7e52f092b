package storetest

import (
	"bytes"
	"math/rand/v2"
)

// Spoil returns a copy of a file with a few bytes changed and, occasionally, a stretch zeroed or
// overwritten with another, or the end missing. The file must not be empty.
func Spoil(random *rand.Rand, whole []byte) []byte {
	b := bytes.Clone(whole)
	for range 1 + random.IntN(8) {
		b[random.IntN(len(b))] = byte(random.Uint32())
	}
	from, to := random.IntN(len(b)), random.IntN(len(b))
	switch random.IntN(6) {
	case 0:
		b = b[:from]
	case 1:
		clear(b[min(from, to):max(from, to)])
	case 2:
		copy(b[from:], whole[to:])
	}
	return b
}

// Flipped returns a copy with at least one and at most most bits flipped, among the lowest bits of their bytes.
func Flipped(random *rand.Rand, whole []byte, most, lowest int) []byte {
	b := bytes.Clone(whole)
	for range 1 + random.IntN(most) {
		b[random.IntN(len(b))] ^= 1 << random.IntN(lowest)
	}
	return b
}
