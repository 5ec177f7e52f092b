package conform

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// KitFile is the file of a conformance archive that describes the others.
const KitFile = "conformance.json"

// KnownFile is the file of a conformance archive that lists known differences.
const KnownFile = "known-differences.json"

// Kit describes a conformance archive: what `make release` makes of golden.
type Kit struct {
	Version string     `json:"version"` // of the rowlens that it was made with
	Files   []KitEntry `json:"files"`
}

// KitEntry is a file of a conformance archive.
type KitEntry struct {
	Path  string `json:"path"`
	XXH64 string `json:"xxh64"` // 16 hex digits, against accidental changes
	// System wrote the file, or gave the answers that are in it; Made says how. A file that
	// describes others, and was written for this project, has none.
	System        string `json:"system,omitempty"`
	SystemVersion string `json:"systemVersion,omitempty"`
	Made          string `json:"made,omitempty"`
	// Of a file of vectors only.
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

// Check compares the text of a file with its hash.
func (f *KitEntry) Check(text []byte) error {
	if found := fmt.Sprintf("%016x", xxhash.Sum64(text)); found != f.XXH64 {
		return fmt.Errorf("%s has changed: its hash is %s, and %s in %s", f.Path, found, f.XXH64, KitFile)
	}
	return nil
}
