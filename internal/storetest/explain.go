package storetest

import (
	"bytes"
	"os"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/span"
)

// Tile explains all of a file, which may be damaged, and checks that the pieces, and the fields of
// each piece, cover it without gaps. Bytes that no kind recognises pass.
func Tile(t testing.TB, kind *file.Kind, b []byte, opt file.Options) {
	t.Helper()
	set, err := file.Look(file.Files{"f": b}, []*file.Kind{kind})
	if err != nil || set.Files[0].Kind == nil {
		return
	}
	s, err := kind.Structure(set, "f", opt)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	at := int64(0)
	var tree span.Tree
	for _, p := range s.Pieces() {
		if p.Offset != at || p.Size <= 0 {
			t.Fatalf("a piece of %d bytes at %d, want one at %d", p.Size, p.Offset, at)
		}
		at += p.Size
		tree.Reset()
		_ = s.Explain(&p, &tree, nil) // there may be damage; only the tiling matters here
		if err := tree.Check(); err != nil {
			t.Fatalf("%s at %d: %v\n%s", p.What, p.Offset, err, tree.AppendDump(nil))
		}
	}
	if at != int64(len(b)) {
		t.Fatalf("pieces end at %d of %d", at, len(b))
	}
}

// Explained returns the annotated text of the first piece of a sort in a file.
func Explained(t testing.TB, kind *file.Kind, name string, b []byte, what string) string {
	t.Helper()
	set, err := file.Look(file.Files{name: b}, []*file.Kind{kind})
	if err != nil {
		t.Fatal(err)
	}
	s, err := kind.Structure(set, name, file.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, p := range s.Pieces() {
		if p.What != what {
			continue
		}
		var tree span.Tree
		if err := s.Explain(&p, &tree, nil); err != nil {
			t.Fatal(err)
		}
		return string(tree.AppendDump(nil))
	}
	t.Fatalf("%s has no %s", name, what)
	return ""
}

// HasEveryCode fails if a page of the documentation lacks one of the codes for damage.
func HasEveryCode(t testing.TB, kind *file.Kind, page string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range kind.Codes {
		if !bytes.Contains(text, []byte("`"+c.Word+"`")) {
			t.Errorf("%s does not mention %s", page, c.Word)
		}
	}
}
