package lint

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// origin is an entry of golden/SOURCES.json: files that other programs wrote, which programs, and how.
type origin struct {
	Upstream string
	Version  string
	Made     string
	SHA256   map[string]string // path relative to golden, to the hash of its uncompressed content
}

func origins(t *testing.T) []origin {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), "golden", "SOURCES.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list []origin
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&list); err != nil {
		t.Fatal(err)
	}
	return list
}

// plain reads a file of golden, decompressing .gz files.
func plain(t *testing.T, rel string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), "golden", filepath.FromSlash(rel)))
	if err != nil {
		t.Fatal(err)
	}
	if path.Ext(rel) != ".gz" {
		return text
	}
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if text, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	return text
}

// make golden updates golden/manifest.json but never these hashes: what upstream
// wrote does not change when our code does.
func TestFilesOfUpstreamAreUnchanged(t *testing.T) {
	for _, o := range origins(t) {
		for rel, want := range o.SHA256 {
			sum := sha256.Sum256(plain(t, rel))
			if got := hex.EncodeToString(sum[:]); got != want {
				t.Errorf("golden/%s has SHA-256 %s, and golden/SOURCES.json says %s: instead, restore it; only new output of %s may replace it",
					rel, got, want, o.Upstream)
			}
		}
	}
}

func TestEveryFileOfUpstreamHasOneOrigin(t *testing.T) {
	listed := map[string]bool{}
	for _, o := range origins(t) {
		ours := o.Upstream == "this project"
		if o.Upstream == "" || o.Made == "" || (o.Version == "") != ours {
			t.Errorf("golden/SOURCES.json, %q: instead, name upstream, its version or commit, and how the files were made", o.Upstream)
		}
		for rel := range o.SHA256 {
			if listed[rel] {
				t.Errorf("golden/SOURCES.json lists %s twice: instead, keep the entry of the program that wrote it", rel)
			}
			listed[rel] = true
		}
	}
	all, err := Files(root(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if rel := strings.TrimPrefix(p, "golden/"); isOfUpstream(p) && !listed[rel] {
			t.Errorf("%s is not in golden/SOURCES.json: instead, say there which program wrote it, or put it elsewhere", p)
		}
	}
}

// ours are the folders, beside those with upstream's files, that contain files of this project.
var ours = []string{"golden/python", "golden/bench", "golden/stats", "golden/differences", "golden/hostile"}

// isOfUpstream reports whether golden keeps files of other programs under the path.
// Deeper folders are the corpus, which the tests in golden list.
func isOfUpstream(p string) bool {
	folder := path.Dir(p)
	return path.Dir(folder) == "golden" && path.Ext(p) != ".go" && !slices.Contains(ours, folder)
}
