package lint

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// runtimes are the columns of the table in docs/runtimes.md, each with the folder
// in which the package declares its names.
var runtimes = []struct{ name, folder, ext string }{
	{"C", "cshared/include", ".h"},
	{"Python", "cshared/python/src/rowlens", ".py"},
	{"Java", "cshared/java/src/main/java", ".java"},
	{"Rust", "cshared/rust/rowlens/src", ".rs"},
	{"JavaScript", "web/npm/src", ".d.ts"},
}

var (
	codeSpan = regexp.MustCompile("`([^`]+)`")
	word     = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)
	// written are words of the languages, and variables in the examples.
	written = regexp.MustCompile(`^(with|using|new|True|true|in|its|JSON|kind|Rowlens)$`)
)

// The table claims that each package has these names, so each must occur in the package's sources.
func TestRuntimesHaveTheCallsOfTheTable(t *testing.T) {
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "docs", "runtimes.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| what | C |")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := strings.Split(table, "\n")[2:]
	if len(rows) < 40 {
		t.Fatalf("docs/runtimes.md: %d rows in the table of calls", len(rows))
	}
	for i, runtime := range runtimes {
		declared := words(t, filepath.Join(root, filepath.FromSlash(runtime.folder)), runtime.ext)
		for _, row := range rows {
			cell := strings.Split(row, "|")[i+2]
			for _, code := range codeSpan.FindAllStringSubmatch(cell, -1) {
				for _, name := range word.FindAllString(code[1], -1) {
					if !declared[name] && !written.MatchString(name) {
						t.Errorf("docs/runtimes.md: %s in %s: instead, name what the package has: %s", name, runtime.name, row)
					}
				}
			}
		}
	}
	for name := range words(t, filepath.Join(root, "cshared", "include"), ".h") {
		if regexp.MustCompile(`^rl_(?:[a-z]+_)*[a-z0-9]+$`).MatchString(name) && !strings.Contains(table, "`"+name+"`") && !spanType(name) {
			t.Errorf("docs/runtimes.md lacks %s: instead, add a row to the table of calls", name)
		}
	}
}

// spanType reports whether a name in the header belongs to the form RL_SPANS, or to the
// arguments and the interface version, which only C has.
func spanType(name string) bool {
	return name == "rl_span" || name == "rl_spans" || name == "rl_source" || name == "rl_part" || name == "rl_abi_version"
}

// words returns the identifiers in a folder's files.
func words(t *testing.T, folder, ext string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	err := filepath.WalkDir(folder, func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ext) {
			return err
		}
		text, err := os.ReadFile(name)
		for _, w := range word.FindAllString(string(text), -1) {
			found[w] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
