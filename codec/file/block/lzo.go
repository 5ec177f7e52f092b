package block

import "encoding/binary"

// appendLZO appends the unpacked bytes of one piece of LZO1X, at most most of them. Matches reach
// back as far as base. What was unpacked before an error is returned with it.
//
// LZO1X is a series of instructions. What the small ones (below 16) mean depends on the state,
// which is the number of literals that the previous instruction ended with: 0, 1 to 3, or 4 after
// a run of literals. After a copy, the low two bits of its instruction say how many literals
// follow. A copy from distance 16384 ends the piece.
func appendLZO(dst, src []byte, base, most int) ([]byte, error) {
	z := lzo{dst: dst, src: src, base: base, end: len(dst) + most}
	if len(src) > 0 && src[0] > 17 {
		n := int(src[0]) - 17
		z.at = 1
		z.literals(n)
		z.state = min(n, 4)
	}
	for z.err == nil && !z.done {
		z.instruction()
	}
	if z.err == nil && z.at != len(src) {
		z.err = ErrDamaged
	}
	return z.dst, z.err
}

// lzo is a piece being unpacked. After an error it reads and writes nothing more.
type lzo struct {
	dst, src      []byte
	at, base, end int
	state         int
	done          bool
	err           error
}

// lzoEnd is the distance of the copy that ends a piece.
const lzoEnd = 16384

func (z *lzo) instruction() {
	t := z.byte()
	switch {
	case t >= 64:
		n := 3 + t>>5&1
		if t >= 128 {
			n = 5 + t>>5&3
		}
		z.copy(1+t>>2&7+8*z.byte(), n, t)
	case t >= 32:
		n := z.length(t&31, 31)
		w := z.word()
		z.copy(1+w>>2, n+2, w)
	case t >= 16:
		n := z.length(t&7, 7)
		w := z.word()
		distance := lzoEnd + t&8<<11 + w>>2
		if distance == lzoEnd {
			z.done = true
			return
		}
		z.copy(distance, n+2, w)
	case z.state == 0:
		z.literals(z.length(t, 15) + 3)
		z.state = 4
	case z.state < 4:
		z.copy(1+t>>2+4*z.byte(), 2, t)
	default:
		z.copy(2049+t>>2+4*z.byte(), 3, t)
	}
}

// copy appends n bytes from distance back, then the number of literals given by the low bits of last.
func (z *lzo) copy(distance, n, last int) {
	if z.err != nil {
		return
	}
	if z.dst, z.err = appendMatch(z.dst, nil, z.base, distance, n, z.end); z.err != nil {
		return
	}
	z.state = last & 3
	z.literals(z.state)
}

func (z *lzo) literals(n int) {
	if z.err != nil {
		return
	}
	if n > len(z.src)-z.at {
		n, z.err = len(z.src)-z.at, ErrDamaged
	}
	if n > z.end-len(z.dst) {
		n, z.err = z.end-len(z.dst), ErrMax
	}
	z.dst = append(z.dst, z.src[z.at:z.at+n]...)
	z.at += n
}

func (z *lzo) byte() int {
	if z.at >= len(z.src) {
		z.err = ErrDamaged
		return 0
	}
	z.at++
	return int(z.src[z.at-1])
}

func (z *lzo) word() int {
	if len(z.src)-z.at < 2 {
		z.err = ErrDamaged
		return 0
	}
	z.at += 2
	return int(binary.LittleEndian.Uint16(z.src[z.at-2:]))
}

// length returns n if it is not 0. Otherwise it returns most, plus 255 for each zero byte that
// follows, plus the first byte that is not zero.
func (z *lzo) length(n, most int) int {
	if n != 0 {
		return n
	}
	n = most
	for z.err == nil {
		b := z.byte()
		if b != 0 {
			return n + b
		}
		n = min(n+255, lengthMost)
	}
	return n
}
