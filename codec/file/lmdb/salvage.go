package lmdb

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/wire"
)

// Marks of salvaged rows, which say whether a tree led to their page, the page is in the
// list of free pages, or neither.
const (
	markReached = "reached"
	markFree    = "free"
	markLost    = "lost"
)

// typeFreeList is the Type of rows that are not a user's: lists of free pages, mostly of old states.
const typeFreeList = "free list"

// salvage goes through the pages that no tree led to, and shows the rows of those that are sound
// leaf pages. The database of a page is not stored: the page is attributed to the damaged
// database if there is exactly one, else to the main database.
//
// An entry's Sequence is the transaction that wrote the page (data versions 2 and 3) or, for a
// free page in version 1, the transaction that freed it.
type salvage struct {
	*source
	seen  *visited
	free  []freed
	guess int // table that the page is attributed to
	page  uint64
	open  bool
	rows  *rows
	mark  string
	txn   uint64
	list  bool // the page is one of the free database's
}

// freed is a page in the list of free pages, with the transaction that freed it.
type freed struct{ page, txn uint64 }

// openSalvage marks the pages that all trees lead to.
func (c *cursor) openSalvage() *salvage {
	src := c.src
	g := &salvage{source: src, seen: src.newSeen(), page: 1}
	damaged := 0
	look := func(r *rows, table int) {
		if r.damaged {
			damaged++
			g.guess = table
		}
	}
	main := c.s.mainRows(src, g.seen)
	var named []record
	var tables []int
	main.run(func(key, data []byte) {
		d := src.recordOf(data)
		named, tables = append(named, d), append(tables, c.s.add(src.copy(), key, &d))
	})
	look(main, 0)
	for i := range named {
		r := openRows(src, g.seen, &named[i])
		r.run(nil)
		look(r, tables[i])
	}
	if damaged > 1 {
		g.guess = 0
	}
	free := openFree(src, g.seen, c.s.opt.BlockMax)
	for s := free.next(); s != stepEnd && s != stepFailed; s = free.next() {
		if s == stepNode {
			g.free = src.appendFreed(g.free, free.key, free.value)
		}
	}
	sortFreed(g.free)
	var none record
	g.rows = openRows(src, g.seen, &none)
	g.rows.loose, g.rows.ordered, g.rows.most = true, false, c.s.opt.BlockMax
	return g
}

// appendFreed appends the pages in a list.
func (p *source) appendFreed(to []freed, key, list []byte) []freed {
	pages, _ := p.pagesOf(key, list)
	for ; len(pages) > 0; pages = pages[p.wordSize():] {
		if n := p.wordAt(pages); p.isThere(n) {
			to = append(to, freed{n, p.wordAt(key)})
		}
	}
	return to
}

func sortFreed(list []freed) {
	sorting.Func(list, func(a, b freed) int { return cmp.Compare(a.page, b.page) })
}

// findFreed returns the transaction that freed a page, from a sorted list.
func findFreed(list []freed, page uint64) (txn uint64, ok bool) {
	i, ok := slices.BinarySearchFunc(list, page, func(f freed, n uint64) int { return cmp.Compare(f.page, n) })
	if !ok {
		return 0, false
	}
	return list[i].txn, true
}

// salvaged returns the next row of a page that no tree led to.
func (c *cursor) salvaged(e *file.Entry) bool {
	if c.salvage == nil {
		c.salvage = c.openSalvage()
	}
	g := c.salvage
	if c.only != file.All && c.only != g.guess {
		return false
	}
	for {
		for g.open {
			switch g.rows.next() {
			case stepNode:
				if c.compared && (g.rows.has == valueAlone || g.list || !c.inLoose(g.rows)) {
					continue
				}
				c.table, c.name = g.guess, ""
				if g.guess > 0 {
					c.name = c.nameOf(g.guess)
				}
				c.fill(e, g.rows)
				g.label(e)
				return true
			case stepEnd, stepFailed:
				g.open = false
			}
		}
		if g.page++; g.err != nil || !g.isThere(g.page) {
			return false
		}
		g.open = g.look()
	}
}

