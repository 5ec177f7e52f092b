package hfile

import (
	"slices"

	"github.com/rowlens/rowlens/codec/file"
)

// logSource yields cells of logs in cell order.
type logSource struct {
	cells  []cell
	query  *file.Query
	rows   rowOrder
	wanted func(c *cell) bool
	at     int
}

func (l *logSource) next() bool {
	for l.at < len(l.cells) {
		c := &l.cells[l.at]
		l.at++
		if l.query.Start != nil && l.rows(c.row, l.query.Start) < 0 || l.query.Stop != nil && l.rows(c.row, l.query.Stop) >= 0 {
			continue
		}
		if l.wanted(c) {
			return true
		}
	}
	return false
}

func (l *logSource) current() *cell { return &l.cells[l.at-1] }

func (l *logSource) damaged() *file.Damage { return nil }

func (l *logSource) err() error { return nil }

// sortCells puts the cells of logs, which are in the order of writing, into cell order. Among
// equal cells the newest comes first: the last written of those with the same number.
func sortCells(cells []cell, rows rowOrder) {
	slices.Reverse(cells)
	slices.SortStableFunc(cells, func(a, b cell) int {
		if c := compareKeys(rows, &a, &b); c != 0 {
			return c
		}
		if a.sequence != b.sequence {
			return down(a.sequence > b.sequence)
		}
		return 0
	})
}

// kept returns a copy of a cell that outlives the log's window.
func (c *cell) kept(name string) cell {
	own := *c
	own.file = name
	own.clone(make([]byte, 0, len(c.row)+len(c.family)+len(c.qualifier)+len(c.value)+len(c.tags)))
	return own
}

// newest returns the largest number of the region that any file of the family has.
func (r *openRegion) newest(family string) uint64 {
	var n int64
	for i := range r.files {
		if r.files[i].family == family && !r.files[i].foreign {
			n = max(n, r.files[i].newest)
		}
	}
	return uint64(n)
}
