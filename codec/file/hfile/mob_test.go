package hfile_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Values in MOB files are not in the region's files: that is remarked on once a file, and the MOB file has them.
func TestValuesInMOBFilesAreRemarkedOn(t *testing.T) {
	all := storetest.Files(t, "hfile/mob")
	for _, c := range []struct {
		folder  string
		cells   int
		remarks int
	}{{"data", 4, 1}, {"mobdir", 2, 0}} {
		s := storetest.Open(t, hfile.Kind, disk{all, []string{c.folder}})
		got, damage := storetest.Read(t, s, file.Query{})
		if len(got) != c.cells || len(damage) != c.remarks {
			t.Errorf("%s: %d cells, want %d; %+v", c.folder, len(got), c.cells, damage)
		}
		for _, d := range damage {
			if d.Code != "mob-value" || !d.Remark || !strings.HasPrefix(d.File, "data/") {
				t.Errorf("%s: %+v", c.folder, d)
			}
		}
		s.Close()
	}
}
