package main

import (
	"math"
	"math/rand/v2"
	"strconv"
	"unicode/utf8"
)

// randomInt returns a number of up to the given number of bits, usually near a limit.
func randomInt(r *rand.Rand, bits int) int64 {
	n := int64(r.Uint64()) >> r.IntN(64)
	if chance(r, 4) {
		n = 1<<r.IntN(64) + int64(r.IntN(5)) - 2
	}
	if chance(r, 2) {
		n = -n
	}
	return n << (64 - bits) >> (64 - bits)
}

// randomDouble returns the bits of a double: any, one with few digits, a whole
// number, one near a power of two or ten, a subnormal, or a special value.
func randomDouble(r *rand.Rand) uint64 {
	sign := uint64(r.IntN(2)) << 63
	switch r.IntN(8) {
	case 0, 1:
		return r.Uint64()
	case 2: // few digits
		f, _ := strconv.ParseFloat(strconv.Itoa(r.IntN(1_000_000))+"e"+strconv.Itoa(r.IntN(60)-30), 64)
		return math.Float64bits(f) | sign
	case 3:
		return math.Float64bits(float64(randomInt(r, 64)))
	case 4: // near a power of two
		return sign | uint64(r.IntN(2047))<<52 + uint64(r.IntN(7)) - 3
	case 5: // near a power of ten
		return sign | math.Float64bits(math.Pow10(r.IntN(632)-323)) + uint64(r.IntN(7)) - 3
	case 6:
		return sign | r.Uint64()>>(12+r.IntN(52))
	}
	return pick[uint64](r, 0, 1<<63, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0x7fefffffffffffff, 1,
		0x10000000000000, 0xfffffffffffff)
}

// randomFloat is randomDouble for 32 bits.
func randomFloat(r *rand.Rand) uint32 {
	sign := uint32(r.IntN(2)) << 31
	switch r.IntN(6) {
	case 0, 1:
		return r.Uint32()
	case 2:
		f, _ := strconv.ParseFloat(strconv.Itoa(r.IntN(100_000))+"e"+strconv.Itoa(r.IntN(20)-10), 32)
		return math.Float32bits(float32(f)) | sign
	case 3:
		return math.Float32bits(float32(randomInt(r, 64)))
	case 4:
		return sign | uint32(r.IntN(255))<<23 + uint32(r.IntN(7)) - 3
	}
	return pick[uint32](r, 0, 1<<31, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff, 1, 0x800000, sign|r.Uint32()>>9)
}

// randomText returns some characters that accept allows, in UTF-8.
func randomText(r *rand.Rand, accept func(c rune) bool) []byte {
	var b []byte
	for n := r.IntN(12); n > 0; n-- {
		c := rune('a' + r.IntN(26))
		switch r.IntN(6) {
		case 0:
			c = rune(r.IntN(0x110000))
		case 1:
			c = rune(r.IntN(0x300))
		case 2:
			c = rune(r.IntN(4))
		}
		if utf8.ValidRune(c) && accept(c) {
			b = utf8.AppendRune(b, c)
		}
	}
	return b
}

func anyRune(rune) bool { return true }

func notZero(c rune) bool { return c != 0 }

// randomBytes returns a few bytes, many of which formats have to escape.
func randomBytes(r *rand.Rand) []byte {
	b := make([]byte, r.IntN(pick(r, 3, 10, 20)))
	for i := range b {
		b[i] = byte(r.Uint32())
		if chance(r, 3) {
			b[i] = pick[byte](r, 0, 1, 2, 0x7f, 0x80, 0xfe, 0xff)
		}
	}
	return b
}

// randomDecimal returns the text of a decimal number.
func randomDecimal(r *rand.Rand) string {
	var b []byte
	if chance(r, 2) {
		b = append(b, '-')
	}
	digits := 1 + r.IntN(pick(r, 3, 20, 40))
	point := r.IntN(digits + 20)
	for i := range digits {
		if i == point && i > 0 {
			b = append(b, '.')
		}
		b = append(b, pick(r, '0', '9', byte('0'+r.IntN(10)), byte('0'+r.IntN(10))))
	}
	if chance(r, 2) {
		b = append(append(b, 'E'), strconv.Itoa(r.IntN(pick(r, 10, 60, 600))-pick(r, 0, 30, 300))...)
	}
	return string(b)
}

// mutate damages bytes in up to three places.
func mutate(r *rand.Rand, b []byte) []byte {
	b = append([]byte(nil), b...)
	for n := 1 + r.IntN(3); n > 0; n-- {
		at := r.IntN(len(b) + 1)
		switch {
		case at == len(b) || chance(r, 6):
			b = append(b[:at], append([]byte{pick[byte](r, 0, 1, 0xff, byte(r.Uint32()))}, b[at:]...)...)
		case chance(r, 6):
			b = append(b[:at], b[at+1:]...)
		case chance(r, 8):
			b = b[:at]
		case chance(r, 3):
			b[at] ^= 1 << r.IntN(8)
		case chance(r, 3):
			b[at] += byte(r.IntN(5)) - 2
		default:
			b[at] = pick[byte](r, 0, 1, 0x7f, 0x80, 0xfe, 0xff, byte(r.Uint32()), byte(r.Uint32()))
		}
	}
	return b
}
