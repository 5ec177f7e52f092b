package hfile_test

import (
	"maps"
	"slices"
	"strings"
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

// A log is one by its name and place: if its bytes no longer are, what was only in it is missing.
func TestALogWithoutItsMagicIsDamage(t *testing.T) {
	all := storetest.Files(t, "hfile/bulk")
	for name, c := range map[string]struct {
		b    []byte
		code string
	}{"another magic": {[]byte("XWAL, and then more"), "wal-entry"}, "nothing": {nil, "wal-empty"}} {
		changed := maps.Clone(all)
		for path := range all {
			if strings.HasPrefix(path, "WALs/") {
				changed[path] = c.b
			}
		}
		s := storetest.Open(t, hfile.Kind, disk{changed, []string{"data", "WALs"}})
		got, damage := storetest.Read(t, s, file.Query{})
		if len(got) != 3 || !slices.ContainsFunc(damage, func(d file.Damage) bool { return d.Code == c.code }) {
			t.Errorf("%s: %d cells; %+v", name, len(got), damage)
		}
		s.Close()
	}
}
