// Package md5 is the hash with which HBase names its regions. (The standard library's brings along
// the registry of hashes, which costs the WebAssembly more than this file.) It is not used for
// security.
//
// Source: RFC 1321.
package md5

import (
	"encoding/binary"
	"math/bits"
)

// Size of a sum in bytes.
const Size = 16

const chunk = 64

// Sum returns the MD5 of b.
func Sum(b []byte) [Size]byte {
	state := [4]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}
	size := uint64(len(b)) * 8
	for ; len(b) >= chunk; b = b[chunk:] {
		mix(&state, b)
	}
	var last [2 * chunk]byte
	n := copy(last[:], b)
	last[n] = 0x80
	end := chunk
	if n+1+8 > chunk {
		end = 2 * chunk
	}
	binary.LittleEndian.PutUint64(last[end-8:], size)
	for at := 0; at < end; at += chunk {
		mix(&state, last[at:])
	}
	var sum [Size]byte
	for i, s := range state {
		binary.LittleEndian.PutUint32(sum[4*i:], s)
	}
	return sum
}

// shifts are the rotations of the four rounds; in each round four of them alternate.
var shifts = [4][4]int{{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}

// mix adds 64 bytes.
func mix(state *[4]uint32, b []byte) {
	a, x, y, z := state[0], state[1], state[2], state[3]
	for i := range chunk {
		var f uint32
		word := i
		switch round := i / 16; round {
		case 0:
			f = x&y | ^x&z
		case 1:
			f, word = z&x|^z&y, 5*i+1
		case 2:
			f, word = x^y^z, 3*i+5
		case 3:
			f, word = y^(x|^z), 7*i
		}
		f += a + sines[i] + binary.LittleEndian.Uint32(b[word%16*4:])
		a, z, y, x = z, y, x, x+bits.RotateLeft32(f, shifts[i/16][i%4])
	}
	state[0] += a
	state[1] += x
	state[2] += y
	state[3] += z
}

// sines are the first 32 bits after the point of |sin(i)|, for i from 1, in radians.
var sines = [chunk]uint32{
	0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
	0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
	0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
	0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
	0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
	0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
	0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
	0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
}
