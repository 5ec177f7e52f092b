package zstd

import "math/bits"

// A state of a table stands for a symbol; next plus the bits that follow give the next state. In
// tables of sequences, the symbol is replaced by the number that it means: base plus the value of
// as many extra bits.
//
//	base (32 bits) · next (16) · bits (8) · extra (8)
type state uint64

func (s state) base() uint32 { return uint32(s >> 32) }
func (s state) next() uint16 { return uint16(s >> 16) }
func (s state) bits() uint8  { return uint8(s >> 8) }
func (s state) extra() uint8 { return uint8(s) }

func newState(base uint32, next uint16, bits, extra uint8) state {
	return state(base)<<32 | state(next)<<16 | state(bits)<<8 | state(extra)
}

// table is a decoding table of 1<<log states.
type table struct {
	states [512]state
	log    uint8
}

// maxSymbols is more than any table has.
const maxSymbols = 256

// counts is how many states each symbol has in a table; -1 means one, which takes all bits of the state.
type counts [maxSymbols]int16

// read reads the description of a table: 4 bits of log - 5, then for each symbol its count + 1, in
// as few bits as the rest of the table requires. A count of 0 is followed by the number of further
// symbols that have 0. It returns the number of symbols and of bytes read; ok is false if there are
// more than symbols, or the table is larger than 1<<most.
func (c *counts) read(src []byte, symbols int, most uint8) (n int, log uint8, used int, ok bool) {
	f := forward{src: src}
	log = uint8(f.peek(4)) + 5
	f.pos = 4
	if log > most {
		return 0, 0, 0, false
	}
	for left := 1 << log; left > 0; {
		if n >= symbols || f.pos > 8*len(src) {
			return 0, 0, 0, false
		}
		width := bits.Len(uint(left + 1))
		v := f.peek(width)
		half := 1<<(width-1) - 1
		short := 1<<width - 2 - left // as many values take one bit less
		f.pos += width
		if v&half < short {
			v &= half
			f.pos--
		} else if v > half {
			v -= short
		}
		c[n] = int16(v - 1)
		n++
		switch {
		case v == 0:
			left--
			continue
		case v > 1:
			left -= v - 1
			continue
		}
		for more := 3; more == 3; {
			more = f.peek(2)
			f.pos += 2
			if n+more > symbols {
				return 0, 0, 0, false
			}
			clear(c[n : n+more])
			n += more
		}
	}
	used = (f.pos + 7) >> 3
	return n, log, used, used <= len(src)
}

// build fills the table: symbols with a count of -1 at its end, the others spread over the rest.
func (t *table) build(c []int16, log uint8) {
	t.log = log
	size := 1 << log
	var next [maxSymbols]uint16
	end := size - 1
	for s, n := range c {
		if n == -1 {
			t.states[end] = newState(uint32(s), 0, 0, 0)
			end--
			next[s] = 1
		} else {
			next[s] = uint16(n)
		}
	}
	at, step := 0, size>>1+size>>3+3
	for s, n := range c {
		for range n {
			t.states[at] = newState(uint32(s), 0, 0, 0)
			for at = (at + step) & (size - 1); at > end; {
				at = (at + step) & (size - 1)
			}
		}
	}
	for i, s := range t.states[:size] {
		symbol := s.base()
		x := next[symbol]
		next[symbol]++
		n := log + 1 - uint8(bits.Len16(x))
		t.states[i] = newState(symbol, x<<n-uint16(size), n, 0)
	}
}

// single makes a table for one symbol, which takes no bits.
func (t *table) single(symbol uint8) {
	t.log = 0
	t.states[0] = newState(uint32(symbol), 0, 0, 0)
}
