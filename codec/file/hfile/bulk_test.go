package hfile_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Cells of a bulk load count as written when they were loaded, whatever numbers the file has. They do not hide what is only in the
// log. Of two files of one load, the smaller one counts as newer.
func TestBulkLoadsAreReadAsARegionScans(t *testing.T) {
	all := storetest.Files(t, "hfile/bulk")
	for view, q := range map[string]file.Query{"expected.scan.jsonl": {}, "expected.raw.jsonl": {Stored: true}} {
		s := storetest.Open(t, hfile.Kind, disk{all, []string{"data", "WALs"}})
		got, damage := storetest.Read(t, s, q)
		storetest.Compare(t, got, lines(all[view]))
		if len(damage) > 0 {
			t.Errorf("a sound folder has damage: %+v", damage)
		}
		s.Close()
	}
}
