package golden_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// listed reports whether a file belongs in the manifest: everything except
// programs, the benchmarks' files, and the manifest itself.
func listed(path string) bool {
	switch filepath.Ext(path) {
	case ".go", ".py", ".md", ".pyc":
		return false
	}
	return path != "manifest.json" && !strings.HasPrefix(path, "bench/")
}

// manifest returns the 64-bit xxHash of every file.
func manifest(t *testing.T) map[string]string {
	t.Helper()
	sums := map[string]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if path = filepath.ToSlash(path); err != nil || d.IsDir() || !listed(path) {
			return err
		}
		text, err := os.ReadFile(path)
		sums[path] = fmt.Sprintf("%016x", xxhash.Sum64(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sums
}

// Tests run in the order of their files, so with -update this one sees the renewed corpus.
func TestManifestHasTheHashOfEveryFile(t *testing.T) {
	sums := manifest(t)
	if *update {
		text, err := json.MarshalIndent(sums, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		agree(t, "manifest.json", append(text, '\n'))
	}
	var want map[string]string
	if err := json.Unmarshal(readFile(t, "manifest.json"), &want); err != nil {
		t.Fatal(err)
	}
	for path, sum := range sums {
		if want[path] != sum {
			t.Errorf("golden/%s changed, or is new: if that is meant, run make golden", path)
		}
	}
	var gone []string
	for path := range want {
		if sums[path] == "" {
			gone = append(gone, path)
		}
	}
	slices.Sort(gone)
	for _, path := range gone {
		t.Errorf("golden/%s is gone: if that is meant, run make golden", path)
	}
}
