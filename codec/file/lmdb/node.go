package lmdb

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/wire"
)

// Flags of leaf nodes.
const (
	nodeBig = 0x01 // the value is in overflow pages
	nodeSub = 0x02 // a database record
	nodeDup = 0x04 // several values, in a sub-page or, with nodeSub, in a sub-tree
)

const nodeHead = 8

// node is one node of a page:
//
//	branch   child u32 | child's high bits u16 | key size u16 | key
//	leaf     data size u32 | flags u16 | key size u16 | key | data
//
// With words of 4 bytes the child's high bits have no meaning. In version 3, data begins at an even offset.
type node struct {
	at     int // in its page
	child  uint64
	size   uint32 // of the value
	flags  uint16
	key    []byte
	data   []byte
	dataAt int // in the page

	over      uint64 // with nodeBig: the first overflow page
	overTxn   uint64 // from version 2 on: transaction and pages of the run
	overPages uint64
}

// readBranch reads the node of a branch page at the reader's place.
func (l *layout) readBranch(r *wire.Reader, n *node) {
	n.at = r.Offset()
	r.Begin(&fNode)
	n.child = uint64(l.u32(r, &fChild))
	high := l.u16(r, &fChildHigh)
	if l.wide {
		n.child |= uint64(high) << 32
	}
	n.flags = 0
	l.readKey(r, n)
	r.End()
}

// readKey reads the key's size and the key.
func (l *layout) readKey(r *wire.Reader, n *node) {
	size := int(l.u16(r, &fKeySize))
	if size > r.Left() {
		r.FailOwn(wire.BadValue, codeNodeSize, &fKeySize, n.at+6,
			"a key of at most "+strconv.Itoa(r.Left())+" bytes, up to the page's end", strconv.Itoa(size))
	}
	n.key = r.Bytes(&fKey, size)
}

// readLeaf reads the node of a leaf page at the reader's place.
func (l *layout) readLeaf(r *wire.Reader, n *node) {
	n.at = r.Offset()
	r.Begin(&fNode)
	n.size = l.u32(r, &fDataSize)
	n.flags = l.u16(r, &fNodeFlags)
	if m := r.Last(); m.Recorded() {
		m.Note(nodeWords(n.flags))
	}
	l.readKey(r, n)
	if l.version == 3 && r.Offset()&1 != 0 && r.More() {
		r.Bytes(&fAlign, 1)
	}
	n.dataAt = r.Offset()
	l.readData(r, n)
	r.End()
}

// nodeWords names the flags of a leaf node.
func nodeWords(flags uint16) string {
	switch flags {
	case 0:
		return ""
	case nodeBig:
		return "in overflow pages"
	case nodeSub:
		return "a named database"
	case nodeDup:
		return "several values, in a sub-page"
	case nodeSub | nodeDup:
		return "several values, in a sub-tree"
	}
	return "not known"
}

// readData reads whatever follows the key.
func (l *layout) readData(r *wire.Reader, n *node) {
	if !r.OK() {
		return
	}
	switch n.flags {
	case 0:
		if l.fits(r, n, uint64(n.size)) {
			n.data = r.Bytes(&fValue, int(n.size))
		}
	case nodeBig:
		l.readOverflow(r, n)
	case nodeSub, nodeSub | nodeDup:
		if int64(n.size) != int64(l.recordSize()) {
			r.FailOwn(wire.BadValue, codeNodeSize, &fDataSize, n.at,
				"a database record of "+strconv.Itoa(l.recordSize())+" bytes", dec(uint64(n.size)))
		} else if l.fits(r, n, uint64(n.size)) {
			n.data = r.Ahead()[:n.size:n.size]
			var d record
			l.readRecord(r, &fRecord, &d)
		}
	case nodeDup:
		if int64(n.size) < int64(l.head) {
			r.FailOwn(wire.BadValue, codeNodeSize, &fDataSize, n.at,
				"a sub-page of at least "+strconv.Itoa(l.head)+" bytes", dec(uint64(n.size)))
		} else if l.fits(r, n, uint64(n.size)) {
			l.readSubPage(r, n)
		}
	default:
		r.FailOwn(wire.BadValue, codeNodeSize, &fNodeFlags, n.at, "flags 0, 1, 2, 4 or 6, which say what the data are", "0x"+hex16(n.flags))
	}
}

// fits fails if data of a size would extend past the end of the page.
func (l *layout) fits(r *wire.Reader, n *node, size uint64) bool {
	if size > uint64(r.Left()) {
		r.FailOwn(wire.BadValue, codeNodeSize, &fDataSize, n.at,
			"at most "+strconv.Itoa(r.Left())+" bytes of data, up to the page's end", dec(size))
		return false
	}
	return true
}

// overflowWords returns how many words say where a value in overflow pages is.
func (l *layout) overflowWords() int {
	if l.version > 1 {
		return 3
	}
	return 1
}

// readOverflow reads where a value in overflow pages is.
func (l *layout) readOverflow(r *wire.Reader, n *node) {
	words := l.overflowWords()
	if !l.fits(r, n, uint64(words*l.wordSize())) {
		return
	}
	n.data = nil
	r.Begin(&fOverflow)
	n.over = l.word(r, &fFirstPage)
	n.overTxn, n.overPages = 0, 0
	if words > 1 {
		n.overTxn = l.word(r, &fOverTxn)
		n.overPages = l.word(r, &fOverPages)
	}
	r.End()
}

// readSubPage takes a sub-page. Unless something is being recorded, it is opened later, with the values.
func (l *layout) readSubPage(r *wire.Reader, n *node) {
	b := r.Ahead()[:n.size:n.size]
	n.data = b
	if r.Rec() == nil {
		r.Skip(len(b))
		return
	}
	l.explainSub(r, b)
}

// pagesNeeded returns how many pages a value in overflow pages takes. The value is contiguous, and
// begins after the first page's header.
func (l *layout) pagesNeeded(size uint32) uint64 {
	return (uint64(l.head-1)+uint64(size))/uint64(l.size) + 1
}

// at reads node i of a checked page into n. In a page of keys alone, the key is all there is.
func (l *layout) at(v *level, i int, n *node) *wire.Error {
	if v.h.flags&pageLeaf2 != 0 {
		size := int(v.h.pad)
		n.at = l.head + i*size
		n.key, n.data, n.flags, n.size = v.page[n.at:n.at+size:n.at+size], nil, 0, 0
		return nil
	}
	slot := l.slot(v.page, i)
	if !l.isSlot(v, slot) {
		return l.badSlot(v, i, slot)
	}
	r := wire.NewReader(v.page, nil)
	r.Skip(slot)
	if v.h.flags&pageLeaf != 0 {
		l.readLeaf(&r, n)
	} else {
		l.readBranch(&r, n)
	}
	if err := r.FinishPrefix(""); err != nil {
		return err.(*wire.Error)
	}
	return nil
}

// isSlot reports whether a node can begin at a place of a page.
func (l *layout) isSlot(v *level, slot int) bool {
	return slot&1 == 0 && slot >= l.base+int(v.h.lower) && slot <= len(v.page)-nodeHead
}

func (l *layout) badSlot(v *level, i, slot int) *wire.Error {
	return &wire.Error{Code: wire.BadValue, Own: codeNodeOffset, Offset: l.head + 2*i, Field: fOffset.Name,
		Expected: "an even place from " + strconv.Itoa(int(v.h.lower)) + " to " + strconv.Itoa(len(v.page)-nodeHead-l.base),
		Found:    strconv.Itoa(slot - l.base)}
}
