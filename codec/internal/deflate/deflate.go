// Package deflate decodes raw deflate in memory. It supports a dictionary, limits the output, and
// says how many bytes the stream takes. The standard library's reader costs the WebAssembly four
// times as much, allocates tables for each block and keeps its own window.
//
//	stream  blocks, bits from the lowest on: last (1), kind (2)
//	kind 0  to a whole byte · [2] length, little-endian · [2] its complement · bytes
//	kind 1  symbols of the usual codes
//	kind 2  description of two codes, see codes.go · symbols
//
// Source: RFC 1951.
package deflate

import (
	"encoding/binary"
	"errors"
)

// Errors of Decode.
var (
	ErrDamaged = errors.New("deflate: the stream is damaged")
	ErrMax     = errors.New("deflate: the stream becomes larger than it may")
)

// Decoder decodes streams and keeps its memory for the next one. The zero Decoder is ready to use.
type Decoder struct {
	src  []byte
	next int    // offset in src of the first byte that is not yet in bits
	bits uint64 // the lowest bit comes first
	n    int    // how many bits are valid; below 0 if more was read than the stream has

	symbols, distances code

	out           []byte // out[:at] has been written
	dict          []byte
	base, at, end int
}

// Decode appends the content of the stream at the start of src, at most most bytes, and returns how
// many bytes of src the stream takes. Matches may reach into the dictionary, which precedes the
// content. On an error, plain has what was decoded before it.
func (d *Decoder) Decode(dst, src []byte, most int, dict []byte) (plain []byte, used int, err error) {
	d.src, d.next, d.bits, d.n = src, 0, 0, 0
	d.out, d.base, d.at, d.end = dst[:cap(dst)], len(dst), len(dst), len(dst)+most
	d.dict = dict
	for last := false; !last && err == nil; {
		last, err = d.block()
	}
	plain = d.out[:d.at]
	d.src, d.out, d.dict = nil, nil, nil
	if err != nil {
		return plain, 0, err
	}
	return plain, d.next - d.n/8, nil
}

func (d *Decoder) block() (last bool, err error) {
	last = d.read(1) != 0
	kind := d.read(2)
	switch {
	case d.n < 0 || kind == 3:
		return false, ErrDamaged
	case kind == 0:
		return last, d.stored()
	case kind == 1:
		d.usualCodes()
	case !d.readCodes():
		return false, ErrDamaged
	}
	return last, d.run()
}

// fill makes at least 56 bits available, except at the end of the stream.
func (d *Decoder) fill() {
	if d.next+8 <= len(d.src) {
		d.bits |= binary.LittleEndian.Uint64(d.src[d.next:]) << d.n
		d.next += (63 - d.n) >> 3
		d.n |= 56
		return
	}
	for d.n <= 56 && d.next < len(d.src) {
		d.bits |= uint64(d.src[d.next]) << d.n
		d.next++
		d.n += 8
	}
}

// read returns the next n bits, at most 16.
func (d *Decoder) read(n int) int {
	if d.n < n {
		if d.n < 0 {
			return 0
		}
		d.fill()
	}
	v := int(d.bits) & (1<<n - 1)
	d.bits >>= n
	d.n -= n
	return v
}

// stored copies a block that is not packed.
func (d *Decoder) stored() error {
	at := d.next - d.n/8
	if len(d.src)-at < 4 {
		return ErrDamaged
	}
	n := int(binary.LittleEndian.Uint16(d.src[at:]))
	if n^0xffff != int(binary.LittleEndian.Uint16(d.src[at+2:])) {
		return ErrDamaged
	}
	piece, err := d.src[at+4:], error(nil)
	if n > len(piece) {
		n, err = len(piece), ErrDamaged
	}
	if n > d.end-d.at {
		n, err = d.end-d.at, ErrMax
	}
	d.room(n)
	copy(d.out[d.at:], piece[:n])
	d.at += n
	d.next, d.bits, d.n = at+4+n, 0, 0
	return err
}

// room makes room for n more bytes, but never for more than the output may have.
func (d *Decoder) room(n int) {
	if d.at+n <= len(d.out) || len(d.out) >= d.end {
		return
	}
	grown := make([]byte, min(d.end, max(2*len(d.out), d.at+n, 1<<10)))
	copy(grown, d.out[:d.at])
	d.out = grown
}

// longest is the longest match.
const longest = 258

// run decodes the symbols of a block.
func (d *Decoder) run() error {
	symbols, distances := &d.symbols, &d.distances
	for {
		if d.room(longest); d.n < 48 {
			d.fill()
		}
		c := symbols.next(d.bits)
		if d.n -= c.bits(); d.n < 0 || c.bits() == 0 {
			return ErrDamaged
		}
		d.bits >>= c.bits()
		switch c.kind() {
		case literal:
			if d.at == d.end {
				return ErrMax
			}
			d.out[d.at] = byte(c.value())
			d.at++
			continue
		case finish:
			return nil
		}
		length := c.value() + int(d.bits)&(1<<c.extra()-1)
		d.bits >>= c.extra()
		d.n -= c.extra()
		c = distances.next(d.bits)
		if c.bits() == 0 {
			return ErrDamaged
		}
		d.bits >>= c.bits()
		distance := c.value() + int(d.bits)&(1<<c.extra()-1)
		d.bits >>= c.extra()
		if d.n -= c.bits() + c.extra(); d.n < 0 {
			return ErrDamaged
		}
		if err := d.match(distance, length); err != nil {
			return err
		}
	}
}

// match copies length bytes from distance bytes back.
func (d *Decoder) match(distance, length int) error {
	from := d.at - distance
	if before := d.base - from; before > len(d.dict) || distance == 0 || length == 0 {
		return ErrDamaged
	}
	var err error
	if length > d.end-d.at {
		length, err = d.end-d.at, ErrMax
	}
	out, at := d.out, d.at
	d.at += length
	if before := d.base - from; before > 0 {
		at += copy(out[at:d.at], d.dict[len(d.dict)-before:])
		from = d.base
	} else if distance >= 16 && length <= 32 && at+32 <= len(out) {
		*(*[16]byte)(out[at:]) = *(*[16]byte)(out[from:])
		*(*[16]byte)(out[at+16:]) = *(*[16]byte)(out[from+16:])
		return err
	}
	for at < d.at { // the match may overlap what it writes
		at += copy(out[at:d.at], out[from:at])
	}
	return err
}
