package rocksdb_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/rocksdb"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Databases read as with RocksDB's own iterators, and their damage is described correctly.
func TestDatabasesReadAsTheLibraryReadsThem(t *testing.T) {
	for _, name := range storetest.Names(t, "rocksdb") {
		t.Run(name, func(t *testing.T) {
			s := storetest.Open(t, rocksdb.Kind, storetest.Folder(t, name))
			defer s.Close()
			lines, damage := storetest.Read(t, s, file.Query{})
			storetest.Compare(t, lines, storetest.Lines(t, name, "expected.jsonl"))
			storetest.CompareDamage(t, damage, storetest.Issues(t, name))
		})
	}
}

func TestSnapshotsReadAsTheyWere(t *testing.T) {
	snapshots := 0
	for _, name := range storetest.Names(t, "rocksdb") {
		for beside := range storetest.Files(t, name) {
			number, ok := strings.CutPrefix(beside, "expected.at-")
			if !ok {
				continue
			}
			snapshots++
			at, err := strconv.ParseUint(strings.TrimSuffix(number, ".jsonl"), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(name+"/"+beside, func(t *testing.T) {
				s := storetest.Open(t, rocksdb.Kind, storetest.Folder(t, name))
				defer s.Close()
				lines, _ := storetest.Read(t, s, file.Query{At: at, HasAt: true})
				storetest.Compare(t, lines, storetest.Lines(t, name, beside))
			})
		}
	}
	if snapshots != 6 {
		t.Errorf("%d snapshots, want 6", snapshots)
	}
}
