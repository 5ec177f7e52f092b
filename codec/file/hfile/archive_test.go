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

// A file that a snapshot names and that is not there is reported where it is named: it has no path of its own.
func TestWhatASnapshotLacksIsReportedOfItsList(t *testing.T) {
	all := storetest.Files(t, "hfile/export")
	lost := ""
	for path := range all {
		if strings.Contains(path, "archive/data/default/states/") && (lost == "" || path < lost) {
			lost = path
		}
	}
	_, damage, _ := readFolders(t, changed(all, map[string][]byte{lost: nil}), ".hbase-snapshot", "archive")
	if len(damage) != 1 || damage[0].File != ".hbase-snapshot/states-2026/data.manifest" ||
		!strings.Contains(damage[0].Text, lost[strings.LastIndex(lost, "/"):]+".") {
		t.Errorf("without %s: %+v", lost, damage)
	}
}
