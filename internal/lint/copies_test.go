package lint

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path"
	"path/filepath"
	"testing"
)

// copies reads golden/SOURCES.json: the path of each copied file in golden, and
// that of its original in the folder of shared material. An original whose copy
// ends in .gz is stored compressed.
func copies(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), "golden", "SOURCES.json"))
	if err != nil {
		t.Fatal(err)
	}
	var table map[string]string
	if err := json.Unmarshal(text, &table); err != nil {
		t.Fatal(err)
	}
	return table
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Ext(file) != ".gz" {
		return text
	}
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// Copies exist so that a clone needs nothing beside it. Where the originals are
// at hand, they must be the same; in a clone they are only checked to be there.
func TestCopiesEqualTheirOriginals(t *testing.T) {
	shared := filepath.Join(root(t), "..", "shared")
	_, err := os.Stat(filepath.Join(shared, "vectors", "README.md"))
	compare := err == nil
	for copied, original := range copies(t) {
		got := read(t, filepath.Join(root(t), "golden", copied))
		if !compare {
			continue
		}
		if want := read(t, filepath.Join(shared, original)); !bytes.Equal(got, want) {
			t.Errorf("golden/%s differs from shared/%s: instead, copy it again", copied, original)
		}
	}
}

func TestEveryCopyIsInTheTable(t *testing.T) {
	table := copies(t)
	all, err := Files(root(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if !under(p, "golden/actionbase", "golden/dumps", "golden/accumulograph", "golden/vectors") {
			continue
		}
		if under(p, "golden/actionbase") && path.Dir(p) != "golden/actionbase" {
			continue // golden/<format>/<record> is the corpus, whose files the tests in golden list
		}
		if rel, _ := filepath.Rel("golden", p); table[filepath.ToSlash(rel)] == "" {
			t.Errorf("%s is not in golden/SOURCES.json: instead, name its original there, or put it elsewhere", p)
		}
	}
}
