package rocksdb

import (
	"bytes"
	"cmp"
	"sort"

	"github.com/rowlens/rowlens/codec/hlc"
)

// kept is a row of the dump.
type kept struct {
	key, val []byte
	head     int    // length of the key without the version of a historic row
	bad      bool   // does not decode; already reported
	used     bool   // some record accounts for it
	owner    *owner // for a row of a unique value; nil if it names none
}

func (r *kept) row() []byte { return r.key[:r.head] }

// at returns the version in the key of a historic row.
func (r *kept) at() hlc.Version { return ^version(r.key[r.head:]) }

// rows are the rows of one family. The versions of one historic row are adjacent, newest first.
type rows []kept

// find returns the row with the key; in a historic family the version is given separately.
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

// group returns all versions of a historic row, newest first.
func (r rows) group(row []byte) rows {
	r = r.under(row)
	return r[:sort.Search(len(r), func(i int) bool { return r[i].head > len(row) })]
}
