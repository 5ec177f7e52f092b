package rocksdb_test

import (
	"encoding/hex"
	"flag"
	"maps"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/objects"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// The rows of all objects of a database are its rows. Those that no object explains are counted by what
// they are.
func TestObjectsAreTheirRows(t *testing.T) {
	for db := range databases {
		s := models(t, db)
		real := map[string]string{}
		kinds := map[string]string{}
		list := marykfixture.Assembled(t, &rocksdb.Format, s, func(yield func(*store.Entry)) {
			for _, r := range rows(t, db) {
				real[r.CF+" "+r.Key] = r.Value
				kinds[r.CF+" "+r.Key] = recordOf(&r)
				e := store.Entry{Source: store.Source{CF: r.CF}}
				e.Add(store.Key, marykfixture.Unhex(t, r.Key))
				e.Add(store.Value, marykfixture.Unhex(t, r.Value))
				yield(&e)
			}
		})
		made, left := 0, map[string]int{}
		in := format.Input{Schema: s, Given: value.OfMembers()}
		for _, o := range list {
			rows, err := objects.Rows(&rocksdb.Format, &in, "record", o)
			if err != nil {
				t.Fatal(err)
			}
			for i := range rows {
				e := &rows[i].Entry
				key, _ := e.Part(store.Key)
				val, _ := e.Part(store.Value)
				id := e.Source.CF + " " + hex.EncodeToString(key)
				want, there := real[id]
				if !there || want != hex.EncodeToString(val) || kinds[id] != rows[i].Record {
					left["made up: "+rows[i].Record]++
				}
				delete(real, id)
				made++
			}
		}
		for id := range real {
			if !strings.HasPrefix(kinds[id], "model-") { // rows of models are of no record
				left[kinds[id]]++
			}
		}
		t.Logf("%s: %d objects, %d rows, left %v", db, len(list), made, left)
		if want := unexplained[db]; !maps.Equal(left, want) {
			t.Errorf("%s: %v is left, want %v", db, left, want)
		}
	}
}

// unexplained are the rows that objects do not explain: tokens of encrypted unique values, which need the writer's
// key; changes of a record that was deleted for good; and that two index entries were unset when a whole set was
// replaced: upstream writes it at a later version.
var unexplained = map[string]map[string]int{
	"keepall": {"unique": 1, "historic-unique": 5, "update-history": 3, "historic-index": 2, "made up: historic-index": 2},
	"latest":  {"unique": 1},
}

var objectCount = flag.Int("objects", 1500, "how many random objects")

// Random objects are what is assembled of their rows.
func TestRandomObjects(t *testing.T) {
	marykfixture.RandomObjects(t, &rocksdb.Format, models(t, "keepall"), cell.RocksDB, *objectCount)
}

// A change turns the rows of one object into those of another, and a deletion for good leaves a tombstone.
func TestChangesOfRows(t *testing.T) {
	marykfixture.RandomChanges(t, &rocksdb.Format, models(t, "keepall"), cell.RocksDB, 300)
}
