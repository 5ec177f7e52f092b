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

// Says what each folder of web/src, and each file at its root, may import from the others.
// Views and tools do not import one another: app.js, the workbench and main.js connect them.
var (
	forViews = []string{"app.js", "bytes.js", "document", "draft", "io", "model.js", "share", "sides", "times.js", "view", "workbench"}
	imports  = map[string][]string{
		"bytes.js":  {},
		"times.js":  {},
		"model.js":  {"bytes.js", "times.js"},
		"io":        {"bytes.js"},
		"view":      {"bytes.js", "io", "model.js", "times.js"},
		"share":     {"bytes.js", "model.js", "style", "view"},
		"schema":    {"bytes.js", "io", "view"},
		"draft":     {"bytes.js", "model.js", "times.js", "view"},
		"document":  {"bytes.js", "io"},
		"app.js":    {"document", "io", "schema", "view"},
		"sides":     {"app.js", "bytes.js", "draft", "model.js", "share", "view"},
		"workbench": {"app.js", "bytes.js", "document", "io", "share", "times.js", "view"},
		"row":       forViews,
		"rows":      forViews,
		"findings":  forViews,
		"overview":  forViews,
		"tables":    forViews,
		"diff":      forViews,
		"structure": forViews,
		"encode":    forViews,
		"order":     forViews,
		"range":     forViews,
		"time":      forViews,
		"formats":   forViews,
		"main.js":   {"app.js", "diff", "encode", "findings", "formats", "io", "order", "overview", "range", "row", "rows", "structure", "tables", "time", "view", "workbench"},

		"worker.js": {"rows"},
		"early.js":  {"io"},
		"sw.js":     {},
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
