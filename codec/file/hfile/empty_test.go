package hfile_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/internal/storetest"
)

// A table of which nothing was written or flushed yet is there all the same: its families are those of its schema.
func TestATableWithoutCellsIsListed(t *testing.T) {
	const table, info = "root-flushed/data/ns1/shop/", ".tabledesc/.tableinfo.0000000001.657"
	only := file.Files{}
	for path, b := range corpus(t) {
		if path == table+info || strings.HasPrefix(path, table) && strings.HasSuffix(path, "/.regioninfo") {
			only[path] = b
		}
	}
	if len(only) < 3 {
		t.Fatalf("%d files", len(only))
	}
	listed := func(files file.Files) (names []string, damage []file.Damage) {
		for _, s := range storetest.Stores(t, hfile.Kind, files, file.Options{}) {
			damage = append(damage, s.Damage()...)
			for _, x := range s.Tables() {
				if names = append(names, x.Name); x.Entries != 0 || x.Files != 0 {
					t.Errorf("%s has %d entries in %d files", x.Name, x.Entries, x.Files)
				}
			}
		}
		return names, damage
	}
	names, damage := listed(only)
	if got := strings.Join(names, " "); got != "ns1:shop/d ns1:shop/idx" || len(damage) > 0 {
		t.Errorf("%q, %+v", got, damage)
	}
	names, damage = listed(file.Files{table + info: only[table+info]})
	if len(names) != 2 || len(damage) != 1 || damage[0].Code != "region-gap" || !damage[0].Remark {
		t.Errorf("without any region: %q, %+v", names, damage)
	}
}
