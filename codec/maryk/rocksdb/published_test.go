package rocksdb_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// The document is of release 0.5 or older and uses its family numbers.
func TestThePublishedStructureIsRead(t *testing.T) {
	marykfixture.RocksDB.Published(t, &rocksdb.Format, "old", 15, func(columns []string) store.Entry {
		e := store.Entry{Source: store.Source{CF: columns[0]}}
		e.Add(store.Key, marykfixture.Unhex(t, columns[1]))
		e.Add(store.Value, marykfixture.Unhex(t, columns[2]))
		return e
	})
}
