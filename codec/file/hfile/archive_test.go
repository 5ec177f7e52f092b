package hfile_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/internal/storetest"
)

// An ExportSnapshot that failed leaves files in the archive, and no snapshot that says which there should be.
func TestFilesOfTheArchiveAloneAreRemarkedOn(t *testing.T) {
	all := storetest.Files(t, "hfile/export")
	whole, damage, remarks := readFolders(t, all, ".hbase-snapshot", "archive")
	if len(whole) == 0 || len(damage)+len(remarks) > 0 {
		t.Fatalf("%d cells, %+v, %+v", len(whole), damage, remarks)
	}
	for path := range all {
		if !strings.Contains(path, "archive/") {
			delete(all, path)
		}
	}
	got, damage, remarks := readFolders(t, all, ".hbase-snapshot", "archive")
	if len(got) != len(whole) || len(damage) > 0 || len(remarks) != 2 {
		t.Fatalf("%d cells, want %d; %+v, %+v", len(got), len(whole), damage, remarks)
	}
	for _, r := range remarks {
		if r.Code != "archive-only" || !strings.Contains(r.File, "archive/data/default/") {
			t.Errorf("%+v", r)
		}
	}
}
