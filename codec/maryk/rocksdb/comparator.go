package rocksdb

import (
	"bytes"
	"cmp"

	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// Names of the comparators, as RocksDB stores them in a family's options.
const (
	BytewiseComparator  = "leveldb.BytewiseComparator"
	VersionedComparator = "maryk.VersionedComparator"
)

// CompareVersioned compares keys in the order of the historic families: first without their last 8
// bytes, then by those. All versions of one row are therefore adjacent, newest first. It returns
// -1, 0 or 1.
//
//	both longer than keySize   a[:len-8] with b[:len-8], then the last 8 bytes
//	otherwise                  the whole keys
//
// The second rule also holds in Historic Index and Historic Unique, where the size of a record's
// key means nothing. The two rules together are not a consistent order: x < y < z < x is possible
// among keys about as long as keySize, though none was found in real rows.
func CompareVersioned(a, b []byte, keySize int) int {
	i, j := splitVersioned(a, b, keySize)
	return cmp.Or(bytes.Compare(a[:i], b[:j]), bytes.Compare(a[i:], b[j:]))
}

// splitVersioned returns where the version begins in each key, or the key's end if the keys are
// compared as a whole.
func splitVersioned(a, b []byte, keySize int) (i, j int) {
	if len(a) <= keySize || len(b) <= keySize {
		return len(a), len(b)
	}
	return max(len(a)-versionLen, 0), max(len(b)-versionLen, 0)
}

// SortKeys sorts keys as the family's comparator does. The sort is stable and terminates even if
// the order is inconsistent.
func SortKeys(keys [][]byte, versioned bool, keySize int) {
	sorting.Stable(keys, func(a, b []byte) int {
		if versioned {
			return CompareVersioned(a, b, keySize)
		}
		return bytes.Compare(a, b)
	})
}
