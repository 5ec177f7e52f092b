package lmdb

import (
	"bytes"
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/wire"
)

// rows reads the rows of one database in its order: each key with each of its values.
type rows struct {
	tree, dups   walker
	inner        level // a sub-page; its page is nil if none is open
	record       record
	table        int
	isMain       bool // rows with a database record are databases
	order, dupOf order

	silent  bool // values in overflow pages are checked but not read
	ordered bool // compare each key with the previous one
	loose   bool // no tree led to the page: what it refers to may be another's by now
	most    int  // size of the largest value to read

	node, dup  node
	inTree     bool // the values of the key are in a sub-tree
	given      bool // a value of the key was returned
	key, value []byte
	has        has
	at         int64 // offset of the page with the row, or with the row's value
	in         int   // offset in that page

	count    uint64 // rows and databases returned so far
	damaged  bool
	disorder bool
	pending  step // what opening found, to be returned first
	bad      problem
	prev     []byte // the previous key
	prevDup  []byte
	valueBuf []byte
}

// has says which parts of a row are there.
type has uint8

const (
	keyAndValue has = iota
	keyAlone        // the value is elsewhere, and may no longer be there
	valueAlone      // one of several values of a key that is elsewhere
)

// openRows begins to read a database. The rows have a source for their own goroutine, and mark the
// pages that they meet in seen.
func openRows(src *source, seen *visited, d *record) *rows {
	r := &rows{record: *d, most: math.MaxInt, ordered: true}
	r.reset(src, seen, d)
	return r
}

// openFree begins to read the list of free pages of the state that src reads, with values of at most so many bytes.
func openFree(src *source, seen *visited, most int) *rows {
	r := openRows(src, seen, &src.state.free)
	r.order, r.most = src.integers(), most
	r.from(nil)
	return r
}

// reset begins another database, reusing the memory.
func (r *rows) reset(src *source, seen *visited, d *record) {
	r.tree.source, r.tree.seen, r.tree.leaf2 = src, seen, false
	r.dups.source, r.dups.seen, r.dups.leaf2 = src, seen, true
	r.dups.n, r.inner.page, r.inTree = 0, nil, false
	r.record, r.order, r.dupOf = *d, src.keyOrder(d.flags), src.dupOrder(d.flags)
	r.count, r.damaged, r.disorder, r.pending = 0, false, false, stepEnd
	r.prev, r.key, r.isMain = nil, nil, false
}

// from begins at the first key, or at the first key not below start.
func (r *rows) from(start []byte) {
	ok := true
	if start == nil {
		ok = r.tree.start(r.record.root)
	} else {
		ok = r.tree.seek(r.record.root, start, r.order)
	}
	if !ok {
		r.pending = r.tree.failed()
	}
}

// next reads the next row, or the next damage into bad.
func (r *rows) next() step {
	if s := r.pending; s != stepEnd {
		r.pending = stepEnd
		return r.fault(s, &r.tree)
	}
	for {
		if r.inner.page != nil {
			if s := r.nextInner(); s != stepEnd {
				return s
			}
		}
		if r.inTree {
			if s := r.nextDup(); s != stepEnd {
				return s
			}
		}
		if s := r.tree.next(&r.node); s != stepNode {
			return r.fault(s, &r.tree)
		}
		if s := r.open(); s != stepEnd {
			return s
		}
	}
}

// fault takes over what a walker found.
func (r *rows) fault(s step, w *walker) step {
	if s == stepBad {
		r.bad, r.damaged = w.bad, true
	}
	return s
}

func (r *rows) spoilt(p problem) step {
	r.bad, r.damaged = p, true
	return stepBad
}

