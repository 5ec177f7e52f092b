package lmdb

import (
	"slices"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// explainMeta reads a whole meta page.
func (l *layout) explainMeta(b []byte, t *span.Tree) error {
	t.Part(partStored, b)
	r := wire.NewReader(b, t)
	var m meta
	r.Begin(&fMeta)
	l.readMeta(&r, &m)
	if r.More() {
		r.Rest(&fRest)
	}
	r.End()
	return r.Finish()
}

// partStored is the name of the part that a piece's tree explains.
const partStored = "stored"

// explainPage reads a page with all its nodes, in the order in which they are laid out. It calls
// each, if not nil, after every node.
func (l *layout) explainPage(b []byte, number uint64, t *span.Tree, each func(n *node, m wire.Mark)) error {
	t.Part(partStored, b)
	r := wire.NewReader(b, t)
	var h header
	r.Begin(&fPage)
	l.readHeader(&r, &h)
	if overflow := h.flags&pageKinds == pageOverflow; !overflow || l.version == 1 { // see checkOwner
		checkNumber(&r, &h, number)
	}
	if h.flags&pageKinds == pageOverflow {
		r.Rest(&fRun)
	} else {
		l.checkTree(&r, &h, len(b), true)
		l.explainNodes(&r, b, 0, &h, each)
	}
	r.End()
	return r.Finish()
}

// explainSub reads the sub-page that comes next.
func (l *layout) explainSub(r *wire.Reader, b []byte) {
	from := r.Offset()
	r.Begin(&fSubPage)
	sub := wire.NewReader(r.Since(0)[:from+len(b)], r.Rec())
	var why wire.Error
	sub.SetFault(&why)
	sub.Skip(from)
	var h header
	l.readHeader(&sub, &h)
	if sub.OK() {
		var check wire.Error
		c := wire.NewReader(b, nil)
		c.SetFault(&check)
		if l.checkSub(&c, &h, len(b)); !c.OK() {
			sub.FailOwn(check.Code, check.Own, &fHeader, from+check.Offset, check.Expected, check.Found)
		}
	}
	l.explainNodes(&sub, b, from, &h, nil)
	r.Skip(sub.Offset() - from)
	if !sub.OK() {
		r.FailOwn(why.Code, why.Own, &fSubPage, why.Offset, why.Expected, why.Found)
	}
	r.End()
}

// explainNodes reads what follows the header of a page. b is the page, which begins at offset from.
func (l *layout) explainNodes(r *wire.Reader, b []byte, from int, h *header, each func(n *node, m wire.Mark)) {
	if !r.OK() {
		return
	}
	if h.flags&pageLeaf2 != 0 {
		r.Begin(&fKeys)
		for range h.count {
			r.Bytes(&fAlone, int(h.pad))
		}
		r.End()
		unused(r, from+len(b))
		return
	}
	v := &level{page: b, h: *h}
	slots := make([]int, 0, h.count)
	if h.count > 0 {
		r.Begin(&fOffsets)
		for i := range h.count {
			l.u16(r, &fOffset)
			if slot := l.slot(b, i); l.isSlot(v, slot) {
				slots = append(slots, slot)
			} else {
				r.Last().Flag(span.Mismatch)
			}
		}
		r.End()
	}
	slices.Sort(slots)
	for _, slot := range slots {
		if !r.OK() || from+slot < r.Offset() {
			continue // it begins inside another node
		}
		unused(r, from+slot)
		var n node
		if h.flags&pageLeaf != 0 {
			l.readLeaf(r, &n)
		} else {
			l.readBranch(r, &n)
		}
		if each != nil && r.OK() {
			each(&n, r.Last())
		}
	}
	unused(r, from+len(b))
}

// unused reads the bytes before offset to, if any, as unused room.
func unused(r *wire.Reader, to int) {
	if n := to - r.Offset(); n > 0 {
		r.Bytes(&fFree, n)
	}
}
