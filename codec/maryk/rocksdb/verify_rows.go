package rocksdb

import (
	"bytes"
	"cmp"
	"slices"
	"sort"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// kept is a row of the dump.
type kept struct {
	key, val []byte
	file     int  // number of the file, of those that came one after the other
	head     int  // length of the key without the version of a historic row
	deleted  bool // a delete marker of RocksDB's own
	bad      bool // does not decode; reported already
	used     bool // some record accounts for it
}

func (r *kept) row() []byte { return r.key[:r.head] }

// at is the version in the key of a historic row.
func (r *kept) at() hlc.Version { return ^version(r.key[r.head:]) }

// rows are those of one family; the versions of one historic row are adjacent, newest first.
type rows []kept

func compareKept(a, b *kept) int {
	return cmp.Or(bytes.Compare(a.row(), b.row()), bytes.Compare(a.key[a.head:], b.key[b.head:]))
}

// sorted sorts the rows. Of several with one key that of the last file counts, and in it
// the first: RocksDB's tools print the newest one first.
func (r rows) sorted() rows {
	sorting.Stable(r, func(a, b kept) int { return cmp.Or(compareKept(&a, &b), cmp.Compare(b.file, a.file)) })
	r = slices.CompactFunc(r, func(a, b kept) bool { return bytes.Equal(a.key, b.key) })
	return slices.DeleteFunc(r, func(a kept) bool { return a.deleted })
}

// find returns the row with the key; in a historic family the version is separate.
func (r rows) find(row, version []byte) *kept {
	i, ok := sort.Find(len(r), func(i int) int {
		return cmp.Or(bytes.Compare(row, r[i].row()), bytes.Compare(version, r[i].key[r[i].head:]))
	})
	if !ok {
		return nil
	}
	return &r[i]
}

// under returns the rows that begin with a prefix.
func (r rows) under(prefix []byte) rows {
	from := sort.Search(len(r), func(i int) bool { return bytes.Compare(r[i].row(), prefix) >= 0 })
	r = r[from:]
	return r[:sort.Search(len(r), func(i int) bool { return !bytes.HasPrefix(r[i].row(), prefix) })]
}

// group returns all versions of a historic row, the newest first.
func (r rows) group(row []byte) rows {
	r = r.under(row)
	return r[:sort.Search(len(r), func(i int) bool { return r[i].head > len(row) })]
}
