package lmdb

import (
	"cmp"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// walked is what a scan of everything leaves for Check.
type walked struct {
	seen      *visited
	databases []counted
	checked   bool
	damage    []file.Damage
}

// counted is what was found in one database.
type counted struct {
	table             int
	flags             uint16
	entries, count    uint64
	damaged, disorder bool
}

func (w *walked) add(r *rows) {
	w.databases = append(w.databases, counted{r.table, r.record.flags, r.record.entries, r.count, r.damaged, r.disorder})
}

// Check returns, after a scan of everything in the newest state, what is wrong with the numbers
// of rows, their order and the list of free pages, and the damage of the tree that holds that list.
func (s *Store) Check() []file.Damage {
	s.mu.Lock()
	w := s.whole
	s.mu.Unlock()
	if s.cur == nil || w == nil {
		return nil
	}
	tables := s.Tables()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !w.checked {
		w.checked = true
		w.check(s, tables)
	}
	return w.damage
}

func (w *walked) check(s *Store, tables []file.Table) {
	sorting.Stable(w.databases, func(a, b counted) int { return cmp.Compare(a.table, b.table) })
	damaged := false
	for i := range w.databases {
		d := &w.databases[i]
		damaged = damaged || d.damaged
		w.remarks(s.name, "database "+tables[d.table].Name, d)
	}
	if d, ok := s.later(); ok {
		w.damage = append(w.damage, d)
	}
	src := s.source(s.cur)
	free := openFree(src, w.seen, s.opt.BlockMax)
	list := freeList{source: src, seen: w.seen, listed: src.newSeen()}
	for step := free.next(); step != stepEnd; step = free.next() {
		if step == stepFailed || step == stepBad && !src.prove() {
			return // the file moved, so what was read cannot be trusted
		}
		if step == stepBad {
			w.damage = append(w.damage, *report(s.name, &free.bad))
			continue
		}
		list.add(free.key, free.value)
	}
	if !src.prove() {
		return
	}
	d := counted{entries: s.cur.free.entries, count: free.count, damaged: free.damaged, disorder: free.disorder}
	w.remarks(s.name, freeDatabase, &d)
	whole := !damaged && !free.damaged // pages below a damaged page are in no tree
	if whole {
		list.leaks()
	}
	if list.wrong != "" {
		d := remark(s.name, codeFreeList, "each page in one place", list.wrong)
		switch {
		case list.rows:
			d.Remark, d.Text = false, textNotOnlyList
		case whole:
			d.Text += textListOnly
		}
		w.damage = append(w.damage, d)
	}
}

const freeDatabase = "free database"

func (w *walked) remarks(name, what string, d *counted) {
	if !d.damaged && d.count != d.entries {
		one := remark(name, codeEntries, dec(d.entries)+" rows in "+what, dec(d.count))
		switch {
		case what == freeDatabase: // holds no user's rows
			one.Text += textListOnly
		case d.flags&(dupSort|dupFixed) == dupSort && d.entries == d.count+1:
			one.Text += textOneMore
		default:
			one.Remark = false
		}
		w.damage = append(w.damage, one)
	}
	if d.disorder {
		w.damage = append(w.damage, remark(name, codeKeyOrder, "the order of the flags in "+what, "rows in another order"))
	}
}

// freeList compares the lists of free pages with the pages of the trees. Each list is a count
// and that many page numbers, all of them words.
type freeList struct {
	*source
	seen, listed *visited
	buf          []byte
	wrong        string // the first contradiction
	rows         bool   // a tree may have the wrong pages: rows may be missing or stale
}

func (f *freeList) add(key, list []byte) {
	pages, ok := f.pagesOf(key, list)
	if !ok {
		f.say("a list that is not a count and as many numbers")
		return
	}
	if t := f.wordAt(key); t > f.state.txn {
		f.say("pages that transaction " + dec(t) + " gave up, after " + dec(f.state.txn))
		f.rows = true
	}
	for w := f.wordSize(); len(pages) > 0; pages = pages[w:] {
		switch n := f.wordAt(pages); {
		case n < 2 || n > f.last:
			f.say("page " + dec(n) + ", which is none, in the list")
		case f.seen.has(n):
			f.say("page " + dec(n) + " in the list and in a tree")
			f.rows = true
		case !f.listed.add(n):
			f.say("page " + dec(n) + " twice in the list")
		}
	}
}

func (f *freeList) say(wrong string) {
	if f.wrong == "" {
		f.wrong = wrong
	}
}

// pagesOf returns a list without its count.
func (l *layout) pagesOf(key, list []byte) ([]byte, bool) {
	w := l.wordSize()
	if len(key) != w || len(list) < w || len(list)%w != 0 || l.wordAt(list) != uint64(len(list)/w-1) {
		return nil, false
	}
	return list[w:], true
}

// leaks finds pages that are in no tree and no list.
func (f *freeList) leaks() {
	lost, first := uint64(0), uint64(0)
	for n := uint64(2); n <= f.last && f.isThere(n); n++ {
		if f.seen.has(n) || f.listed.has(n) {
			continue
		}
		if lost == 0 {
			first = n
		}
		lost++
		f.rows = f.rows || f.isOfTree(n)
	}
	if lost == 0 {
		return
	}
	wrong := dec(lost) + " pages in no tree and not in the list, the first of them page " + dec(first)
	if f.rows {
		wrong += ", of which some have rows, or lead to some"
	}
	f.say(wrong)
}

// isOfTree reports whether a page begins like one of a tree, so that rows may be missing.
func (f *freeList) isOfTree(n uint64) bool {
	b := f.read(&f.buf, f.offset(n), f.head)
	if b == nil {
		return false
	}
	r := newReader(b)
	var h header
	f.readHeader(&r, &h)
	return h.number == n && isTree(h.flags, true)
}
