package deflate

import "math/bits"

// cell is what the next bits stand for:
//
//	value (16 bits) · 0 (4) · extra bits (4) · kind (4) · how many bits it takes (4)
//
// A cell that takes 0 bits stands for nothing.
type cell uint32

// Kinds of cells.
const (
	literal = iota // a byte
	number         // a length or distance: value and extra bits
	finish         // the end of a block
	further        // longer codes: value is the index of their cells, among which the extra bits choose
)

func newCell(value, extra, kind, bits int) cell { return cell(value<<16 | extra<<8 | kind<<4 | bits) }
func (c cell) bits() int                        { return int(c & 15) }
func (c cell) kind() int                        { return int(c >> 4 & 15) }
func (c cell) extra() int                       { return int(c >> 8 & 15) }
func (c cell) value() int                       { return int(c >> 16) }

// code is a prefix code. The lowest bits choose a cell; for longer codes, the bits above these
// choose a cell in a second table that follows.
type code struct{ cells []cell }

const (
	first     = 10 // bits that choose the first cell
	codeMax   = 15
	firstMask = 1<<first - 1
)

func (c *code) next(v uint64) cell {
	e := c.cells[v&firstMask]
	if e.kind() == further {
		e = c.cells[e.value()+int(v>>first)&(1<<e.extra()-1)]
	}
	return e
}

// build makes the code whose symbols have these lengths, with shorter codes and smaller symbols
// first. It must use all possible codes, or be a single code of one bit, or none. mean returns the
// cell for a symbol.
func (c *code) build(lengths []uint8, mean func(symbol int) cell) bool {
	var count, code [codeMax + 2]int
	for _, n := range lengths {
		count[n]++
	}
	count[0] = 0
	sum, most := 0, 0
	for n := 1; n <= codeMax; n++ {
		code[n] = sum
		sum = (sum + count[n]) << 1
		if count[n] > 0 {
			most = n
		}
	}
	if full := 1 << (codeMax + 1); sum != full && !(sum == full/2 && most == 1) && sum != 0 {
		return false
	}
	if cap(c.cells) < 1<<first {
		c.cells = make([]cell, 1<<first, 1<<first+1<<9)
	}
	c.cells = c.cells[:1<<first]
	clear(c.cells)
	for s, length := range lengths {
		n := int(length)
		if n == 0 {
			continue
		}
		at := int(bits.Reverse16(uint16(code[n])) >> (16 - n))
		code[n]++
		cell := mean(s) | cell(n)
		if n <= first {
			for ; at < 1<<first; at += 1 << n {
				c.cells[at] = cell
			}
			continue
		}
		link, width := c.cells[at&firstMask], most-first
		if link == 0 {
			link = newCell(len(c.cells), width, further, 1)
			c.cells[at&firstMask] = link
			for range 1 << width {
				c.cells = append(c.cells, 0)
			}
		}
		for at >>= first; at < 1<<width; at += 1 << (n - first) {
			c.cells[link.value()+at] = cell
		}
	}
	return true
}

// symbolCell returns the meaning of a symbol for literals and lengths: 0 to 255 a byte, 256 the
// end, 257 to 285 lengths from 3 on, four for each number of extra bits, the last one 258.
func symbolCell(s int) cell {
	switch s -= 257; {
	case s < -1:
		return newCell(s+257, 0, literal, 0)
	case s == -1:
		return newCell(0, 0, finish, 0)
	case s < 8:
		return newCell(3+s, 0, number, 0)
	case s < 28:
		extra := s/4 - 1
		return newCell(3+(4+s%4)<<extra, extra, number, 0)
	case s == 28:
		return newCell(longest, 0, number, 0)
	}
	return noCell // 286 and 287 have codes, but must not occur
}

// distanceCell returns the meaning of a symbol for distances: two for each number of extra bits.
func distanceCell(s int) cell {
	switch {
	case s < 4:
		return newCell(1+s, 0, number, 0)
	case s < 30:
		extra := s/2 - 1
		return newCell(1+(2+s%2)<<extra, extra, number, 0)
	}
	return noCell
}

// noCell is the length or distance 0, which no match has.
const noCell = cell(number << 4)

func (d *Decoder) usualCodes() {
	var lengths [288]uint8
	for i := range lengths {
		lengths[i] = 8
	}
	for i := 144; i < 256; i++ {
		lengths[i] = 9
	}
	for i := 256; i < 280; i++ {
		lengths[i] = 7
	}
	d.symbols.build(lengths[:], symbolCell)
	for i := range 32 {
		lengths[i] = 5
	}
	d.distances.build(lengths[:32], distanceCell)
}

// order is the order in which the lengths of the code for lengths are stored.
var order = [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// readCodes reads 5 bits of symbols - 257, 5 of distances - 1, 4 of lengths of a third code - 4,
// these lengths, 3 bits each, and then, in that code, the lengths of the two others: 16 repeats the
// last one 3 to 6 times (2 bits); 17 and 18 are 3 to 10 (3 bits) and 11 to 138 (7 bits) times 0.
func (d *Decoder) readCodes() bool {
	symbols, distances, n := d.read(5)+257, d.read(5)+1, d.read(4)+4
	if symbols > 286 || distances > 30 {
		return false
	}
	var lengths [320]uint8
	for _, s := range order[:n] {
		lengths[s] = uint8(d.read(3))
	}
	plain := func(s int) cell { return newCell(s, 0, number, 0) }
	if d.n < 0 || !d.distances.build(lengths[:19], plain) {
		return false
	}
	clear(lengths[:19])
	for i := 0; i < symbols+distances; {
		if d.n < 16 {
			d.fill()
		}
		c := d.distances.next(d.bits)
		if d.n -= c.bits(); d.n < 0 || c.bits() == 0 {
			return false
		}
		d.bits >>= c.bits()
		length, times := uint8(c.value()), 1
		switch length {
		case 16:
			if i == 0 {
				return false
			}
			length, times = lengths[i-1], 3+d.read(2)
		case 17:
			length, times = 0, 3+d.read(3)
		case 18:
			length, times = 0, 11+d.read(7)
		}
		if d.n < 0 || times > symbols+distances-i {
			return false
		}
		for range times {
			lengths[i] = length
			i++
		}
	}
	return d.symbols.build(lengths[:symbols], symbolCell) &&
		d.distances.build(lengths[symbols:symbols+distances], distanceCell)
}
