package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Schemas that no database contains are compared like models.
func TestModelComparesSchemas(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return p
	}
	tables := string(readFile(t, golden(modelFile)))
	turned := strings.Replace(tables, `"DESC"`, `"ASC"`, 1)
	if tables == turned {
		t.Fatal("no index is descending")
	}
	for _, c := range []struct{ from, to, want string }{
		{tables, turned, "to be rebuilt: edge-index"},
		{`{"graph":"g","indexes":[{"key":"age","element":"vertex"}]}`, `{"graph":"g","indexes":[]}`, `vertex key "age"`},
		{`{"config":{"/c":{"type_label":"User","expression":"a"}}}`, `{"config":{"/c":{"type_label":"X","expression":"a"}}}`, "cat-members"},
	} {
		a, b := file("a.json", c.from), file("b.json", c.to)
		if r := rowlens(t, "", "model", a, b).want(t, 4); !strings.Contains(r.out, c.want) {
			t.Errorf("%s", r.out)
		}
		if r := rowlens(t, "", "model", a, a).want(t, 0); r.out != "The models are the same.\n" {
			t.Errorf("%s", r.out)
		}
	}
}
