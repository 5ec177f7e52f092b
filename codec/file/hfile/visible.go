package hfile

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/file"
)

// view shows what a reader of HBase sees of a source: the newest versions of each column, without
// what delete markers hide. Markers sort before what they hide, and hide it regardless of when
// they were written.
type view struct {
	source
	rows     rowOrder
	versions func(family []byte) int // how many versions of a column to show
	until    int64                   // cells with a later timestamp do not count
	bounded  bool                    // until is set

	begun     bool
	row       []byte // of the previous cell, like family and qualifier
	family    []byte
	qualifier []byte
	hidden    hiding  // for the row's family
	exact     []int64 // its DeleteFamilyVersion markers, newest first
	column    hiding
	last      hiding // the column's newest Delete, which hides one timestamp
	shown     int    // versions of the column so far
	left      int    // how many may still be shown
	shownTime int64

	remark  file.Damage // on the first marker with a label
	remarks bool        // that is what next has found
}

// hiding is a timestamp up to which cells are hidden.
type hiding struct {
	set  bool
	time int64
}

func (h *hiding) upTo(t int64) {
	if !h.set || t > h.time {
		*h = hiding{true, t}
	}
}

func (h *hiding) covers(t int64) bool { return h.set && t <= h.time }

func (v *view) next() bool {
	for v.source.next() {
		c := v.source.current()
		if v.remarks = c != nil && v.remark.Code == "" && c.labelled(); v.remarks {
			v.remark = c.unapplied()
			v.shows(c) // what it hides; it is not shown itself
			return true
		}
		if c == nil || v.shows(c) {
			return true
		}
	}
	return false
}

func (v *view) current() *cell {
	if v.remarks {
		return nil
	}
	return v.source.current()
}

func (v *view) damaged() *file.Damage {
	if v.remarks {
		return &v.remark
	}
	return v.source.damaged()
}

// shows reports whether a reader sees a cell, and takes note of what markers hide.
func (v *view) shows(c *cell) bool {
	v.move(c)
	if v.bounded && c.time > v.until {
		return false
	}
	switch c.code {
	case deleteFamily:
		v.hidden.upTo(c.time)
	case deleteFamilyVersion:
		if n := len(v.exact); n == 0 || v.exact[n-1] != c.time {
			v.exact = append(v.exact, c.time)
		}
	case deleteColumn:
		v.column.upTo(c.time)
	case deleteOne:
		v.last = hiding{true, c.time}
	default: // a scan of HBase hides no other type, either
		return v.put(c.time)
	}
	return false
}

func (v *view) put(t int64) bool {
	switch {
	case v.left == 0, v.shown > 0 && v.shownTime == t:
		return false
	case v.hidden.covers(t), v.column.covers(t), v.last.set && v.last.time == t:
		return false
	}
	if _, found := slices.BinarySearchFunc(v.exact, t, newestFirst); found {
		return false
	}
	v.shown, v.shownTime, v.left = v.shown+1, t, v.left-1
	return true
}

func newestFirst(a, b int64) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}

// move forgets what applied to a family or column other than c's.
func (v *view) move(c *cell) {
	sameFamily := v.begun && bytes.Equal(v.row, c.row) && bytes.Equal(v.family, c.family)
	if sameFamily && bytes.Equal(v.qualifier, c.qualifier) {
		return
	}
	if !sameFamily {
		v.begun = true
		v.row, v.family = append(v.row[:0], c.row...), append(v.family[:0], c.family...)
		v.hidden, v.exact = hiding{}, v.exact[:0]
	}
	v.qualifier = append(v.qualifier[:0], c.qualifier...)
	v.column, v.last = hiding{}, hiding{}
	v.shown, v.left = 0, v.versions(c.family)
}

// distinct shows only the first of a source's cells that are equal in row, column, timestamp and type.
type distinct struct {
	source
	rows   rowOrder
	begun  bool
	before cell
	memory []byte
}

func (v *distinct) next() bool {
	for v.source.next() {
		c := v.current()
		if c == nil {
			return true
		}
		if v.begun && compareKeys(v.rows, &v.before, c) == 0 {
			continue
		}
		v.begun = true
		v.before = cell{row: c.row, family: c.family, qualifier: c.qualifier, time: c.time, code: c.code}
		v.memory = v.before.clone(v.memory)
		return true
	}
	return false
}

// viewOf returns what a query asks for. kept returns how many versions of a family's columns the
// schema keeps; if it is nil, all are kept. A single file in stored mode is shown as it is.
func viewOf(src source, rows rowOrder, q *file.Query, kept func(family []byte) int) source {
	asked := max(q.Versions, 1)
	versions := func([]byte) int { return asked }
	if kept != nil {
		versions = func(family []byte) int { return min(asked, kept(family)) }
	}
	return &view{source: src, rows: rows, versions: versions, until: int64(q.At), bounded: q.HasAt}
}
