package rfile

import (
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/span"
)

func TestEveryByteOfEveryFileIsExplained(t *testing.T) {
	all, files := readFixtures(t)
	for _, f := range all {
		set, err := file.Look(file.Files{f.File: files[f.File]}, []*file.Kind{Kind})
		if err != nil {
			t.Fatal(err)
		}
		s, err := Kind.Structure(set, f.File, file.Options{})
		if err != nil {
			t.Fatal(f.File, err)
		}
		at, entries, noted := int64(0), 0, 0
		for _, p := range s.Pieces() {
			if p.Offset != at {
				t.Fatalf("%s: a piece %q at %d, the one before ends at %d", f.File, p.What, p.Offset, at)
			}
			at += p.Size
			var tree span.Tree
			err := s.Explain(&p, &tree, func(*file.Entry, int) string { noted++; return "an entry" })
			if err != nil && len(f.Issues) == 0 {
				t.Errorf("%s: %s at %d: %v", f.File, p.What, p.Offset, err)
			}
			if err := tree.Check(); err != nil {
				t.Errorf("%s: %s at %d: the tree: %v", f.File, p.What, p.Offset, err)
			}
			if p.What == pieceData && p.Entries > 0 {
				entries += int(p.Entries)
			}
		}
		if size := int64(len(files[f.File])); at != size {
			t.Errorf("%s: the pieces end at %d of %d", f.File, at, size)
		}
		if len(f.Issues) == 0 && entries != noted {
			t.Errorf("%s: %d entries by the index, %d explained", f.File, entries, noted)
		}
	}
}
