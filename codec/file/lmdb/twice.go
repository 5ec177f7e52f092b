package lmdb

import (
	"slices"

	"github.com/rowlens/rowlens/codec/file"
)

// NamedTwice reports whether two nodes name the same page of a table, or of all of them. Pieces that are read apart do
// not notice: each would show its rows, and a scan shows them once. It reads the pages of the main database and the
// branch pages of the others, and no leaf pages: pages of long values, and of the values of a key, are named there.
func (s *Store) NamedTwice(t int, q file.Query) bool {
	if s.cur == nil || t != file.All && (t < 0 || t >= len(s.Tables())) {
		return false
	}
	m, err := s.at(q)
	if err != nil {
		return false
	}
	src := s.source(m)
	var all []record
	if t > 0 { // a scan of a named database looks at its own pages only
		key := s.keyOf(t)
		look := s.mainRows(src, src.newSeen())
		look.silent = true
		if !look.find(key, key) {
			return false // nor is it cut
		}
		all = append(all, src.recordOf(look.node.data))
	} else {
		all = append(all, m.main)
		if t == file.All && len(s.Tables()) > 1 {
			s.mainRows(src, src.newSeen()).run(func(_, data []byte) { all = append(all, src.recordOf(data)) })
		}
	}
	w := walker{source: src, seen: src.newSeen()}
	return slices.ContainsFunc(all, w.twice)
}

// twice claims the pages that the branch pages of a database name, and reports whether one was claimed before. Other
// damage is met by the piece in which it is.
func (w *walker) twice(d record) bool {
	if !w.start(d.root) {
		return w.bad.code == codePageTwice
	}
	leaves := int(d.depth) - 1 // number of levels above the leaf pages
	for w.n > 0 {
		v := w.top()
		if v.i >= v.h.count || v.h.flags&pageLeaf != 0 {
			w.n--
			continue
		}
		var n node
		v.i++
		if w.at(v, v.i-1, &n) != nil {
			continue
		}
		w.bad.code = ""
		if w.n >= leaves {
			w.claim(n.child)
		} else {
			w.enter(n.child)
		}
		if w.bad.code == codePageTwice {
			return true
		}
	}
	return false
}
