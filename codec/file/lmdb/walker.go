package lmdb

import (
	"github.com/rowlens/rowlens/codec/wire"
)

// depthMax is how many levels a tree may have.
const depthMax = 32

// level is a page on the path from the root to a leaf, or a sub-page.
type level struct {
	page []byte // from its header on
	buf  []byte // memory for it
	at   int64  // offset of the page in the file
	h    header
	i    int  // the next node
	odd  bool // it lacks nodes that it should have
}

// problem says why some part of a tree cannot be read.
type problem struct {
	code            string
	offset          int64
	expected, found string
	lost            int64
}

// step is what a walker or a reader of rows meets next.
type step uint8

const (
	stepEnd step = iota
	stepNode
	stepDatabase // a named database
	stepBad      // damage; the walk continues after it
	stepFailed   // reading failed, or the file moved
)

// walker visits the leaf nodes of one tree in order.
type walker struct {
	*source
	seen   *visited
	leaf2  bool   // a tree of duplicates: it may have pages of keys alone
	pad    uint32 // the size of such keys
	levels []level
	n      int // number of levels in use
	bad    problem
}

// start begins at a root. It returns false if the root cannot be read; the reason is then in bad.
func (w *walker) start(root uint64) bool {
	w.n = 0
	return root == none || w.enter(root)
}

// top returns the innermost page.
func (w *walker) top() *level { return &w.levels[w.n-1] }

// next reads the next leaf node into n.
func (w *walker) next(n *node) step {
	for w.n > 0 {
		v := w.top()
		if v.i >= v.h.count {
			w.n--
			if v.odd { // nodes missing from a list that is too short belong here
				w.bad = w.notFull(v, w.size-w.tail)
				return stepBad
			}
			continue
		}
		v.i++
		if err := w.at(v, v.i-1, n); err != nil {
			v.odd = false // the fault is reported here
			w.bad.inPage(err, v.at, 0)
			return stepBad
		}
		if v.h.flags&pageLeaf != 0 {
			return stepNode
		}
		if !w.enter(n.child) {
			return w.failed()
		}
	}
	return stepEnd
}

// failed distinguishes damage from a file that cannot be read.
func (w *walker) failed() step {
	if w.err != nil {
		return stepFailed
	}
	return stepBad
}

// inPage sets p to a page reader's error, at an offset of the file.
func (p *problem) inPage(err *wire.Error, at int64, lost int64) {
	*p = problem{err.Own, at + int64(err.Offset), err.Expected, err.Found, lost}
}

// enter descends into a page. The checks are in the order of the specification: the first that
// fails is reported.
func (w *walker) enter(number uint64) bool {
	if w.n >= depthMax {
		w.bad = problem{codeDepth, w.offset(number), "at most 32 levels", "one more", int64(w.size)}
		return false
	}
	if !w.claim(number) {
		return false
	}
	if w.n == len(w.levels) {
		w.levels = append(w.levels, level{})
	}
	v := &w.levels[w.n]
	v.at, v.i = w.offset(number), 0
	if v.page = w.read(&v.buf, v.at, w.size); v.page == nil {
		return false
	}
	if err := w.open(v, number); err != nil {
		w.bad.inPage(err, v.at, int64(w.size))
		return false
	}
	v.odd = !w.isFull(v, w.size-w.tail)
	w.n++
	return true
}

// open reads and checks the header of a page.
func (w *walker) open(v *level, number uint64) *wire.Error {
	r := wire.NewReader(v.page, nil)
	w.readHeader(&r, &v.h)
	checkNumber(&r, &v.h, number)
	newest := w.state.txn
	if w.n > 0 { // whatever writes a page writes those above it, too
		newest = w.levels[w.n-1].h.txn
	}
	if r.OK() && v.h.txn > newest {
		r.FailOwn(wire.BadValue, codePageNumber, &fPageTxn, 0, "a transaction up to "+dec(newest), dec(v.h.txn))
	}
	w.checkTree(&r, &v.h, len(v.page), w.leaf2)
	if r.OK() && v.h.flags&pageLeaf2 != 0 && uint32(v.h.pad) != w.pad {
		r.FailOwn(wire.BadValue, codePageBounds, &fPagePad, w.padAt(), "keys of "+dec(uint64(w.pad))+" bytes, as their database record says",
			dec(uint64(v.h.pad)))
	}
	if err := r.FinishPrefix(""); err != nil {
		return err.(*wire.Error)
	}
	return nil
}

// claim marks a page as met, and reports whether it is new and in the file.
func (w *walker) claim(number uint64) bool {
	if !w.seen.add(number) {
		w.bad = problem{codePageTwice, w.offset(number), "a page that only one node names", "page " + dec(number) + " once more", 0}
		return false
	}
	switch {
	case number < 2 || number > w.last:
		w.bad = problem{codePageRange, w.offset(number), "a page from 2 to " + dec(w.last), "page " + dec(number), 0}
		return false
	case !w.isThere(number):
		w.bad = problem{codePageRange, w.offset(number), "a page of the file, which has " + dec(w.whole), "page " + dec(number), int64(w.size)}
		return false
	}
	return true
}

// offset returns where a page begins. It cannot overflow: page numbers are below 2^48, and
// the numbers of roots and overflow pages, which are whole words, are bounds-checked.
func (p *source) offset(number uint64) int64 {
	const most = 1<<63 - 1
	if number > most/uint64(p.size) {
		return most
	}
	return int64(number) * int64(p.size)
}

// after returns the key of the next node in the walk, if the pages on the path say it, or nil.
func (w *walker) after() []byte {
	var n node
	for i := w.n - 1; i >= 0; i-- {
		if v := &w.levels[i]; v.i < v.h.count {
			if w.at(v, v.i, &n) != nil {
				return nil
			}
			return n.key
		}
	}
	return nil
}