// open examines a leaf node. It returns stepEnd if the node's rows are elsewhere.
func (r *rows) open() step {
	n, v := &r.node, r.tree.top()
	r.key, r.at, r.in = n.key, v.at, n.at
	switch {
	case r.loose:
		return r.openLoose(n)
	case n.flags == 0:
		r.value = n.data
		return r.give(stepNode)
	case n.flags == nodeBig:
		if s := r.readBig(n); s != stepNode {
			return s
		}
		return r.give(stepNode)
	case n.flags == nodeDup:
		return r.openInner()
	case n.flags == nodeSub|nodeDup:
		return r.openDups()
	case r.isMain:
		r.value = n.data
		return r.give(stepDatabase)
	}
	// A record where no database can be: the flags of this node, or of the whole database, are damaged.
	return r.spoilt(problem{codeNodeSize, v.at + int64(n.at) + 4, "a value",
		"a database record, which only a main database without DUPSORT has", 0})
}

// give counts a row and compares its key with the previous one.
func (r *rows) give(s step) step {
	r.count++
	if r.ordered {
		r.compare()
	}
	return s
}

func (r *rows) compare() {
	if r.prev != nil && r.order(r.prev, r.key) >= 0 {
		r.disorder = true
	}
	r.prev = append(r.prev[:0], r.key...)
	if r.prev == nil {
		r.prev = []byte{}
	}
}

// giveDup counts one of several values of a key and compares it with the previous one.
func (r *rows) giveDup() step {
	r.count++
	if !r.given {
		r.given = true
		if r.ordered {
			r.compare()
		}
	} else if r.ordered && r.dupOf(r.prevDup, r.value) >= 0 {
		r.disorder = true
	}
	if r.ordered {
		r.prevDup = append(r.prevDup[:0], r.value...)
	}
	return stepNode
}

// openInner opens the sub-page of a node.
func (r *rows) openInner() step {
	n, v := &r.node, r.tree.top()
	in := &r.inner
	in.page, in.at, in.i, in.odd = n.data, v.at+int64(n.dataAt), 0, false
	p := wire.NewReader(in.page, nil)
	r.tree.readHeader(&p, &in.h)
	r.tree.checkSub(&p, &in.h, len(in.page))
	if err := p.FinishPrefix(""); err != nil {
		in.page = nil
		return r.spoiltBy(err.(*wire.Error), v.at+int64(n.dataAt))
	}
	in.odd = !r.tree.isFull(in, len(in.page))
	r.given = false
	return stepEnd
}

func (r *rows) spoiltBy(err *wire.Error, at int64) step {
	r.damaged = true
	r.bad.inPage(err, at, 0)
	return stepBad
}

func (r *rows) nextInner() step {
	in := &r.inner
	if in.i >= in.h.count {
		if in.odd {
			in.odd = false
			return r.spoilt(r.tree.notFull(in, len(in.page)))
		}
		in.page = nil
		return stepEnd
	}
	in.i++
	if err := r.tree.source.at(in, in.i-1, &r.dup); err != nil {
		in.odd = false // the fault is reported here
		return r.spoiltBy(err, in.at)
	}
	r.value, r.in = r.dup.key, r.node.dataAt+r.dup.at
	return r.giveDup()
}

// openDups opens the sub-tree of a node.
func (r *rows) openDups() step {
	var d record
	p := wire.NewReader(r.node.data, nil)
	r.tree.readRecord(&p, &fRecord, &d)
	r.inTree, r.given, r.dups.pad = true, false, d.pad
	if !r.dups.start(d.root) {
		return r.fault(r.dups.failed(), &r.dups)
	}
	return stepEnd
}

func (r *rows) nextDup() step {
	switch s := r.dups.next(&r.dup); s {
	case stepNode:
		r.value, r.at, r.in = r.dup.key, r.dups.top().at, r.dup.at
		return r.giveDup()
	case stepEnd:
		r.inTree = false
		return stepEnd
	default:
		return r.fault(s, &r.dups)
	}
}

