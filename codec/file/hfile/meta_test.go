package hfile_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/internal/storetest"
)

// The region of hbase:meta has a name of its own. Its families are one table's, its log belongs to it, and its rows have their
// own order also where the log is all there is.
func TestMetaIsATable(t *testing.T) {
	all := storetest.Files(t, "hfile/meta")
	files, logged := file.Files{}, file.Files{}
	for name, b := range all {
		if base := file.Base(name); name != "scan.jsonl" {
			files[name] = b
			if base == ".regioninfo" || strings.HasSuffix(base, ".meta") {
				logged[name] = b
			}
		}
	}
	for what, folder := range map[string]file.Files{"files and log": files, "the log": logged} {
		s := storetest.Open(t, hfile.Kind, folder)
		got, damage := storetest.Read(t, s, file.Query{})
		if storetest.Compare(t, got, lines(all["scan.jsonl"])); len(damage) > 0 {
			t.Errorf("%s: %+v", what, damage)
		}
		for _, table := range s.Tables() {
			if !strings.HasPrefix(table.Name, "hbase:meta/") {
				t.Errorf("%s: a table %q", what, table.Name)
			}
		}
	}
}
