package lmdb_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/lmdb"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/internal/storetest"
)

func structureOf(t testing.TB, files file.Files) file.Structure {
	t.Helper()
	set, err := file.Look(files, []*file.Kind{lmdb.Kind})
	if err != nil {
		t.Fatal(err)
	}
	x, err := lmdb.Kind.Structure(set, "data.mdb", file.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

func TestPiecesTileTheFileAndAreExplained(t *testing.T) {
	for _, name := range storetest.Names(t, "lmdb") {
		t.Run(name, func(t *testing.T) {
			files := storetest.Folder(t, name)
			x := structureOf(t, files)
			var at, rows int64
			var tree span.Tree
			note := func(e *file.Entry, _ int) string {
				rows++
				return "row"
			}
			issues := storetest.Issues(t, name)
			for _, p := range x.Pieces() {
				if p.Offset != at || p.Size <= 0 {
					t.Fatalf("a piece at %d of %d bytes, want it at %d", p.Offset, p.Size, at)
				}
				at += p.Size
				tree.Reset()
				err := x.Explain(&p, &tree, note)
				if bad := tree.Check(); bad != nil {
					t.Fatalf("page at %d: %v", p.Offset, bad)
				}
				old := strings.Contains(p.Detail, "free since") || strings.Contains(p.Detail, "of no tree")
				if err != nil && len(issues) == 0 && !old {
					t.Errorf("%s at %d, %s: %v", p.What, p.Offset, p.Detail, err)
				}
				if strings.Contains(p.What, "leaf") && p.Damage == nil && p.Entries > 0 && len(p.First) == 0 && !old {
					t.Errorf("%s at %d: no first key", p.What, p.Offset)
				}
			}
			if want := int64(len(files["data.mdb"])); at != want {
				t.Errorf("the pieces have %d bytes, want %d", at, want)
			}
			for _, i := range issues {
				if i.Offset != nil && *i.Offset < at && !slices.ContainsFunc(x.Pieces(), func(p file.Piece) bool {
					return p.Damage != nil && p.Damage.Code == i.Code && p.Damage.Offset == *i.Offset
				}) {
					t.Errorf("no piece has the damage %s at %d", i.Code, *i.Offset)
				}
			}
		})
	}
}

func TestRowsAreNotedOnTheirNodes(t *testing.T) {
	x := structureOf(t, storetest.Folder(t, "lmdb/v1-mini"))
	var tree span.Tree
	for _, p := range x.Pieces() {
		if p.What != "leaf page" || !strings.Contains(p.Detail, "of main") {
			continue
		}
		tree.Reset()
		rows := 0
		err := x.Explain(&p, &tree, func(e *file.Entry, _ int) string {
			rows++
			return "KEY " + string(e.Parts[0].Bytes)
		})
		text := string(tree.AppendDump(nil))
		if err != nil || strings.Count(text, "KEY ") != rows || p.Entries < int64(rows) {
			t.Fatalf("%d rows of %d entries, %v:\n%s", rows, p.Entries, err, text)
		}
	}
}
