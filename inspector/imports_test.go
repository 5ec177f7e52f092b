package inspector

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What each folder of web/src, and each file at its root, may import from the others.
// Modes do not import each other: app.js and main.js connect them.
var (
	forModes = []string{"app.js", "bytes.js", "draft", "io", "model.js", "share", "view"}
	imports  = map[string][]string{
		"bytes.js": {},
		"model.js": {"bytes.js"},
		"io":       {"bytes.js"},
		"view":     {"bytes.js", "io", "model.js"},
		"share":    {"bytes.js", "model.js", "style", "view"},
		"schema":   {"bytes.js", "io", "view"},
		"draft":    {"bytes.js", "model.js", "view"},
		"app.js":   {"io", "schema", "view"},
		"bulk":     forModes,
		"decode":   forModes,
		"encode":   forModes,
		"order":    forModes,
		"time":     forModes,
		"main.js":  {"app.js", "bulk", "decode", "encode", "io", "order", "time", "view"},

		"worker.js":      {"bulk"},
		"theme-early.js": {"io"},
		"sw.js":          {},
	}
	imported = regexp.MustCompile(`(?m)^(?:import|export) [^"\n]*"(\.[^"]+)"`)
)

func TestBrowserCodeImportsDownwards(t *testing.T) {
	const root = "../web/src"
	met := map[string]bool{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".js" {
			return err
		}
		own := filepath.ToSlash(strings.TrimPrefix(filepath.ToSlash(name), root+"/"))
		from, _, _ := strings.Cut(own, "/")
		met[from] = true
		allowed, known := imports[from]
		if !known {
			t.Errorf("%s: web/src has no place for %s; name it here and in docs/architecture.md", own, from)
		}
		text, err := os.ReadFile(name)
		for _, m := range imported.FindAllStringSubmatch(string(text), -1) {
			to, _, _ := strings.Cut(path.Join(path.Dir(own), m[1]), "/")
			if to != ".." && to != from && !slices.Contains(allowed, to) {
				t.Errorf("%s imports %s, which is above %s: pass it in instead", own, m[1], from)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range imports {
		if !met[name] {
			t.Errorf("web/src has no %s", name)
		}
	}
}