// readBig reads a value in overflow pages.
func (r *rows) readBig(n *node) step {
	w := &r.tree
	if !w.claim(n.over) {
		return r.spoilt(w.bad)
	}
	head := w.read(&r.valueBuf, w.offset(n.over), w.head)
	if head == nil {
		return stepFailed
	}
	run, err := w.checkRun(head, n)
	if err != nil {
		r.damaged = true
		r.bad.inPage(err, w.offset(n.over), int64(n.size))
		return stepBad
	}
	for i := uint64(1); i < run; i++ {
		if !w.claim(n.over + i) {
			w.bad.lost = int64(n.size)
			return r.spoilt(w.bad)
		}
	}
	if r.silent {
		return stepNode
	}
	if int64(n.size) > int64(r.most) {
		return r.spoilt(problem{codeOverflowSize, w.offset(n.over), "a value of at most " + strconv.Itoa(r.most) + " bytes, the limit for one block",
			dec(uint64(n.size)), int64(n.size)})
	}
	if r.value = w.read(&r.valueBuf, w.offset(n.over)+int64(w.head), int(n.size)); r.value == nil {
		return stepFailed
	}
	if p, found := w.intruder(n.over, r.value); found {
		return r.spoilt(p)
	}
	return stepNode
}

// checkOwner fails if a run is not the one that a node names. From version 2 on the node has the run's transaction and
// number of pages, too. There mdb_copy -c writes transaction 1 into every node, and leaves the headers of runs as they were.
func (l *layout) checkOwner(r *wire.Reader, h *header, n *node) {
	copied := l.version > 1 && n.overTxn == 1
	if !copied {
		checkNumber(r, h, n.over)
	}
	switch {
	case l.version == 1 || !r.OK():
	case !copied && h.txn != n.overTxn:
		r.FailOwn(wire.BadValue, codePageNumber, &fPageTxn, 0, "transaction "+dec(n.overTxn), dec(h.txn))
	case uint64(h.pages) != n.overPages:
		r.FailOwn(wire.BadValue, codeOverflowSize, &fRunPages, l.lowerAt(), dec(n.overPages)+" pages", dec(uint64(h.pages)))
	}
}

// checkRun checks the first page of an overflow run and returns the run's number of pages.
func (p *source) checkRun(head []byte, n *node) (uint64, *wire.Error) {
	var h header
	r := wire.NewReader(head, nil)
	p.readHeader(&r, &h)
	p.checkOwner(&r, &h, n)
	need := p.pagesNeeded(n.size)
	most := min(p.last, p.whole-1) - n.over + 1
	switch {
	case !r.OK():
	case h.flags&pageKinds != pageOverflow:
		r.FailOwn(wire.BadValue, codePageFlags, &fPageFlags, p.flagsAt(), "an overflow page", "flags 0x"+hex16(h.flags))
	case uint64(h.pages) < need || uint64(h.pages) > most:
		r.FailOwn(wire.BadValue, codeOverflowSize, &fRunPages, p.lowerAt(),
			dec(need)+" pages or more for "+dec(uint64(n.size))+" bytes, and at most "+dec(most), dec(uint64(h.pages)))
	}
	if err := r.FinishPrefix(""); err != nil {
		return 0, err.(*wire.Error)
	}
	return uint64(h.pages), nil
}

// run goes to the end without returning rows, to mark the pages. It passes what it
// finds of named databases to each, if that is not nil.
func (r *rows) run(each func(key, data []byte)) {
	r.silent, r.ordered = true, false
	r.from(nil)
	for s := r.next(); s != stepEnd && s != stepFailed; s = r.next() {
		if s == stepDatabase && each != nil {
			each(r.key, r.node.data)
		}
	}
}

// find goes to the named database of a key, searching from a place on.
func (r *rows) find(key, from []byte) bool {
	r.from(from)
	for s := r.next(); s != stepEnd && s != stepFailed; s = r.next() {
		if s == stepDatabase && bytes.Equal(r.key, key) {
			return true
		}
		if from != nil && s != stepBad {
			return false
		}
	}
	return false
}

// stop ends a database early.
func (r *rows) stop() { r.tree.n, r.dups.n, r.inTree, r.inner.page = 0, 0, false, nil }
