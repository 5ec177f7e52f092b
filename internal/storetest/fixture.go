package storetest

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
)

// Names returns the fixtures of a kind ("lmdb/v1-mini" and so on), in order.
func Names(t testing.TB, kind string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(home(t), kind, "*"+archive))
	if err != nil || len(paths) == 0 {
		t.Fatalf("golden/store-files/%s has no fixtures: %v", kind, err)
	}
	var names []string
	for _, p := range paths {
		names = append(names, kind+"/"+strings.TrimSuffix(filepath.Base(p), archive))
	}
	return names
}

// Files returns all files of a fixture: the store and what is expected of it.
func Files(t testing.TB, name string) file.Files {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join(home(t), filepath.FromSlash(name)+archive))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	all := file.Files{}
	for r := tar.NewReader(plain); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatalf("%s: %s: %v", name, h.Name, err)
		}
		all[path.Clean(h.Name)] = b
	}
}

// Folder returns the store of a fixture without what is expected of it.
func Folder(t testing.TB, name string) file.Files {
	t.Helper()
	store, beside := file.Files{}, file.Files{}
	for name, b := range Files(t, name) {
		if inside, ok := strings.CutPrefix(name, "db/"); ok {
			store[inside] = b
		} else if ext := path.Ext(name); ext != ".jsonl" && ext != ".md" {
			beside[name] = b
		}
	}
	if len(store) > 0 {
		return store
	}
	return beside
}

// Lines returns the lines of one of a fixture's files, as in Lines(t, "lmdb/v1-mini",
// "expected.jsonl"), or nil if the fixture does not have it.
func Lines(t testing.TB, name, file string) []string {
	t.Helper()
	text, ok := Files(t, name)[file]
	if !ok || len(text) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

const archive = ".tar.gz"

// home returns the path of golden/store-files. Tests run in the folder of their package.
func home(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "golden", "store-files")
		}
		if filepath.Dir(dir) == dir {
			break
		}
	}
	t.Fatal("the test does not run in the repository:", err)
	return ""
}
