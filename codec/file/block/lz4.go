package block

import "encoding/binary"

// appendLZ4 appends what an LZ4 block unpacks to. Matches may reach back into what dst has from
// base on and, before that, into the dictionary. At most most bytes are appended; what came out
// before an error is returned with it.
//
// A block is sequences: a token (high half: literals, low half: match length - 4; 15 in either
// means that bytes follow which are added, up to one that is not 255), the literals, a u16
// little-endian distance, and the length's bytes. The last sequence ends after its literals.
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

// lz4Length adds the bytes of a length from src[i] on. At the end of src a length ends, too: then
// what follows it is missing.
func lz4Length(src []byte, i, n int) (length, next int) {
	for i < len(src) {
		b := src[i]
		i++
		n += int(b)
		if b != 255 {
			break
		}
	}
	return n, i
}

// appendMatch appends n bytes from distance bytes back: the history is what dst has from base on,
// before it the dictionary. The bytes copied may overlap those that are written. The result is no
// longer than end.
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
