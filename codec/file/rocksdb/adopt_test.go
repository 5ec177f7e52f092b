package rocksdb

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Rows that are only in the log stay when the end of the MANIFEST is lost, and with it the edits that added their
// families: they are shown as those of families without names, and as damage.
func TestRowsOfAFamilyThatNoEditAddsAreShown(t *testing.T) {
	sound := storetest.Folder(t, "maryk-rocksdb/latest")
	manifest := sound["MANIFEST-000005"]
	rows := func(size int) (n int, damaged bool) {
		files := file.Files{"CURRENT": sound["CURRENT"], "000004.log": sound["000004.log"], "MANIFEST-000005": manifest[:size]}
		s := storetest.Open(t, Kind, files)
		defer s.Close()
		lines, damage := storetest.Read(t, s, file.Query{})
		for _, l := range lines {
			if !strings.Contains(l, `"empty":true`) {
				n++
			}
		}
		for _, d := range damage {
			damaged = damaged || !d.Remark
		}
		return n, damaged
	}
	want, damaged := rows(len(manifest))
	if want == 0 || damaged {
		t.Fatalf("the sound database: %d rows, damaged: %v", want, damaged)
	}
	adopted := 0
	for size := 60; size < len(manifest); size += 9 {
		got, damaged := rows(size)
		if got != want {
			t.Errorf("%d of %d bytes of the MANIFEST: %d rows, want %d", size, len(manifest), got, want)
		}
		if damaged {
			adopted++
		}
	}
	if adopted == 0 {
		t.Error("no cut is damage")
	}
}

// What was written to a dropped family does not count, although no family has its id any more.
func TestEntriesOfADroppedFamilyAreNoDamage(t *testing.T) {
	log := new(logWriter).record(batchOf(1, 2, putOf("a", "1"), sliced("\x05\x02", "b", "2"))).buf
	for _, c := range []struct{ what, edit, want string }{
		{"dropped here", "\xc8\x01\x02" + sliced("\xc9\x01", "two"), ""},
		{"dropped before this MANIFEST", "\xcb\x01\x02", ""},
		{"never added", "\xc8\x01\x01" + sliced("\xc9\x01", "one"), "MANIFEST-000001 edit"},
	} {
		edits := []string{c.edit}
		if c.what == "dropped here" {
			edits = append(edits, "\xc8\x01\x02\xca\x01")
		}
		if got := openedWith(t, databaseOf(log, edits...)); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}
