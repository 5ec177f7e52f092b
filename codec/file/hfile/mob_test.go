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

// A MOB file that the file info names and that is not there takes values with it. It is not missed if no MOB file was copied.
func TestAMOBFileThatIsNotThereIsMissing(t *testing.T) {
	const folder = "mobdir/data/default/mob/d03fd4b3e06fa777620047d45772c63d/f/"
	const value = folder + "d41d8cd98f00b204e9800998ecf8427e1970010149b699d8b9f54193814d6ac36a142a25_7790887714e644737a55b07008adfdd9"
	all := storetest.Files(t, "hfile/mob")
	archived := "archive/" + strings.TrimPrefix(value, "mobdir/")
	gone := changed(all, map[string][]byte{value: nil})
	other := changed(gone, map[string][]byte{folder + "other": all[value]})
	for what, c := range map[string]struct {
		files   file.Files
		given   []string
		missing int
	}{
		"there":                             {all, []string{"data", "mobdir"}, 0},
		"there, but not given":              {all, []string{"data"}, 0},
		"in the archive":                    {changed(gone, map[string][]byte{archived: all[value]}), []string{"data"}, 0},
		"gone, and another one is there":    {other, []string{"data", "mobdir"}, 1},
		"gone, and no MOB file was copied":  {gone, []string{"data"}, 0},
		"gone, and another one is not seen": {other, []string{"data"}, 0},
	} {
		s := storetest.Open(t, hfile.Kind, disk{c.files, c.given})
		damage := s.Damage()
		if len(damage) != c.missing {
			t.Errorf("%s: %+v", what, damage)
		}
		for _, d := range damage {
			if d.Code != "missing-file" || d.Remark || !strings.HasPrefix(d.File, "data/") || !strings.Contains(d.Text, "/backup/"+value+".") {
				t.Errorf("%s: %+v", what, d)
			}
		}
		s.Close()
	}
}
