package hfile_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/internal/storetest"
)

// A region still has the files that its last compactions read. HBase 2.6 left them out, with markers that the new file lacks.
func TestFilesThatWereCompactedAreLeftOut(t *testing.T) {
	all := storetest.Files(t, "hfile/compacted")
	folder := file.Files{}
	for name, b := range all {
		if name != "scan.jsonl" && name != "raw.jsonl" {
			folder[name] = b
		}
	}
	for name, q := range map[string]file.Query{"scan.jsonl": {}, "raw.jsonl": {Stored: true}} {
		got, damage := storetest.Read(t, storetest.Open(t, hfile.Kind, folder), q)
		if storetest.Compare(t, got, lines(all[name])); len(damage) > 0 {
			t.Errorf("%s: %+v", name, damage)
		}
	}
}
