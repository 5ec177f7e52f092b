package lint

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// promises maps the words in the README's table to the beginning of a package comment's last paragraph.
var promises = map[string]string{"Stable": "Stable.", "Stable in part": "Stable in part: ", "Not promised": "Not promised: "}

var quoted = regexp.MustCompile("`([a-z/.]+)`")

// promised reads from the table in the README what each package promises. A row
// without a promise continues the previous row.
func promised(t *testing.T) map[string]string {
	t.Helper()
	readme, err := os.ReadFile(filepath.Join(root(t), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(readme), "| promise | packages |\n|---|---|\n")
	table, _, end := strings.Cut(table, "\n\n")
	if !ok || !end {
		t.Fatal("README.md lacks its table of Go packages: instead, keep the heading \"| promise | packages |\"")
	}
	list, promise := map[string]string{}, ""
	for _, line := range strings.Split(table, "\n") {
		cells := strings.Split(line, "|")
		if words := strings.TrimSpace(cells[1]); words != "" {
			promise = words
		}
		if promises[promise] == "" {
			t.Errorf("README.md promises %q: instead, write Stable, Stable in part or Not promised", promise)
		}
		for _, m := range quoted.FindAllStringSubmatch(cells[2], -1) {
			if list[m[1]] != "" {
				t.Errorf("README.md names %s twice", m[1])
			}
			list[m[1]] = promise
		}
	}
	return list
}

func TestEveryPackageSaysWhatItPromises(t *testing.T) {
	list := promised(t)
	seen := map[string]bool{}
	for _, f := range goFiles(t) {
		if f.isTest() || strings.Contains("/"+f.path, "/internal/") || strings.HasPrefix(f.path, "golden/bench/") {
			continue
		}
		_, tree := parse(t, f)
		dir := path.Dir(f.path)
		if tree.Doc == nil || tree.Name.Name == "main" || !strings.HasPrefix(tree.Doc.Text(), "Package ") {
			continue
		}
		seen[dir] = true
		paragraphs := strings.Split(strings.TrimSpace(tree.Doc.Text()), "\n\n")
		last := paragraphs[len(paragraphs)-1]
		if want := promises[list[dir]]; want == "" {
			t.Errorf("%s is not in README.md's table of Go packages: instead, say there what it promises", dir)
		} else if !strings.HasPrefix(last, want) {
			t.Errorf("%s: the package comment ends with %q: instead, %q, as README.md has it", f.path, last, want)
		}
	}
	for dir := range list {
		if !seen[dir] {
			t.Errorf("README.md's table of Go packages names %s, which is none: instead, take it out", dir)
		}
	}
	if len(seen) < 30 {
		t.Errorf("only %d packages were looked at", len(seen))
	}
}

// A stable package's comment shows code and bytes, not only words.
func TestStablePackagesShowCodeAndBytes(t *testing.T) {
	bytesIn := regexp.MustCompile(`\b(?:[0-9a-f]{2})+\b`)
	for dir, promise := range promised(t) {
		if promise != "Stable" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root(t), dir, "doc.go"))
		if err != nil {
			t.Errorf("%s is stable and has no doc.go: instead, put its package comment there", dir)
			continue
		}
		code, hex := false, false
		for _, line := range strings.Split(string(text), "\n") {
			if body, ok := strings.CutPrefix(line, "//\t"); ok {
				code = code || strings.Contains(body, path.Base(dir)+".") || strings.Contains(body, ":= ")
				hex = hex || bytesIn.MatchString(body)
			}
		}
		if !code || !hex {
			t.Errorf("%s/doc.go shows code: %v, bytes: %v: instead, show both", dir, code, hex)
		}
		if _, err := os.Stat(filepath.Join(root(t), dir, "example_test.go")); err != nil {
			t.Errorf("%s is stable and has no example_test.go: instead, add an Example with its output", dir)
		}
	}
}
