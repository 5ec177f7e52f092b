package hfile_test

import (
	"strings"
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

// A clone has links to all files that the snapshot's region had. Their names are not those that the new files list, and HBase
// reads all of them.
func TestLinksToFilesThatWereCompactedAreRead(t *testing.T) {
	const of, region = "9db5a1697b0e529257c64a280f4875db", "d3d5c06678c8c4dd9dfafdb48c54c678"
	all, keys := file.Files{}, map[string]bool{}
	key := func(cell string) string { // of two cells with one key, a scan of the table shows the newer one
		cell, _, _ = strings.Cut(cell, `,"value"`)
		return cell
	}
	for name, b := range storetest.Files(t, "hfile/compacted") {
		base, found := strings.CutPrefix(name, "root/data/default/tab/"+of+"/f0/")
		if !found {
			continue
		}
		all["root/archive/data/default/tab/"+of+"/f0/"+base] = b
		all["root/data/default/clone/"+region+"/f0/tab="+of+"-"+base] = nil
		alone, _ := storetest.Read(t, storetest.Open(t, hfile.Kind, file.Files{base: b}), file.Query{Stored: true})
		for _, c := range alone {
			keys[key(c)] = true
		}
	}
	got, damage := storetest.Read(t, storetest.Open(t, hfile.Kind, all), file.Query{Stored: true})
	for _, c := range got {
		delete(keys, key(c))
	}
	if len(got) == 0 || len(keys) > 0 || len(damage) > 0 {
		t.Errorf("%d cells, and not %v; %+v", len(got), keys, damage)
	}
}
