package block

import "encoding/binary"

// appendLZ4 appends the unpacked bytes of an LZ4 block, at most most of them. Matches may reach
// back to base in dst and, before that, into the dictionary. What was unpacked before an error
// is returned with it.
//
// A block is a series of sequences. Each has a token (high half: number of literals, low half:
// match length - 4; 15 in either half means that further bytes are added to it, up to and
// including the first that is not 255), the literals, a u16 little-endian distance, and the
// bytes of the match length. The last sequence ends after its literals.
//
// Source: the LZ4 block format.
func appendLZ4(dst, src, dict []byte, base, most int) ([]byte, error) {
	end := len(dst) + most
	for i := 0; i < len(src); {
		token := src[i]
		i++
		n := int(token >> 4)
		if n == 15 {
			n, i = lz4Length(src, i, n)
		}
		switch {
		case n > len(src)-i:
			return append(dst, src[i:i+min(len(src)-i, end-len(dst))]...), ErrDamaged
		case n > end-len(dst):
			return append(dst, src[i:i+end-len(dst)]...), ErrMax
		}
		dst = append(dst, src[i:i+n]...)
		if i += n; i == len(src) {
			return dst, nil
		}
		if len(src)-i < 2 {
			return dst, ErrDamaged
		}
		distance := int(binary.LittleEndian.Uint16(src[i:]))
		i += 2
		if n = int(token & 15); n == 15 {
			n, i = lz4Length(src, i, n)
		}
		var err error
		if dst, err = appendMatch(dst, dict, base, distance, n+4, end); err != nil {
			return dst, err
		}
	}
	return dst, ErrDamaged // a block has a last sequence
}

// lz4Length adds the length bytes from src[i] on. A length also ends at the end of src, in which
// case whatever should follow it is missing.
func lz4Length(src []byte, i, n int) (length, next int) {
	sum := int64(n) // more than 31 bits with some MB of length bytes
	for i < len(src) {
		b := src[i]
		i++
		sum += int64(b)
		if b != 255 {
			break
		}
	}
	return int(min(sum, lengthMost)), i
}

// lengthMost stands for all larger lengths: no block is as large.
const lengthMost = 1 << 30

// appendMatch appends n bytes from distance bytes back. The history is dst from base on, preceded
// by the dictionary. Source and destination may overlap. The result is no longer than end.
func appendMatch(dst, dict []byte, base, distance, n, end int) ([]byte, error) {
	have := len(dst) - base
	if distance == 0 || distance > have+len(dict) {
		return dst, ErrDamaged
	}
	var err error
	if n > end-len(dst) {
		n, err = end-len(dst), ErrMax
	}
	if distance > have {
		from := dict[len(dict)-(distance-have):]
		from = from[:min(n, len(from))]
		dst = append(dst, from...)
		n -= len(from)
	}
	for at := len(dst) - distance; n > 0; {
		piece := dst[at:min(at+n, len(dst))] // doubles each time when it overlaps
		dst = append(dst, piece...)
		n -= len(piece)
	}
	return dst, err
}
