package lmdb

import (
	"bytes"
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/wire"
)

// meta is a meta page, which describes one state of the whole file. After the page header it has:
//
//	magic u32 | version u32 | address | map size | free database | main database | last page | transaction
type meta struct {
	layout
	h         header
	free      record
	main      record
	mapSize   uint64
	last, txn uint64
}

// readMeta reads a meta page of known layout.
func (l *layout) readMeta(r *wire.Reader, m *meta) {
	m.layout = *l
	l.readHeader(r, &m.h)
	l.u32(r, &fMagic)
	l.u32(r, &fVersion)
	l.word(r, &fAddress)
	m.mapSize = l.word(r, &fMapSize)
	l.readRecord(r, &fFreeRecord, &m.free)
	l.readRecord(r, &fMainRecord, &m.main)
	m.last = l.word(r, &fLastPage)
	m.txn = l.word(r, &fTxn)
	m.size = int(min(m.free.pad, 1<<30))
}

// fault says why a meta page is invalid: the code, the place, and what was expected and found.
type fault struct {
	code            string
	at              int
	expected, found string
}

// metaBytes is more than any meta page needs.
const metaBytes = 256

// parseMeta reads the meta page at the start of b.
func parseMeta(b []byte) (*meta, *fault) {
	l, ok, version, at := layoutOf(b)
	switch {
	case ok && len(b) < l.metaSize():
		return nil, &fault{codeMeta, 0, strconv.Itoa(l.metaSize()) + " bytes", strconv.Itoa(len(b))}
	case ok:
		m := new(meta)
		r := wire.NewReader(b, nil)
		l.readMeta(&r, m)
		return m.check()
	case version != 0:
		return nil, &fault{codeVersion, at, "data version 1, 2 or 3", dec(uint64(version))}
	}
	return nil, &fault{codeMagic, 0, "the magic number beefc0de in a meta page", "other bytes"}
}

func (m *meta) check() (*meta, *fault) {
	if kind := m.h.flags &^ ignored; kind != pageMeta {
		return nil, &fault{codeMeta, 0, "a meta page", "flags 0x" + hex16(m.h.flags)}
	}
	if s := m.free.pad; s < pageSizeMin || s > pageSizeMax || s&(s-1) != 0 {
		return nil, &fault{codeMeta, 0, "a page size from 256 to 65536, a power of two", dec(uint64(s))}
	}
	return m, nil
}

// pair holds the two meta pages of a file. A bad one is nil, and damage says why.
type pair struct {
	metas  [2]*meta
	damage *fault // of one meta page; its at is the offset in the file
	none   bool   // neither page can be used; damage says why
}

// current returns the current state: that of the larger transaction or, if both are equal, the first.
func (p *pair) current() *meta {
	a, b := p.metas[0], p.metas[1]
	if a == nil || b != nil && b.txn > a.txn {
		return b
	}
	return a
}

// previous returns the previous state if its pages cannot have been reused, else nil.
func (p *pair) previous() *meta {
	cur := p.current()
	for _, m := range p.metas {
		if m != nil && m.txn+1 == cur.txn {
			return m
		}
	}
	return nil
}

// metaAt reads what may be a meta page at an offset.
func metaAt(f file.File, at int64) (*meta, *fault, error) {
	b, err := steady(f, at, metaBytes)
	if err != nil {
		return nil, nil, err
	}
	m, bad := parseMeta(b)
	if bad == nil && at > 0 && int64(m.size) != at {
		return nil, &fault{codeMeta, 0, "the page size " + strconv.FormatInt(at, 10) + ", which is where the second meta page is",
			strconv.Itoa(m.size)}, nil
	}
	return m, bad, nil
}

// steady reads bytes until two reads agree, since a writer may be changing them.
func steady(f file.File, at int64, n int) ([]byte, error) {
	before, err := file.ReadAll(f, nil, at, n)
	if _, still := f.(file.Memory); err != nil || still {
		return before, err
	}
	for range 100 {
		now, err := file.ReadAll(f, nil, at, n)
		if err != nil || bytes.Equal(before, now) {
			return now, err
		}
		before = now
	}
	return nil, errRestless
}

