package rocksdb_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/rocksdb"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/internal/storetest"
)

// The pieces of every file follow one another without gap or overlap, each has a tree that
// tiles it, and the trees consist of fields that the kind lists.
func TestEveryByteOfEveryFileIsExplained(t *testing.T) {
	noted := 0
	note := func(e *file.Entry, _ int) string { noted++; return "seen" }
	for _, name := range append(storetest.Names(t, "rocksdb"), storetest.Names(t, "maryk-rocksdb")...) {
		set, err := file.Look(storetest.Folder(t, name), []*file.Kind{rocksdb.Kind})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range set.Of(rocksdb.Kind) {
			if f.Refuse != "" {
				continue
			}
			s, err := rocksdb.Kind.Structure(set, f.Name, file.Options{})
			if err != nil {
				t.Fatalf("%s %s: %v", name, f.Name, err)
			}
			at := int64(0)
			var tree span.Tree
			for _, p := range s.Pieces() {
				if p.Offset != at || p.Size <= 0 || p.What == "" {
					t.Fatalf("%s %s: piece %+v after offset %d", name, f.Name, p, at)
				}
				at += p.Size
				if err := s.Explain(&p, &tree, note); err != nil {
					t.Fatalf("%s %s: %+v: %v", name, f.Name, p, err)
				}
				if err := tree.Check(); err != nil {
					t.Fatalf("%s %s: %+v: %v", name, f.Name, p, err)
				}
				for i := range tree.Nodes {
					known(t, tree.Nodes[i].Field)
				}
			}
			if at != f.Size {
				t.Errorf("%s %s: pieces up to %d of %d", name, f.Name, at, f.Size)
			}
			s.Close()
		}
	}
	if noted < 1000 {
		t.Errorf("%d entries were noted", noted)
	}
}

func known(t *testing.T, f *span.Field) {
	t.Helper()
	if f != span.Undecoded && f != span.NotExpanded && !slices.Contains(rocksdb.Kind.Fields, f) {
		t.Fatalf("%s is not in the legend", f.Name)
	}
}

// dump explains the nth piece of a file.
func dump(t *testing.T, fixture, name string, n int) string {
	t.Helper()
	set, err := file.Look(storetest.Folder(t, fixture), []*file.Kind{rocksdb.Kind})
	if err != nil {
		t.Fatal(err)
	}
	s, err := rocksdb.Kind.Structure(set, name, file.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	pieces := s.Pieces()
	if n < 0 {
		n += len(pieces)
	}
	var tree span.Tree
	if err := s.Explain(&pieces[n], &tree, nil); err != nil {
		t.Fatal(err)
	}
	return string(tree.AppendDump([]byte(pieces[n].What + ", " + pieces[n].Detail + "\n")))
}

func TestPiecesAreExplained(t *testing.T) {
	for _, c := range []struct {
		fixture, name string
		piece         int
		lines         []string
	}{
		{"rocksdb/small", "CURRENT", 0, []string{"MANIFEST-000005", "line feed"}},
		{"rocksdb/small", "MANIFEST-000005", 2, []string{"comparator", "\"leveldb.BytewiseComparator\""}},
		{"rocksdb/wal", "000004.log", 0, []string{"sequence", "count"}},
		{"rocksdb/wal-zstd", "000004.log", 1, []string{"unpacked", "sequence"}},
		{"rocksdb/wal-verified", "000008.log", 0, []string{"predecessor"}},
		{"rocksdb/timestamps", "000013.log", 0, []string{"timestamp size"}},
		{"rocksdb/blobs", "000010.blob", 0, []string{"magic number"}},
		{"rocksdb/blobs", "000010.blob", 1, []string{"key size", "crc"}},
		{"rocksdb/blobs", "000010.blob", -1, []string{"footer"}},
		{"rocksdb/entities", "000008.log", 0, []string{"entity", "column"}},
	} {
		text := dump(t, c.fixture, c.name, c.piece)
		for _, line := range c.lines {
			if !strings.Contains(text, line) {
				t.Errorf("%s %s piece %d has no %q:\n%s", c.fixture, c.name, c.piece, line, text)
			}
		}
	}
}
