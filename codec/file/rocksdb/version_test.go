package rocksdb

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// The MANIFEST lists the same tables as the library, at the same levels.
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

// Tables describe what their files say: names, comparators, entries, bounds, compressions, levels.
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

// Files are in the same tables and at the same levels as in the library, and the starts of a table are the first
// keys of its last level's files.
func TestPlacesAndStartsAreThoseOfTheLibrary(t *testing.T) {
	placed, starting := 0, 0
	for _, name := range storetest.Names(t, "rocksdb") {
		lines := storetest.Lines(t, name, "files.jsonl")
		if lines == nil {
			continue
		}
		s := storetest.Open(t, Kind, storetest.Folder(t, name))
		tables := s.Tables()
		places := map[string]file.Place{}
		for _, p := range s.(file.Placed).Places() {
			places[p.File] = p
		}
		last, starts := map[string]int{}, map[string][]string{}
		for _, line := range lines {
			var w struct {
				CF, File, Smallest string
				Level              int
			}
			if err := json.Unmarshal([]byte(line), &w); err != nil {
				t.Fatal(err)
			}
			p, found := places[w.File]
			if !found || hex.EncodeToString(tables[p.Table].CF) != w.CF || p.Level != w.Level {
				t.Errorf("%s: %+v, want %s", name, p, line)
			}
			placed++
			if w.Level > last[w.CF] {
				last[w.CF], starts[w.CF] = w.Level, nil
			}
			if w.Level > 0 && w.Level == last[w.CF] {
				starts[w.CF] = append(starts[w.CF], w.Smallest)
			}
		}
		for _, table := range tables {
			want := starts[hex.EncodeToString(table.CF)]
			if len(want) < 2 {
				want = want[:0]
			} else {
				slices.Sort(want)
				want = want[1:]
			}
			var got []string
			for _, start := range table.Starts {
				got = append(got, hex.EncodeToString(start))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %s: starts %q, want %q", name, table.Name, got, want)
			}
			starting += len(got)
		}
		s.Close()
	}
	if placed < 50 || starting < 2 {
		t.Errorf("%d files, %d starts", placed, starting)
	}
}

// Deletions are counted from the files' properties. If a log has entries, too, the number is unknown.
func TestDeletionsAreThoseOfTheProperties(t *testing.T) {
	s := storetest.Open(t, Kind, storetest.Folder(t, "maryk-rocksdb/keepall-sst-v5"))
	defer s.Close()
	sum := int64(0)
	for _, table := range s.Tables() {
		if table.HasDeletions != (table.Files > 0) {
			t.Errorf("%+v", table)
		}
		sum += table.Deletions
	}
	c, err := s.Scan(file.All, file.Query{Stored: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	deleted := int64(0)
	for e := new(file.Entry); c.Next(e); {
		if e.Deleted != "" {
			deleted++
		}
	}
	if sum == 0 || sum != deleted {
		t.Errorf("%d deletions, want %d", sum, deleted)
	}
	log := storetest.Open(t, Kind, storetest.Folder(t, "maryk-rocksdb/keepall"))
	defer log.Close()
	for _, table := range log.Tables() {
		if table.HasDeletions && table.Entries > 0 && table.Files == 0 {
			t.Errorf("%+v", table)
		}
	}
}
