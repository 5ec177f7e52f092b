package conform

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// KitFile is the name of the file in a conformance archive that describes the others.
const KitFile = "conformance.json"

// KnownFile is the name of the file in a conformance archive that lists known differences.
const KnownFile = "known-differences.json"

// Kit describes a conformance archive, which `make release` makes from golden.
type Kit struct {
	Version string     `json:"version"` // version of the rowlens with which it was made
	Files   []KitEntry `json:"files"`
}

// KitEntry is one file of a conformance archive.
type KitEntry struct {
	Path  string `json:"path"`
	XXH64 string `json:"xxh64"` // 16 hex digits; protects against accidental changes
	// System is the program that wrote the file, or gave the answers in it; Made says how.
	// Both are empty for a file that describes others and was written for this project.
	System        string `json:"system,omitempty"`
	SystemVersion string `json:"systemVersion,omitempty"`
	Made          string `json:"made,omitempty"`
	// Only for files of vectors.
	Vectors int `json:"vectors,omitempty"`
	Checks  int `json:"checks,omitempty"`
}

// ParseKit reads the text of KitFile.
func ParseKit(text []byte) (Kit, error) {
	var k Kit
	if err := json.Unmarshal(text, &k); err != nil {
		return k, fmt.Errorf("%s: %w", KitFile, inJSON(err))
	}
	if k.Version == "" || len(k.Files) == 0 {
		return k, errors.New(KitFile + ": it has no version, or names no file")
	}
	for _, f := range k.Files {
		if path.IsAbs(f.Path) || path.Clean(f.Path) != f.Path || strings.HasPrefix(f.Path, "..") || strings.Contains(f.Path, `\`) {
			return k, fmt.Errorf("%s: %q is not a file of the archive", KitFile, f.Path)
		}
	}
	return k, nil
}

// Check compares the content of a file with its hash.
func (f *KitEntry) Check(text []byte) error {
	if found := fmt.Sprintf("%016x", xxhash.Sum64(text)); found != f.XXH64 {
		return fmt.Errorf("%s has changed: its hash is %s, and %s in %s", f.Path, found, f.XXH64, KitFile)
	}
	return nil
}
