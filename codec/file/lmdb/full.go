package lmdb

import (
	"encoding/binary"
	"strconv"
)

// isFull reports whether the nodes listed in a page are those that were put into it; end is the limit of the
// space for nodes. LMDB leaves no gaps: nodes fill the space from upper to the end, each once. A page with an
// unreadable node is left to whoever reads that node.
//
// It compares sums of cubes, because a plain sum of sizes would not change if one node is listed twice and
// another of the same size not at all.
func (l *layout) isFull(v *level, end int) bool {
	if v.h.count < v.h.least() {
		return false
	}
	upper := l.base + int(v.h.upper)
	if v.h.flags&pageLeaf2 != 0 { // a key moves upper by its size less that of an offset
		return uint16(upper) == uint16(end-v.h.count*(int(v.h.pad)-2))
	}
	left := cube(end) - cube(upper)
	for i := range v.h.count {
		from := l.slot(v.page, i)
		to := l.nodeEnd(v, from)
		if to < 0 {
			return true
		}
		left -= cube(to) - cube(from)
	}
	return left == 0
}

func cube(n int) int64 { return int64(n) * int64(n) * int64(n) }

// least returns the smallest number of nodes in a page of a tree: LMDB removes pages with fewer.
func (h *header) least() int {
	if h.flags&pageLeaf != 0 {
		return 1
	}
	return 2
}

// nodeEnd returns where the space of the node at a place of a page ends, which is an even offset, or -1 if the
// node does not fit.
func (l *layout) nodeEnd(v *level, at int) int {
	if !l.isSlot(v, at) {
		return -1
	}
	order := binary.ByteOrder(binary.LittleEndian)
	if l.big {
		order = binary.BigEndian
	}
	b := v.page[at:]
	n := int64(nodeHead) + int64(order.Uint16(b[6:]))
	if v.h.flags&pageLeaf != 0 {
		if l.version == 3 {
			n += n & 1
		}
		if order.Uint16(b[4:]) == nodeBig {
			n += int64(l.overflowWords() * l.wordSize())
		} else {
			n += int64(order.Uint32(b))
		}
	}
	if n += n & 1; n > int64(len(b)) {
		return -1
	}
	return at + int(n)
}

// notFull describes what is wrong with a page that is not full.
func (l *layout) notFull(v *level, end int) problem {
	expected, found := "at least "+strconv.Itoa(v.h.least())+" nodes", strconv.Itoa(v.h.count)
	switch {
	case v.h.count < v.h.least():
	case v.h.flags&pageLeaf2 != 0:
		expected = "as many keys of " + strconv.Itoa(int(v.h.pad)) + " bytes as upper, " + strconv.Itoa(int(v.h.upper)) + ", leaves room for"
	default:
		expected = "the nodes that fill the " + strconv.Itoa(end-l.base-int(v.h.upper)) + " bytes from upper to the page's end"
		found += " nodes, which do not"
	}
	return problem{codePageBounds, v.at + int64(l.lowerAt()), expected, found, 0}
}
