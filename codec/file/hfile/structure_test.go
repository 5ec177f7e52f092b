package hfile_test

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Every byte of every fixture is in exactly one piece, every piece has a tree with each byte in
// exactly one leaf, and the cells in the trees are those that a scan reads.
func TestEveryByteIsExplained(t *testing.T) {
	all := corpus(t)
	for name, b := range storetest.Files(t, "hfile/maryk") {
		all[name] = b
	}
	for name := range all {
		if len(all[name]) == 0 || strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".txt") {
			continue
		}
		set, err := file.Look(only(all, name), []*file.Kind{hfile.Kind})
		if err != nil {
			t.Fatal(err)
		}
		if set.Files[0].Kind == nil {
			if !strings.HasPrefix(path.Base(name), ".links") && !strings.Contains(name, "/.links-") {
				t.Errorf("%s is not recognised", name)
			}
			continue
		}
		explain(t, set, name)
	}
}

func explain(t *testing.T, set *file.Set, name string) {
	t.Helper()
	s, err := hfile.Kind.Structure(set, path.Base(name), file.Options{})
	if err != nil {
		t.Fatal(name, err)
	}
	defer s.Close()
	at, cells := int64(0), 0
	var tree span.Tree
	for _, p := range s.Pieces() {
		if p.Offset != at || p.Size <= 0 {
			t.Fatalf("%s: a piece of %d bytes at %d, want one at %d", name, p.Size, p.Offset, at)
		}
		at += p.Size
		tree.Reset()
		noted := 0
		err := s.Explain(&p, &tree, func(e *file.Entry, _ int) string { noted++; return "a note" })
		if bad := tree.Check(); bad != nil {
			t.Fatalf("%s: %s at %d: %v", name, p.What, p.Offset, bad)
		}
		if err != nil && !strings.HasPrefix(name, "damaged/") && !strings.HasPrefix(name, "encrypted") && !strings.Contains(name, "prefix_tree") {
			t.Errorf("%s: %s at %d: %v", name, p.What, p.Offset, err)
		}
		if p.Damage != nil && !strings.HasPrefix(name, "damaged/") && !strings.HasPrefix(name, "encrypted") {
			t.Errorf("%s: %s at %d is damaged: %+v", name, p.What, p.Offset, *p.Damage)
		}
		if p.Entries > 0 && err == nil && int64(noted) != p.Entries {
			t.Errorf("%s: %s at %d has %d entries, %d in its tree", name, p.What, p.Offset, p.Entries, noted)
		}
		cells += noted
	}
	if at != set.Files[0].Size {
		t.Errorf("%s: pieces end at %d of %d", name, at, set.Files[0].Size)
	}
	if strings.HasPrefix(name, "damaged/") || set.Files[0].What != "hfile" {
		return
	}
	store := storetest.Open(t, hfile.Kind, set.Folder)
	if got, _ := storetest.Read(t, store, file.Query{Stored: true}); len(got) != cells {
		t.Errorf("%s: %d cells explained, %d read", name, cells, len(got))
	}
}

func TestFieldsAndCodesAreDeclaredOnce(t *testing.T) {
	for i, f := range hfile.Kind.Fields {
		if f.Name == "" || f.Doc == "" {
			t.Errorf("field %d (%s) has no name or sentence", i, f.Name)
		}
		if slices.Contains(hfile.Kind.Fields[:i], f) {
			t.Errorf("field %s is listed twice", f.Name)
		}
	}
	for i, c := range hfile.Kind.Codes {
		if c.Word == "" || c.Doc == "" || slices.ContainsFunc(hfile.Kind.Codes[:i], func(o file.Code) bool { return o.Word == c.Word }) {
			t.Errorf("code %d (%s) is listed twice, or has no sentence", i, c.Word)
		}
	}
}
