package lmdb_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/lmdb"
	"github.com/rowlens/rowlens/internal/storetest"
)

// salvaged returns the rows by their mark, each as its line without the mark.
func salvaged(t *testing.T, files file.Files) map[string][]string {
	t.Helper()
	lines, _ := storetest.Read(t, storetest.Open(t, lmdb.Kind, files), file.Query{Salvage: true})
	by := map[string][]string{}
	for _, line := range lines {
		head, mark, ok := strings.Cut(line, `,"mark":"`)
		if !ok {
			t.Fatalf("a row without a mark: %s", line)
		}
		mark, _, _ = strings.Cut(mark, `"`)
		by[mark] = append(by[mark], head+"}")
	}
	return by
}

func TestSalvageShowsReachedRowsAsTheyAre(t *testing.T) {
	for _, name := range []string{"lmdb/v1-mini", "lmdb/v3-mini", "lmdb/v2-mini", "lmdb/v1-32-bit-mini"} {
		by := salvaged(t, storetest.Folder(t, name))
		storetest.Compare(t, by["reached"], storetest.Lines(t, name, "expected.jsonl"))
		if len(by["lost"]) > 0 {
			t.Errorf("%s: a sound file has %d lost rows: %s", name, len(by["lost"]), by["lost"][0])
		}
		if len(by["free"]) == 0 {
			t.Errorf("%s: nothing on free pages", name)
		}
	}
}

// Without its root, no row of a database can be reached. All come back as lost, each once,
// except those with a value in overflow pages, which are found through their nodes.
func TestALostRootLosesNoRow(t *testing.T) {
	for _, name := range []string{"lmdb/v1-mini", "lmdb/v3-mini"} {
		files := storetest.Folder(t, name)
		want := storetest.Lines(t, name, "expected.jsonl")
		x := structureOf(t, files)
		for _, p := range x.Pieces() {
			if p.What == "branch page" && strings.Contains(p.Detail, "of main") {
				clear(files["data.mdb"][p.Offset : p.Offset+p.Size])
			}
		}
		by := salvaged(t, files)
		if len(by["reached"]) != 0 {
			t.Fatalf("%s: %d rows are reached", name, len(by["reached"]))
		}
		got := by["lost"]
		slices.Sort(got)
		slices.Sort(want)
		storetest.Compare(t, got, want)
	}
}

// The rows of a damaged page are among the free and lost rows, or are those that expected.jsonl lacks.
func TestSalvageFindsRowsBehindADamagedPage(t *testing.T) {
	whole := storetest.Lines(t, "lmdb/v1-mini", "expected.jsonl")
	for _, name := range []string{"lmdb/damaged-page-range", "lmdb/damaged-page-twice"} {
		by := salvaged(t, storetest.Folder(t, name))
		missing := 0
		for _, line := range whole {
			if !slices.Contains(by["reached"], line) {
				missing++
				if !slices.Contains(by["lost"], line) {
					t.Errorf("%s: neither reached nor lost: %.80s", name, line)
				}
			}
		}
		if missing == 0 || missing != len(by["lost"]) {
			t.Errorf("%s: %d rows are missing, %d are lost", name, missing, len(by["lost"]))
		}
	}
}

func TestListsOfFreePagesAreNamed(t *testing.T) {
	s := storetest.Open(t, lmdb.Kind, storetest.Folder(t, "lmdb/v1-mini"))
	c, err := s.Scan(file.All, file.Query{Salvage: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var e file.Entry
	lists, sequence := 0, uint64(0)
	for c.Next(&e) {
		if e.Type == "free list" {
			lists++
		}
		if e.Mark == "free" {
			sequence = max(sequence, e.Sequence)
		}
	}
	if lists == 0 || sequence == 0 || sequence > 4 {
		t.Errorf("%d lists of free pages, the newest of transaction %d", lists, sequence)
	}
}
