package storetest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/all"
)

// If this fails, run `go run ./internal/storetest/samples`.
func TestSamplesAreTheStoresInGolden(t *testing.T) {
	for _, k := range all.Kinds() {
		if len(k.Samples) == 0 {
			t.Errorf("%s has no samples", k.ID)
		}
		for _, s := range k.Samples {
			files, err := s.Folder()
			if err != nil || len(files) == 0 {
				t.Fatalf("%s: %s: %d files, %v", k.ID, s.Name, len(files), err)
			}
			for name, got := range files {
				found, err := filepath.Glob(filepath.Join(home(t), "samples", "*", s.Name+"*", name))
				if len(files) == 1 && len(found) == 0 {
					found, err = filepath.Glob(filepath.Join(home(t), "samples", "*", name))
				}
				if err != nil || len(found) != 1 {
					t.Fatalf("%s: %s: %d files called %s in golden, %v", k.ID, s.Name, len(found), name, err)
				}
				want, err := os.ReadFile(found[0])
				if err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s: %s: %s is not the file in golden", k.ID, s.Name, name)
				}
			}
			if stores, _ := openAll(files); len(stores) == 0 {
				t.Errorf("%s: %s is no store", k.ID, s.Name)
			}
		}
	}
}

func openAll(files file.Files) ([]file.Store, error) {
	set, err := file.Look(files, all.Kinds())
	if err != nil {
		return nil, err
	}
	return set.Stores(file.Options{})
}
