package rocksdb

import (
	"encoding/hex"
	"encoding/json"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// The MANIFEST lists the tables that the library lists, at the levels where it has them.
func TestManifestsListTheTablesThatTheLibraryLists(t *testing.T) {
	compared := 0
	for _, name := range storetest.Names(t, "rocksdb") {
		lines := storetest.Lines(t, name, "files.jsonl")
		if lines == nil {
			continue
		}
		files := storetest.Folder(t, name)
		manifest, _ := manifestOf(files["CURRENT"])
		v := readManifest(manifest, files[manifest], file.Options{}.Limits())
		have := map[string]*fileMeta{}
		for _, f := range v.living() {
			for _, m := range f.sorted() {
				have[hex.EncodeToString(f.name)+" "+fileName(m.number, ".sst")] = m
			}
		}
		if len(have) != len(lines) {
			t.Errorf("%s: %d tables, want %d", name, len(have), len(lines))
		}
		for _, line := range lines {
			var w struct {
				CF, File, Smallest, Largest       string
				Level                             uint32
				Size, SmallestSeqno, LargestSeqno uint64
			}
			if err := json.Unmarshal([]byte(line), &w); err != nil {
				t.Fatal(err)
			}
			m := have[w.CF+" "+w.File]
			if m == nil || m.level != w.Level || m.size != w.Size || hex.EncodeToString(bound(m.smallest)) != w.Smallest ||
				hex.EncodeToString(bound(m.largest)) != w.Largest || m.seqMin != w.SmallestSeqno || m.seqMax != w.LargestSeqno {
				t.Errorf("%s: %+v, want %s", name, m, line)
			}
			compared++
		}
	}
	if compared < 50 {
		t.Errorf("%d tables", compared)
	}
}

// Tables say what their files say: names, comparators, entries, bounds, compressions, levels.
func TestTablesAreDescribed(t *testing.T) {
	s := storetest.Open(t, Kind, storetest.Folder(t, "rocksdb/history-v5"))
	defer s.Close()
	tables := s.Tables()
	if len(tables) != 7 {
		t.Fatalf("%d tables", len(tables))
	}
	names := ""
	for i := range tables {
		names += tables[i].Name + " "
		if tables[i].Files == 0 || tables[i].Bytes == 0 || tables[i].Entries <= 0 || len(tables[i].Compression) == 0 || tables[i].CF == nil {
			t.Errorf("%+v", tables[i])
		}
	}
	if want := "default merge-append merge-add ranges ranges-reverse many-files 0x0301 "; names != want {
		t.Errorf("%s, want %s", names, want)
	}
	if a, b := &tables[3], &tables[4]; a.Comparator != bytewise || b.Comparator != reverseBytewise ||
		string(a.First) >= string(a.Last) || string(b.First) <= string(b.Last) {
		t.Errorf("%+v\n%+v", a, b)
	}
	if p := tables[2].Properties; len(p) < 2 || p[0].Name != "level 0" && p[0].Name != "level 1" && p[0].Name != "level 6" {
		t.Errorf("%+v", p)
	}
	lone := storetest.Open(t, Kind, file.Files{"MANIFEST-000005": storetest.Folder(t, "rocksdb/history-v5")["MANIFEST-000005"]})
	defer lone.Close()
	for i, table := range lone.Tables() {
		if table.Name != tables[i].Name || table.Files != tables[i].Files || table.Bytes != tables[i].Bytes {
			t.Errorf("the MANIFEST alone says %+v, want %+v", table, tables[i])
		}
	}
	blob := storetest.Open(t, Kind, file.Files{"x": storetest.Folder(t, "rocksdb/blobs")["000010.blob"]})
	defer blob.Close()
	if rows, _ := storetest.Read(t, blob, file.Query{}); len(rows) != 15 || blob.Tables()[0].Entries != 15 {
		t.Errorf("a blob file alone: %d rows, %+v", len(rows), blob.Tables())
	}
}
