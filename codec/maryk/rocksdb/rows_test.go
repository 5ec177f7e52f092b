package rocksdb_test

import (
	"flag"
	"maps"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// The objects of a database give exactly its rows. Those that no object explains are counted by kind.
func TestObjectsAreTheirRows(t *testing.T) {
	for db := range databases {
		var list []marykfixture.Row
		for _, r := range rows(t, db) {
			e := store.Entry{Source: store.Source{CF: r.CF}}
			e.Add(store.Key, marykfixture.Unhex(t, r.Key))
			e.Add(store.Value, marykfixture.Unhex(t, r.Value))
			list = append(list, marykfixture.Row{Entry: e, Record: recordOf(&r)})
		}
		left := marykfixture.Unexplained(t, &rocksdb.Format, models(t, db), list)
		maps.DeleteFunc(left, func(record string, _ int) bool { return strings.HasPrefix(record, "model-") }) // no object has them
		if want := unexplained[db]; !maps.Equal(left, want) {
			t.Errorf("%s: %v is left, want %v", db, left, want)
		}
	}
}

// unexplained are the rows that objects do not explain: tokens of encrypted unique values, which need the writer's
// key; changes of a record that was hard-deleted; and two index entries that were unset when a whole set was
// replaced, which upstream writes at a later version.
var unexplained = map[string]map[string]int{
	"keepall": {"unique": 1, "historic-unique": 5, "update-history": 3, "historic-index": 2, "made up: historic-index": 2},
	"latest":  {"unique": 1},
}

var objectCount = flag.Int("objects", 1500, "how many random objects")

// Random objects equal what is assembled from their rows.
func TestRandomObjects(t *testing.T) {
	marykfixture.RandomObjects(t, &rocksdb.Format, models(t, "keepall"), cell.RocksDB, *objectCount)
}

// A change turns the rows of one object into those of another, and a hard delete leaves a tombstone.
func TestChangesOfRows(t *testing.T) {
	marykfixture.RandomChanges(t, &rocksdb.Format, models(t, "keepall"), cell.RocksDB, 300)
}