var errRestless = errors.New("a writer changes the meta page all the time")

// apart reports whether the two transactions cannot belong to one file. Each transaction is one more than the
// previous one, and overwrites the page of the one before that.
func (p *pair) apart() bool {
	a, b := p.metas[0], p.metas[1]
	if a == nil || b == nil || max(a.txn, b.txn) <= 1 {
		return false // a new file may have the same number in both
	}
	return max(a.txn, b.txn)-min(a.txn, b.txn) != 1
}

// findMetas is readMetas, and also reports a damaged transaction number, because of which the previous state may
// be taken for the newest.
func findMetas(f file.File) (*pair, error) {
	was, err := readMetas(f)
	if err != nil || !was.apart() {
		return was, err
	}
	p, err := readMetas(f)
	if err != nil || !p.apart() || p.metas[0].txn != was.metas[0].txn || p.metas[1].txn != was.metas[1].txn {
		return p, err // a writer went on between reading the two pages
	}
	at := 0
	if p.current() == p.metas[1] {
		at = p.metas[1].size
	}
	p.damage = &fault{codeMeta, at, "a transaction next to that of the other meta page", dec(p.current().txn)}
	return p, nil
}

// readMetas reads both meta pages. If the first is bad, or there is no second where its page size
// says, the page size is not known, and the second page is searched for where it gives its own place.
func readMetas(f file.File) (*pair, error) {
	first, bad, err := metaAt(f, 0)
	if err != nil {
		return nil, err
	}
	var seconds fault // the best reason why there is no second page
	if first != nil {
		second, why, err := metaAt(f, int64(first.size))
		if err != nil || second != nil && second.same(first) {
			return &pair{metas: [2]*meta{first, second}}, err
		}
		if seconds = differs(second, first); why != nil {
			seconds = *why
		}
	}
	for size := int64(pageSizeMin); size <= pageSizeMax; size *= 2 {
		second, why, err := metaAt(f, size)
		if err != nil {
			return nil, err
		}
		if second != nil && (first == nil || size != int64(first.size)) {
			if bad == nil {
				bad = &fault{codeMeta, 0, "a second meta page at " + strconv.Itoa(first.size), "one at " + strconv.FormatInt(size, 10)}
			}
			return &pair{metas: [2]*meta{nil, second}, damage: &fault{codeMeta, 0, bad.expected, bad.found}}, nil
		}
		if first == nil && why != nil && why.code != codeMagic && bad.code == codeMagic {
			bad = &fault{why.code, why.at, why.expected, why.found}
			if why.code == codeVersion {
				bad.at += int(size)
			}
		}
	}
	if first == nil {
		return &pair{none: true, damage: bad}, nil
	}
	return &pair{metas: [2]*meta{first, nil}, damage: &fault{codeMeta, first.size, seconds.expected, seconds.found}}, nil
}

// same reports whether two meta pages belong to one file.
func (m *meta) same(o *meta) bool { return m.layout == o.layout }

func differs(second, first *meta) fault {
	if second == nil {
		return fault{}
	}
	return fault{expected: "data version " + dec(uint64(first.version)) + " and the byte order of the first meta page",
		found: "data version " + dec(uint64(second.version))}
}

// newest returns the larger transaction of the meta pages as they are now.
func newest(f file.File, l *layout) (uint64, error) {
	var txn uint64
	found := false
	for _, at := range [...]int64{0, int64(l.size)} {
		m, bad, err := metaAt(f, at)
		if err != nil {
			return 0, err
		}
		if bad == nil && m.layout == *l {
			txn, found = max(txn, m.txn), true
		}
	}
	if !found {
		return 0, errNoMeta
	}
	return txn, nil
}

var errNoMeta = errors.New("both meta pages became unreadable while the file was read")
