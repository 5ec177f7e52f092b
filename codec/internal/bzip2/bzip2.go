// Package bzip2 decodes bzip2 streams in memory. The standard library's reader continues with the
// next stream without saying where the first one ended, and reserves several megabytes for each.
//
//	stream  "BZh" · level, 1 to 9: blocks have at most so many times 100,000 bytes · blocks · end
//	block   [6] 314159265359 · [4] CRC · bits, see block.go
//	end     [6] 177245385090 · [4] CRC of the blocks' CRCs, each turned left by one bit · to a whole byte
//
// All of it is a sequence of bits without gaps, the highest first.
//
// Source: J. Tsai's "BZIP2: Format Specification"; there is no specification by the author of bzip2.
package bzip2

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"sync"
)

// Errors of Decode.
var (
	ErrDamaged = errors.New("bzip2: the stream is damaged")
	ErrMax     = errors.New("bzip2: the stream becomes larger than it may")
)

const (
	blockMark = 0x314159265359
	endMark   = 0x177245385090
)

// Decoder decodes streams and keeps its memory for the next one. The zero Decoder is ready to use.
type Decoder struct {
	src []byte
	pos int // in bits

	size      int      // of the stream's blocks
	column    []uint32 // of the block: its bytes, later with the index of the next one
	selectors []uint8
	trees     [6]tree
	symbols   [256]uint8 // those in the block, the last one used first
	random    randomizer
}

// Begins reports whether src can be the beginning of a stream.
func Begins(src []byte) bool {
	if len(src) < 10 || string(src[:3]) != "BZh" || src[3] < '1' || src[3] > '9' {
		return false
	}
	mark := binary.BigEndian.Uint64(src[2:]) & (1<<48 - 1)
	return mark == blockMark || mark == endMark
}

// Decode appends the content of the stream at the start of src, at most most bytes, and returns how
// many bytes of src the stream takes. On an error, plain has what was decoded before it.
func (d *Decoder) Decode(dst, src []byte, most int) (plain []byte, used int, err error) {
	if !Begins(src) {
		return dst, 0, ErrDamaged
	}
	d.src, d.pos = src, 4*8
	d.size = 100_000 * int(src[3]-'0')
	end := len(dst) + most
	for sum := uint32(0); ; {
		mark := d.read(24)<<24 | d.read(24)
		stored := uint32(d.read(32))
		if d.pos > 8*len(src) {
			return dst, 0, ErrDamaged
		}
		switch mark {
		case endMark:
			if stored != sum {
				return dst, 0, ErrDamaged
			}
			return dst, (d.pos + 7) / 8, nil
		case blockMark:
			first, ok := d.readBlock()
			if !ok {
				return dst, 0, ErrDamaged
			}
			have := len(dst)
			if dst, err = d.write(dst, first, end); err != nil {
				return dst, 0, err
			}
			if crc(dst[have:]) != stored {
				return dst, 0, ErrDamaged
			}
			sum = bits.RotateLeft32(sum, 1) ^ stored
		default:
			return dst, 0, ErrDamaged
		}
	}
}

// peek returns at least the next 57 bits, with the first one on top; zeros past the end.
func (d *Decoder) peek() uint64 {
	at := d.pos >> 3
	if at+8 <= len(d.src) {
		return binary.BigEndian.Uint64(d.src[at:]) << (d.pos & 7)
	}
	var last [8]byte
	if at < len(d.src) {
		copy(last[:], d.src[at:])
	}
	return binary.BigEndian.Uint64(last[:]) << (d.pos & 7)
}

// read returns the next n bits, 1 to 32.
func (d *Decoder) read(n int) uint64 {
	v := d.peek() >> (64 - n)
	d.pos += n
	return v
}

// write undoes the sort, which starts at the first entry of the column, and the runs: four equal
// bytes are followed by the number of further ones.
func (d *Decoder) write(dst []byte, first uint32, end int) ([]byte, error) {
	equal, last := 0, -1
	next := d.column[first] >> 8
	for range d.column {
		entry := d.column[next]
		next = entry >> 8
		b := d.random.next(byte(entry))
		if equal == 4 {
			if int(b) > end-len(dst) {
				return dst, ErrMax
			}
			for range b {
				dst = append(dst, byte(last))
			}
			equal, last = 0, -1
			continue
		}
		if len(dst) == end {
			return dst, ErrMax
		}
		if dst = append(dst, b); int(b) == last {
			equal++
		} else {
			equal, last = 1, int(b)
		}
	}
	return dst, nil
}

// crcTable is for the polynomial 04C11DB7, highest bit first.
var crcTable = sync.OnceValue(func() *[256]uint32 {
	var t [256]uint32
	for i := range t {
		c := uint32(i) << 24
		for range 8 {
			if c>>31 != 0 {
				c = c<<1 ^ 0x04C11DB7
			} else {
				c <<= 1
			}
		}
		t[i] = c
	}
	return &t
})

func crc(b []byte) uint32 {
	t, c := crcTable(), ^uint32(0)
	for _, v := range b {
		c = c<<8 ^ t[byte(c>>24)^v]
	}
	return ^c
}
