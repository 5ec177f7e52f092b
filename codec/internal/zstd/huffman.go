package zstd

import "math/bits"

// huffman decodes literals: the next log bits select a cell, which has the symbol in its high byte
// and the number of bits it takes in its low byte.
type huffman struct {
	cells [1 << maxHuffman]uint16
	log   uint8
}

const maxHuffman = 11

// read reads a tree from src[at:end] and returns how many bytes it takes.
func (h *huffman) read(src []byte, at, end int, t *table) (used int, ok bool) {
	if at >= end {
		return 0, false
	}
	var weights [256]uint8
	n, size := 0, int(src[at])
	if size >= 128 {
		n, size = size-127, (size-126)/2
		if size > end-at-1 {
			return 0, false
		}
		for i := range n {
			weights[i] = src[at+1+i/2] >> (4 - i&1*4) & 15
		}
	} else if size > end-at-1 {
		return 0, false
	} else if n, ok = readWeights(&weights, src, at+1, at+1+size, t); !ok {
		return 0, false
	}
	return 1 + size, h.build(&weights, n)
}

// readWeights reads weights that are packed with two alternating states.
func readWeights(weights *[256]uint8, src []byte, at, end int, t *table) (n int, ok bool) {
	var c counts
	symbols, log, used, ok := c.read(src[at:end], maxHuffman+2, 6)
	var b backward
	if !ok || !b.open(src, at+used, end) {
		return 0, false
	}
	t.build(c[:symbols], log)
	this, other := b.read(log), b.read(log)
	if b.pos < b.start {
		return 0, false
	}
	for n < 254 {
		s := t.states[this]
		weights[n] = uint8(s.base())
		n++
		this = int(s.next()) + b.read(s.bits())
		if b.pos < b.start { // what was read does not count: the other state is the last symbol
			weights[n] = uint8(t.states[other].base())
			return n + 1, true
		}
		this, other = other, this
	}
	return 0, false
}

// build fills the cells. A symbol of weight w has 1<<(w-1) cells; the last symbol has the remaining ones.
func (h *huffman) build(weights *[256]uint8, n int) bool {
	sum := 0
	for _, w := range weights[:n] {
		if w > maxHuffman {
			return false
		}
		sum += 1 << w >> 1
	}
	if sum == 0 || n > 255 {
		return false
	}
	h.log = uint8(bits.Len(uint(sum)))
	left := 1<<h.log - sum
	if h.log > maxHuffman || left&(left-1) != 0 {
		return false
	}
	weights[n] = uint8(bits.Len(uint(left)))
	n++
	var next [maxHuffman + 2]int
	for _, w := range weights[:n] {
		if w > 0 {
			next[w+1] += 1 << w >> 1
		}
	}
	for w := 2; w < len(next); w++ {
		next[w] += next[w-1]
	}
	for s, w := range weights[:n] {
		if w == 0 {
			continue
		}
		cells := h.cells[next[w] : next[w]+1<<w>>1]
		next[w] += len(cells)
		cell := uint16(s)<<8 | uint16(h.log+1-w)
		for i := range cells {
			cells[i] = cell
		}
	}
	return true
}

// one decodes the stream in src[from:to], which must be exactly len(out) literals.
func (h *huffman) one(out, src []byte, from, to int) bool {
	var b backward
	return b.open(src, from, to) && h.rest(out, &b)
}

// rest decodes the rest of a stream.
func (h *huffman) rest(out []byte, b *backward) bool {
	shift := (64 - h.log) & 63
	for len(out) > 0 {
		if b.pos < b.start {
			return false
		}
		v := window(b.src, b.pos)
		for i := range min(5, len(out)) {
			cell := h.cells[v>>shift&(1<<maxHuffman-1)]
			out[i] = byte(cell >> 8)
			v <<= cell & 63
			b.pos -= int(cell & 63)
		}
		out = out[min(5, len(out)):]
	}
	return b.pos == b.start
}

// four decodes four streams in src[from:to], which are preceded by a table of three u16 sizes. Each
// has a quarter of the literals, rounded up, except the last.
func (h *huffman) four(out, src []byte, from, to int) bool {
	quarter := (len(out) + 3) / 4
	if to-from < 6 || 3*quarter > len(out) {
		return false
	}
	var b [4]backward
	at := from + 6
	for i := range b {
		end := to
		if i < 3 {
			end = at + int(src[from+2*i]) + int(src[from+2*i+1])<<8
		}
		if end > to || !b[i].open(src, at, end) {
			return false
		}
		at = end
	}
	q := [4][]byte{out[:quarter], out[quarter : 2*quarter], out[2*quarter : 3*quarter], out[3*quarter:]}
	done := h.abreast(&q, &b)
	for i := range b {
		if !h.rest(q[i][done:], &b[i]) {
			return false
		}
	}
	return true
}

// abreast decodes all four streams until one of them comes near its end, and returns how many
// literals it wrote of each.
func (h *huffman) abreast(q *[4][]byte, b *[4]backward) (done int) {
	src, cells, shift := b[0].src, &h.cells, (64-h.log)&63
	p0, p1, p2, p3 := b[0].pos, b[1].pos, b[2].pos, b[3].pos
	const mask = 1<<maxHuffman - 1
	for n := len(q[3]) - 5; done <= n; done += 5 {
		if p0 < b[0].start+55 || p1 < b[1].start+55 || p2 < b[2].start+55 || p3 < b[3].start+55 {
			break
		}
		v0, v1, v2, v3 := window(src, p0), window(src, p1), window(src, p2), window(src, p3)
		o0, o1 := (*[5]byte)(q[0][done:]), (*[5]byte)(q[1][done:])
		o2, o3 := (*[5]byte)(q[2][done:]), (*[5]byte)(q[3][done:])
		for i := range 5 {
			c0, c1, c2, c3 := cells[v0>>shift&mask], cells[v1>>shift&mask], cells[v2>>shift&mask], cells[v3>>shift&mask]
			o0[i], o1[i], o2[i], o3[i] = byte(c0>>8), byte(c1>>8), byte(c2>>8), byte(c3>>8)
			v0, v1, v2, v3 = v0<<(c0&63), v1<<(c1&63), v2<<(c2&63), v3<<(c3&63)
			p0, p1, p2, p3 = p0-int(c0&63), p1-int(c1&63), p2-int(c2&63), p3-int(c3&63)
		}
	}
	b[0].pos, b[1].pos, b[2].pos, b[3].pos = p0, p1, p2, p3
	return done
}
