package bzip2

// The bits of a block are
//
//	1           1: the bytes are randomized, see random.go
//	24          where the sorted block starts
//	16, 16 …    which bytes occur: which groups of 16, then which of each group
//	3           number of trees, 2 to 6
//	15          number of selectors, each of which says which tree the next 50 symbols use:
//	            as many 1s as there are trees before it in the order of use, then 0
//	            for each tree: 5 bits of length, then for each symbol
//	            10 (one more), 11 (one less), up to 0 (this is it)
//	            symbols: 0 and 1 are the digits of how often the last byte used is repeated,
//	            the last one is the end, others are positions in the order of use

// fifty is how many successive symbols use one tree.
const fifty = 50

// readBlock reads a block into the column and returns where to start.
func (d *Decoder) readBlock() (first uint32, ok bool) {
	d.random = randomizer{on: d.read(1) != 0}
	first = uint32(d.read(24))
	used := 0
	groups := d.read(16)
	for g := range 16 {
		if groups>>(15-g)&1 == 0 {
			continue
		}
		group := d.read(16)
		for i := range 16 {
			if group>>(15-i)&1 != 0 {
				d.symbols[used] = byte(g<<4 | i)
				used++
			}
		}
	}
	trees := int(d.read(3))
	if used == 0 || trees < 2 || trees > 6 || !d.readSelectors(trees) {
		return 0, false
	}
	for i := range trees {
		if !d.readTree(&d.trees[i], used+2) {
			return 0, false
		}
	}
	if !d.readSymbols(used) || int(first) >= len(d.column) {
		return 0, false
	}
	d.link()
	return first, true
}

func (d *Decoder) readSelectors(trees int) bool {
	n := int(d.read(15))
	if n == 0 || n > 8*len(d.src)-d.pos {
		return false
	}
	order := [6]uint8{0, 1, 2, 3, 4, 5}
	d.selectors = d.selectors[:0]
	for range n {
		at := 0
		for d.read(1) != 0 {
			if at++; at >= trees {
				return false
			}
		}
		tree := order[at]
		copy(order[1:at+1], order[:at])
		order[0] = tree
		d.selectors = append(d.selectors, tree)
	}
	return true
}

// readSymbols reads the bytes of the column.
func (d *Decoder) readSymbols(used int) bool {
	d.column = d.column[:0]
	run, digit := 0, 1
	for _, selector := range d.selectors {
		t := &d.trees[selector]
		for range fifty {
			s, n := t.next(d.peek())
			if d.pos += n; n == 0 || d.pos > 8*len(d.src) {
				return false
			}
			if s < 2 {
				if run += digit << s; run > d.size {
					return false
				}
				digit <<= 1
				continue
			}
			if run > d.size-len(d.column) {
				return false
			}
			for range run {
				d.column = append(d.column, uint32(d.symbols[0]))
			}
			run, digit = 0, 1
			if s == used+1 {
				return true
			}
			if len(d.column) == d.size {
				return false
			}
			b := d.symbols[s-1]
			copy(d.symbols[1:s], d.symbols[:s-1])
			d.symbols[0] = b
			d.column = append(d.column, uint32(b))
		}
	}
	return false
}

// link stores in each entry of the column, above its byte, the index of the next entry.
func (d *Decoder) link() {
	var next [256]uint32
	for _, b := range d.column {
		next[b]++
	}
	sum := uint32(0)
	for i, n := range next {
		next[i] = sum
		sum += n
	}
	for i := range d.column {
		b := byte(d.column[i])
		d.column[next[b]] |= uint32(i) << 8
		next[b]++
	}
}

// tree decodes symbols of 1 to 20 bits. Shorter codes come first and, among codes of the same
// length, those of smaller symbols. If there are more codes than possible, the last ones are never
// reached.
type tree struct {
	symbols  [258]uint16 // in the order of their codes
	limit    [22]uint32  // for each length: the first code, in 20 bits, that is longer
	index    [22]int     // for each length: what to subtract from a code to get its index
	shortest int
}

const longest = 20

func (d *Decoder) readTree(t *tree, symbols int) bool {
	var lengths [258]uint8
	n := int(d.read(5))
	for i := range symbols {
		for {
			if n < 1 || n > longest || d.pos > 8*len(d.src) {
				return false
			}
			if d.read(1) == 0 {
				break
			}
			n += 1 - 2*int(d.read(1))
		}
		lengths[i] = uint8(n)
	}
	t.shortest = 0
	code, at := 0, 0
	for n = 1; n <= longest; n++ {
		t.index[n] = code - at
		for s, l := range lengths[:symbols] {
			if int(l) == n {
				t.symbols[at] = uint16(s)
				at++
				code++
			}
		}
		if at > 0 && t.shortest == 0 {
			t.shortest = n
		}
		t.limit[n] = uint32(code) << (longest - n)
		code <<= 1
	}
	return true
}

// next returns the symbol at the top bits, and how many bits it takes; 0 if there is none.
func (t *tree) next(top uint64) (symbol, bits int) {
	v := uint32(top >> (64 - longest))
	for n := t.shortest; n <= longest; n++ {
		if v < t.limit[n] {
			return int(t.symbols[int(v>>(longest-n))-t.index[n]]), n
		}
	}
	return 0, 0
}
