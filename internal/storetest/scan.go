package storetest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/value"
)

// Open returns the only store that a kind finds in a folder.
func Open(t testing.TB, kind *file.Kind, folder file.Folder) file.Store {
	t.Helper()
	stores := Stores(t, kind, folder, file.Options{})
	if len(stores) != 1 {
		t.Fatalf("%d stores of %s, want 1", len(stores), kind.ID)
	}
	return stores[0]
}

// Stores returns all stores that a kind finds in a folder. They are closed at the end of the test.
func Stores(t testing.TB, kind *file.Kind, folder file.Folder, opt file.Options) []file.Store {
	t.Helper()
	set, err := file.Look(folder, []*file.Kind{kind})
	if err != nil {
		t.Fatal(err)
	}
	stores, err := set.Stores(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, s := range stores {
			s.Close()
		}
	})
	return stores
}

// Read scans all tables and returns the entries as lines of JSON, as written by WriteEntry, and
// all damage in the order in which it is met: on opening, in its place, and at the end.
func Read(t testing.TB, s file.Store, q file.Query) (lines []string, damage []file.Damage) {
	t.Helper()
	return ReadTable(t, s, file.All, q)
}

// ReadTable is Read for one table, or for file.All.
func ReadTable(t testing.TB, s file.Store, table int, q file.Query) (lines []string, damage []file.Damage) {
	t.Helper()
	c, err := s.Scan(table, q)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	damage = append(damage, s.Damage()...)
	tables := s.Tables()
	var (
		e file.Entry
		w value.Writer
	)
	for c.Next(&e) {
		if e.Damage != nil {
			damage = append(damage, *e.Damage)
			continue
		}
		w.Reset()
		w.Object()
		s.Kind().WriteEntry(&w, &tables[e.Table], &e, q.Stored)
		w.EndObject()
		lines = append(lines, string(w.Buf))
	}
	if err := c.Err(); err != nil {
		t.Fatal(err)
	}
	return lines, append(damage, s.Check()...)
}

// Compare fails at the first difference between two lists of lines.
func Compare(t testing.TB, got, want []string) {
	t.Helper()
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("line %d of %d (want %d):\n got %s\nwant %s", i+1, len(got), len(want), short(got[i]), short(want[i]))
		}
	}
	switch n := min(len(got), len(want)); {
	case len(got) > n:
		t.Fatalf("%d lines, want %d; the first too many:\n%s", len(got), len(want), short(got[n]))
	case len(want) > n:
		t.Fatalf("%d lines, want %d; the first that is missing:\n%s", len(got), len(want), short(want[n]))
	}
}

// Issue is a line of issues.jsonl. Offset is nil for damage without a place.
type Issue struct {
	File   string `json:"file"`
	Code   string `json:"code"`
	Offset *int64 `json:"offset"`
}

// Issues returns the damage that a fixture has.
func Issues(t testing.TB, name string) []Issue {
	t.Helper()
	var all []Issue
	for _, line := range Lines(t, name, "issues.jsonl") {
		var i Issue
		if err := json.Unmarshal([]byte(line), &i); err != nil {
			t.Fatalf("%s: issues.jsonl: %v", name, err)
		}
		all = append(all, i)
	}
	return all
}

// CompareDamage fails if damage differs from the issues in number, order, code, offset or (if an
// issue has one) file, or if its sentences are missing.
func CompareDamage(t testing.TB, got []file.Damage, want []Issue) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d damages, want %d: %+v", len(got), len(want), got)
	}
	for i, w := range want {
		g, offset := &got[i], int64(file.NoOffset)
		if w.Offset != nil {
			offset = *w.Offset
		}
		if g.Code != w.Code || g.Offset != offset || w.File != "" && file.Base(g.File) != file.Base(w.File) {
			t.Errorf("damage %d is %s %s at %d, want %s %s at %d", i, g.File, g.Code, g.Offset, w.File, w.Code, offset)
		}
		if g.Expected == "" || g.Found == "" || g.Text == "" {
			t.Errorf("damage %d lacks words: %+v", i, g)
		}
	}
}

func short(line string) string {
	const most = 400
	if len(line) <= most {
		return line
	}
	return line[:most] + strings.Repeat(".", 3)
}
