package rocksdb

import (
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

func exchanged(a, b string) func(file.Files) {
	return func(files file.Files) { files[a], files[b] = files[b], files[a] }
}

// A table that is sound, yet not the one that the MANIFEST lists, would show rows of another time or family in silence.
// Its unique id tells it from the right one, before RocksDB 7 its size only.
func TestAnotherTableUnderAListedNameIsTold(t *testing.T) {
	foreign := storetest.Folder(t, "rocksdb/history-v6")["000009.sst"]
	for _, c := range []struct {
		what, fixture string
		change        func(file.Files)
		want          string
	}{
		{"two tables exchanged", "small", exchanged("000009.sst", "000011.sst"), "000009.sst file-other, 000011.sst file-other"},
		{"two that were ingested", "ingested", exchanged("000010.sst", "000011.sst"), "000010.sst file-other, 000011.sst file-other"},
		{"the same table twice", "small", func(files file.Files) { files["000011.sst"] = files["000013.sst"] }, "000011.sst file-other"},
		{"one of another database", "small", func(files file.Files) { files["000009.sst"] = foreign }, "000009.sst file-other"},
		{"two without ids", "old", exchanged("000010.sst", "000013.sst"), "000010.sst file-size, 000013.sst file-size"},
	} {
		if got := hurt(t, "rocksdb/"+c.fixture, c.change); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}
