package hbase

import (
	"bytes"
	"cmp"
	"sort"

	"github.com/rowlens/rowlens/codec/hlc"
)

// kept is one cell of the dump.
type kept struct {
	row, family, qualifier, val []byte

	at     hlc.Version
	hidden bool   // by a hard delete
	bad    bool   // cannot be read; already reported
	aside  bool   // cannot be read, but nothing is derived from it
	used   bool   // some record accounts for it
	owner  *owner // for a unique value; nil if it names none
}

// cells are sorted by place, and newest first within a place.
type cells []kept

// samePlace reports whether two cells are versions of the same cell.
func samePlace(a, b *kept) bool {
	return bytes.Equal(a.row, b.row) && bytes.Equal(a.family, b.family) && bytes.Equal(a.qualifier, b.qualifier)
}

// cut returns the cells for which compare returns 0. compare must not decrease along the list.
func (c cells) cut(compare func(*kept) int) cells {
	from := sort.Search(len(c), func(i int) bool { return compare(&c[i]) >= 0 })
	c = c[from:]
	return c[:sort.Search(len(c), func(i int) bool { return compare(&c[i]) > 0 })]
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
