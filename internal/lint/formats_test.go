package lint

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/all"
)

// formatFolders maps each format's ID to its folder. codec/all is generated: its
// imports are in the order of its list.
func formatFolders(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), "codec", "all", "all.go"))
	if err != nil {
		t.Fatal(err)
	}
	_, tree := parse(t, file{"codec/all/all.go", text})
	var folders []string
	for _, spec := range tree.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if folder := strings.TrimPrefix(imported, Module+"/"); folder != "codec/format" {
			folders = append(folders, folder)
		}
	}
	if len(folders) != len(all.Formats) {
		t.Fatalf("codec/all imports %d formats and lists %d", len(folders), len(all.Formats))
	}
	byID := map[string]string{}
	for i, f := range all.Formats {
		byID[f.ID] = folders[i]
	}
	return byID
}

// testKinds are the test files that every format must have. Each must declare a
// function of its kind and mention what it tests; ID stands for the format's ID.
var testKinds = []struct{ file, function, mention, purpose string }{
	{"vectors_test.go", "Test", `vectors/ID\.jsonl\.gz`, "run the vectors both ways with formattest.VectorFile"},
	{"property_test.go", "Test", ``, "round-trip random values and compare their order with that of their bytes"},
	{"hostile_test.go", "Test", ``, "bound with formattest.Cost what huge lengths and deep nesting may take"},
	{"document_test.go", "Test", `\bID\.md`, "execute the examples of the format's page"},
	{"fuzz_test.go", "Fuzz", ``, "fuzz the decoders, seeded from the vectors"},
}

func TestEveryFormatHasAPageVectorsAndTests(t *testing.T) {
	for id, folder := range formatFolders(t) {
		if page := "docs/formats/" + id + ".md"; !exists(t, page) {
			t.Errorf("%s has no page: instead, describe every byte in %s", folder, page)
		}
		if vectors := "golden/vectors/" + id + ".jsonl.gz"; !exists(t, vectors) {
			t.Errorf("%s has no vectors: instead, put cases that upstream's own code made into %s", folder, vectors)
		}
		for _, kind := range testKinds {
			name := folder + "/" + kind.file
			text, err := os.ReadFile(filepath.Join(root(t), name))
			if err != nil {
				t.Errorf("%s is missing: instead, %s there", name, kind.purpose)
				continue
			}
			if !declares(t, file{name, text}, kind.function) {
				t.Errorf("%s declares no func %s…: instead, %s there", name, kind.function, kind.purpose)
			}
			mention := regexp.MustCompile(strings.ReplaceAll(kind.mention, "ID", regexp.QuoteMeta(id)))
			if !mention.Match(text) {
				t.Errorf("%s does not mention %s: instead, %s there", name, mention, kind.purpose)
			}
		}
	}
}

// declares reports whether the file has a Test or Fuzz function.
func declares(t *testing.T, f file, kind string) bool {
	t.Helper()
	_, tree := parse(t, f)
	for _, d := range tree.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, kind) {
			return true
		}
	}
	return false
}
