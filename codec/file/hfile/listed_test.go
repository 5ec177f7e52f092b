package hfile_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Regions may be copied one by one, so rows that no region has are no damage. But they are missing if hbase:meta was copied
// with the table and has a region with them.
func TestARegionThatOnlyMetaHasIsMissing(t *testing.T) {
	const table = "data/default/t2/"
	const first, second = "1601a938736c27c391753a7d5f190859", "89bd98ce88e68d15a13941e6b21e7143"
	all := storetest.Files(t, "hfile/listed")
	without := func(files file.Files, folders ...string) file.Files {
		left := file.Files{}
		for name, b := range files {
			left[name] = b
			for _, folder := range folders {
				if strings.HasPrefix(name, folder) {
					delete(left, name)
				}
			}
		}
		return left
	}
	for what, c := range map[string]struct {
		files   file.Files
		missing string // part of what is said to be missing
		remark  bool
	}{
		"both regions":              {all, "", false},
		"without the first":         {without(all, table+first), first + ". Its rows, before h07, are missing of the table t2.", false},
		"without the second":        {without(all, table+second), second + ". Its rows, from h07 on, are missing", false},
		"without meta":              {without(all, table+first, "data/hbase/", "WALs/"), "no region here has the rows before h07", true},
		"without the table":         {without(all, table), "", false},
		"without the cells of meta": {without(all, table+first, "data/hbase/meta/1588230740/info/", "WALs/"), "no region here has the rows before h07", true},
	} {
		s := storetest.Open(t, hfile.Kind, c.files)
		damage := s.Damage()
		if c.missing == "" && len(damage) > 0 || c.missing != "" && len(damage) != 1 {
			t.Errorf("%s: %+v", what, damage)
			continue
		}
		for _, d := range damage {
			if !strings.Contains(d.Text, c.missing) || d.Remark != c.remark || (d.Code == "missing-file") == c.remark {
				t.Errorf("%s: %+v", what, d)
			}
		}
		s.Close()
	}
}
