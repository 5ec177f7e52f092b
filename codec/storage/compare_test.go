package storage_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/storage"
)

const meta = "version: 1\nindexKeyFormatVersion: 2\nmodels:\n  1:\n    name: Ware\n    keySize: 2\n"

// Keys of a historic family are first compared without their last 8 bytes.
func TestTheComparatorOfMaryk(t *testing.T) {
	side := func(name string) []byte {
		if name == "MARYK_META.yml" {
			return []byte(meta)
		}
		return nil
	}
	const versioned = "maryk.VersionedComparator"
	a, b := []byte("\x21\x01ab\xe5\xe5\xe5\xe5\xe5\xe5\xe5\xe5"), []byte("\x21\x01a\xff\xff\xff\xff\xff\xff\xff\xff")
	for _, c := range []struct {
		comparator string
		table      []byte
		comparer   storage.Comparer
		side       func(string) []byte
		known      bool
	}{
		{versioned, []byte{6, 1}, storage.Comparer{}, side, true},
		{versioned, []byte{6, 1}, storage.Comparer{Meta: meta}, nil, true},
		{versioned, []byte{5, 1}, storage.Comparer{}, side, true}, // as releases up to 0.5 number them
		{versioned, []byte{5, 1}, storage.Comparer{Numbering: "new"}, side, false},
		{versioned, []byte{6, 2}, storage.Comparer{}, side, false}, // no such model
		{versioned, []byte{6, 1}, storage.Comparer{}, nil, false},
		{versioned, []byte{3, 1}, storage.Comparer{}, side, false}, // a family without versions
		{"other", []byte{6, 1}, storage.Comparer{}, side, false},
		{versioned, nil, storage.Comparer{}, side, false},
	} {
		compare := c.comparer.Compare(c.comparator, c.table, c.side)
		if (compare != nil) != c.known {
			t.Errorf("%s of %x: known %v", c.comparator, c.table, compare != nil)
			continue
		}
		if c.known && (compare(a, b) != 1 || compare(b, a) != -1 || compare(a, a) != 0) {
			t.Errorf("%s of %x: %d", c.comparator, c.table, compare(a, b))
		}
	}
}
