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

// bigEndian reverses the bytes of every number in a file, as found by its explanation,
// which makes a file as a big-endian machine would write it. No such machine was available.
func bigEndian(t *testing.T, files file.Files) file.Files {
	t.Helper()
	data := slices.Clone(files["data.mdb"])
	x := structureOf(t, files)
	word := 8
	var tree span.Tree
	for _, p := range x.Pieces() {
		tree.Reset()
		if err := x.Explain(&p, &tree, nil); err != nil {
			t.Fatal(err)
		}
		free := strings.Contains(p.Detail, "of the free database")
		for i := range tree.Nodes {
			n := &tree.Nodes[i]
			b := data[p.Offset+int64(n.Start) : p.Offset+int64(n.End)]
			switch {
			case !tree.IsLeaf(i):
			case n.Value.Kind == span.Uint:
				slices.Reverse(b)
				if n.Field.Name == "pageNumber" {
					word = len(b)
				}
			case free && (n.Field.Name == "key" || n.Field.Name == "value" || n.Field.Name == "run"):
				for w := range slices.Chunk(b, word) {
					slices.Reverse(w)
				}
			}
		}
	}
	return file.Files{"data.mdb": data}
}

func TestBigEndianFilesReadTheSame(t *testing.T) {
	for _, name := range []string{"lmdb/v1-mini", "lmdb/v2-mini", "lmdb/v3-mini", "lmdb/v1-32-bit-mini", "lmdb/v1-named", "lmdb/v3-page-512"} {
		t.Run(name, func(t *testing.T) {
			s := storetest.Open(t, lmdb.Kind, bigEndian(t, storetest.Folder(t, name)))
			got, damage := storetest.Read(t, s, file.Query{})
			storetest.Compare(t, got, storetest.Lines(t, name, "expected.jsonl"))
			storetest.CompareDamage(t, damage, nil)
			if order := property(&s.Tables()[0], "byte order"); order != "big-endian" {
				t.Errorf("the byte order is %q", order)
			}
		})
	}
}
