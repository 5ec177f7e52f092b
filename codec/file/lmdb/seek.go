package lmdb

import "sort"

// seek begins at the first key not below start. It reads one page per level. It returns false
// for a page that cannot be read: the page's fault is then in bad, and the walk continues after it.
func (w *walker) seek(root uint64, start []byte, compare order) bool {
	w.n = 0
	for number := root; number != none; {
		if !w.enter(number) {
			return false
		}
		v := w.top()
		if v.h.flags&pageLeaf != 0 {
			v.i = w.lower(v, 0, func(key []byte) bool { return compare(key, start) >= 0 })
			return true
		}
		// The first node's key has no meaning: all smaller keys are below it.
		v.i = w.lower(v, 1, func(key []byte) bool { return compare(key, start) > 0 }) - 1
		if v.h.count == 0 {
			return true
		}
		var n node
		if err := w.at(v, v.i, &n); err != nil {
			v.i++
			w.bad.inPage(err, v.at, 0)
			return false
		}
		v.i++
		number = n.child
	}
	return true
}

// lower finds the first node from one on whose key passes, by binary search. A node that
// cannot be read passes: the walk will come to it and report it.
func (w *walker) lower(v *level, from int, passes func(key []byte) bool) int {
	var n node
	return from + sort.Search(max(0, v.h.count-from), func(i int) bool {
		return w.at(v, from+i, &n) != nil || passes(n.key)
	})
}

// edge returns the first or last key of a tree, or nil if the path to it cannot be read.
func (w *walker) edge(root uint64, last bool) []byte {
	var n node
	w.n = 0
	for number := root; number != none && w.enter(number); number = n.child {
		v := w.top()
		i := 0
		if last {
			i = v.h.count - 1
		}
		if v.h.count == 0 || w.at(v, i, &n) != nil {
			return nil
		}
		if v.h.flags&pageLeaf != 0 {
			return n.key
		}
	}
	return nil
}
