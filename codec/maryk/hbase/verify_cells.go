package hbase

import (
	"bytes"
	"cmp"
	"slices"
	"sort"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// kept is one cell of the dump.
type kept struct {
	row, family, qualifier, val []byte

	at   hlc.Version
	file int  // number of the file, of those that came one after the other
	bad  bool // cannot be read; reported already
	used bool // some record accounts for it
}

// cells are those of one table, grouped by place, newest first.
type cells []kept

func compareCells(a, b *kept) int {
	return cmp.Or(bytes.Compare(a.family, b.family), bytes.Compare(a.row, b.row), bytes.Compare(a.qualifier, b.qualifier),
		cmp.Compare(b.at, a.at))
}

// sorted sorts the cells. Of several of one place and timestamp that of the last file
// counts, and in it the first.
func (c cells) sorted() cells {
	sorting.Stable(c, func(a, b kept) int { return cmp.Or(compareCells(&a, &b), cmp.Compare(b.file, a.file)) })
	return slices.CompactFunc(c, func(a, b kept) bool { return compareCells(&a, &b) == 0 })
}

// samePlace reports whether two cells are versions of one.
func samePlace(a, b *kept) bool {
	return bytes.Equal(a.row, b.row) && bytes.Equal(a.family, b.family) && bytes.Equal(a.qualifier, b.qualifier)
}

// repeated reports whether there are several versions of some place.
func (c cells) repeated() bool {
	for i := 1; i < len(c); i++ {
		if samePlace(&c[i-1], &c[i]) {
			return true
		}
	}
	return false
}

// cut returns the cells for which compare is 0: it must rise with their order.
func (c cells) cut(compare func(*kept) int) cells {
	from := sort.Search(len(c), func(i int) bool { return compare(&c[i]) >= 0 })
	c = c[from:]
	return c[:sort.Search(len(c), func(i int) bool { return compare(&c[i]) > 0 })]
}

// inRow returns the cells of a row in one family.
func (c cells) inRow(family string, row []byte) cells {
	f := []byte(family)
	return c.cut(func(k *kept) int { return cmp.Or(bytes.Compare(k.family, f), bytes.Compare(k.row, row)) })
}

// versions returns the versions of a cell, newest first.
func (c cells) versions(p place) cells {
	f, r, q := []byte(p.family), []byte(p.row), []byte(p.qualifier)
	return c.cut(func(k *kept) int {
		return cmp.Or(bytes.Compare(k.family, f), bytes.Compare(k.row, r), bytes.Compare(k.qualifier, q))
	})
}

// place is the location of a cell: row, family and qualifier.
type place struct{ row, family, qualifier string }

// rowOf is a row of one family, which a hard delete hides as a whole.
type rowOf struct{ row, family string }
