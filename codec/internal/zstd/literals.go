package zstd

// Kinds of literals.
const (
	literalsRaw = iota
	literalsSame
	literalsPacked
	literalsAgain // packed, with the tree of the previous block
)

// readLiterals reads the literals of a block that ends at end into d.literals, and returns where
// they end and their number. Their header is
//
//	kind (2 bits) · form (2) · size · packed size, if packed
//
// It has 1 to 3 bytes (if form's low bit is 0, it belongs to the size), or 3, 3, 4 or 5 bytes if
// packed; form 0 is then one stream, the others are four.
func (d *Decoder) readLiterals(src []byte, at, end int) (next, n int, ok bool) {
	if at >= end {
		return 0, 0, false
	}
	kind, form := src[at]&3, src[at]>>2&3
	if kind <= literalsSame {
		size := [4]int{1, 2, 1, 3}[form]
		if size > end-at {
			return 0, 0, false
		}
		n = int(little(src[at:], size)) >> [4]int{3, 4, 3, 4}[form]
		at += size
		return d.plainLiterals(src, at, end, n, kind)
	}
	size, width := [4]int{3, 3, 4, 5}[form], [4]int{10, 10, 14, 18}[form]
	if size > end-at {
		return 0, 0, false
	}
	v := little(src[at:], size) >> 4
	n = int(v) & (1<<width - 1)
	packed := int(v>>width) & (1<<width - 1)
	at += size
	next = at + packed
	if n > maxBlock || n == 0 || packed > end-at {
		return 0, 0, false
	}
	if kind == literalsPacked {
		used, ok := d.tree.read(src, at, next, &d.weights)
		if !ok {
			return 0, 0, false
		}
		at += used
		d.trees = &d.tree
	}
	if d.trees == nil {
		return 0, 0, false
	}
	out := d.memory(n)
	if form == 0 {
		return next, n, d.trees.one(out, src, at, next)
	}
	return next, n, d.trees.four(out, src, at, next)
}

func (d *Decoder) plainLiterals(src []byte, at, end, n int, kind byte) (next, size int, ok bool) {
	stored := n
	if kind == literalsSame {
		stored = 1
	}
	if n > maxBlock || stored > end-at {
		return 0, 0, false
	}
	out := d.memory(n)
	if kind == literalsRaw {
		copy(out, src[at:])
	} else {
		for i := range out {
			out[i] = src[at]
		}
	}
	return at + stored, n, true
}

// memory makes room in d.literals for n literals and the slack, and returns the room for the literals.
func (d *Decoder) memory(n int) []byte {
	if need := n + slack; need > len(d.literals) {
		d.literals = make([]byte, min(2*need, maxBlock+slack))
	}
	return d.literals[:n]
}

// readTables reads the beginning of a block's sequences, and the tables that they need. It returns
// how many sequences there are and where their bits begin.
//
//	number   1 to 3 bytes: below 128, below 32512, and from there on
//	modes    if there are any: literal lengths, offsets, match lengths (2 bits each), 0
//	tables   those of mode 1 and 2
func (d *Decoder) readTables(src []byte, at, end int) (n, next int, ok bool) {
	if at >= end {
		return 0, 0, false
	}
	n = int(src[at])
	at++
	switch {
	case n == 0:
		return 0, at, true
	case n == 255:
		if end-at < 2 {
			return 0, 0, false
		}
		n = int(little(src[at:], 2)) + 0x7f00
		at += 2
	case n > 127:
		if at == end {
			return 0, 0, false
		}
		n = (n-128)<<8 + int(src[at])
		at++
	}
	if at == end || src[at]&3 != 0 {
		return 0, 0, false
	}
	modes := src[at]
	at++
	for i := range kinds {
		mode := int(modes>>(6-2*i)) & 3
		used, ok := d.readTable(i, mode, src[at:end])
		if !ok {
			return 0, 0, false
		}
		at += used
	}
	return n, at, true
}

// readTable sets up the table that a mode specifies.
func (d *Decoder) readTable(i, mode int, src []byte) (used int, ok bool) {
	switch mode {
	case modeUsual:
		if d.usual[i] == nil {
			d.usual[i] = new(table)
			d.usual[i].build(kinds[i].usual, kinds[i].usualLog)
			kinds[i].mean(d.usual[i])
		}
		d.tables[i] = d.usual[i]
		return 0, true
	case modeRepeat:
		return 0, d.tables[i] != nil
	}
	d.tables[i] = &d.own[i]
	if mode == modeSingle {
		return 1, len(src) > 0 && kinds[i].single(&d.own[i], src[0])
	}
	return kinds[i].read(&d.own[i], src)
}