// inLoose reports whether a row is in the range of the query, by the order of bytes.
func (c *cursor) inLoose(r *rows) bool {
	return bytes.Compare(r.key, c.q.Start) >= 0 && (c.q.Stop == nil || bytes.Compare(r.key, c.q.Stop) < 0)
}

func (g *salvage) label(e *file.Entry) {
	e.Mark, e.Sequence = g.mark, g.txn
	if g.list {
		e.Type = typeFreeList
	}
}

// look opens a page if no tree led to it and it is a sound leaf page with its own number.
func (g *salvage) look() bool {
	if g.seen.has(g.page) {
		return false
	}
	w := &g.rows.tree
	if len(w.levels) == 0 {
		w.levels = append(w.levels, level{})
	}
	v := &w.levels[0]
	v.at, v.i = g.offset(g.page), 0
	if v.page = g.read(&v.buf, v.at, g.size); v.page == nil || !g.isLeaf(v) {
		return false
	}
	g.mark, g.txn = markLost, v.h.txn
	if txn, ok := findFreed(g.free, g.page); ok {
		g.mark = markFree
		if g.version == 1 {
			g.txn = txn
		}
	}
	w.n = 1
	g.list, g.rows.has = g.kind(v)
	return true
}

// isLeaf reads a page's header and reports whether it is that of a leaf page with this number,
// with all nodes in place.
func (g *salvage) isLeaf(v *level) bool {
	r := wire.NewReader(v.page, nil)
	g.readHeader(&r, &v.h)
	if flags := v.h.flags &^ ignored; v.h.number != g.page || flags != pageLeaf && flags != pageLeaf|pageLeaf2 {
		return false
	}
	if g.checkTree(&r, &v.h, len(v.page), true); !r.OK() {
		return false
	}
	for i := 0; v.h.flags&pageLeaf2 == 0 && i < v.h.count; i++ {
		if slot := g.slot(v.page, i); !g.isSlot(v, slot) {
			return false
		}
	}
	return true
}

// kind recognises, by their content, leaf pages of the free database, and leaf pages of sub-trees,
// whose nodes have no data.
func (g *salvage) kind(v *level) (list bool, h has) {
	if v.h.flags&pageLeaf2 != 0 {
		return false, valueAlone
	}
	var n node
	list, empty := true, true
	for i := range v.h.count {
		if g.at(v, i, &n) != nil {
			return false, keyAndValue
		}
		_, ok := g.pagesOf(n.key, n.data)
		list = list && (ok || n.flags == nodeBig && len(n.key) == g.wordSize())
		empty = empty && n.flags == 0 && n.size == 0
	}
	if empty && v.h.count > 0 {
		return false, valueAlone
	}
	return list, keyAndValue
}

// openLoose examines a leaf node of a page that no tree led to.
func (r *rows) openLoose(n *node) step {
	if r.has == valueAlone {
		r.value = n.key
		return stepNode
	}
	r.has, r.value = keyAndValue, n.data
	switch n.flags {
	case nodeBig:
		if !r.looseBig(n) {
			r.has, r.value = keyAlone, nil
		}
	case nodeDup:
		return r.openInner()
	case nodeDup | nodeSub:
		r.has, r.value = keyAlone, nil
	}
	return stepNode
}

// looseBig reads a value in overflow pages if those certainly still belong to it.
func (r *rows) looseBig(n *node) bool {
	w := &r.tree
	if n.over < 2 || n.over > w.last || !w.isThere(n.over) || int64(n.size) > int64(r.most) {
		return false
	}
	head := w.read(&r.valueBuf, w.offset(n.over), w.head)
	if head == nil {
		return false
	}
	var h header
	p := wire.NewReader(head, nil)
	w.readHeader(&p, &h)
	if _, err := w.checkRun(head, n); err != nil || w.version > 1 && h.txn != n.overTxn {
		return false
	}
	r.value = w.read(&r.valueBuf, w.offset(n.over)+int64(w.head), int(n.size))
	return r.value != nil
}
