package typed

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/value"
)

var update = flag.Bool("update", false, "rewrite the golden schema")

// The columns of every record kind, as text. Removing a column or changing its type breaks somebody's table.
func TestTheSchemaStays(t *testing.T) {
	kinds, err := Kinds("", "")
	if err != nil {
		t.Fatal(err)
	}
	got := NewSchema(kinds).String()
	name := filepath.Join("testdata", "schema.txt")
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the schema is another one than in %s; if that is meant, run this test with -update", name)
	}
}

func TestEveryRecordKindHasColumns(t *testing.T) {
	for _, f := range codec.Formats() {
		all, err := layouts(f)
		if err != nil {
			t.Fatal(err)
		}
		counts := map[string]int{}
		for line := range strings.Lines(f.Columns) {
			for _, kind := range strings.Fields(line) {
				if line[0] != '\t' {
					counts[kind]++
				}
			}
		}
		for kind, list := range all {
			if counts[kind] != 1 {
				t.Errorf("columns of %s: %s is there %d times", f.ID, kind, counts[kind])
			}
			if r := f.Record(kind); r == nil || !isStored(f.Records, kind) {
				t.Errorf("%s has columns of %s, which is no record kind", f.ID, kind)
			}
			for _, c := range list {
				if c.Name == RestName {
					t.Errorf("%s has a member called %s", kind, RestName)
				}
			}
		}
		for _, r := range f.Records {
			if len(all[r.Name]) == 0 {
				t.Errorf("%s has no columns of %s", f.ID, r.Name)
			}
			if r.Name == RestName {
				t.Errorf("%s is called as a column of every kind", r.Name)
			}
		}
	}
	names := map[string]bool{}
	kinds, _ := Kinds("", "")
	for _, c := range NewSchema(kinds).Columns {
		if names[strings.ToLower(c.Name)] {
			t.Errorf("two columns are called %s", c.Name)
		}
		names[strings.ToLower(c.Name)] = true
	}
}

// The fields of all vectors fit the columns of their kind: nothing is left over.
func TestTheFieldsOfAllVectorsFit(t *testing.T) {
	met := 0
	eachVector(t, func(v value.Value) {
		f, _ := v.Member("format").Text()
		r, _ := v.Member("record").Text()
		fields := v.Member("fields")
		format := codec.Find(f)
		if fields.Kind != value.Object || strings.Contains(fields.String(), `"$`) || format == nil {
			return
		}
		if f == "layout" {
			return // the user chooses the names of the members: all of them go to rest
		}
		if _, prefix := fields.Get("consumed"); prefix {
			return // a prefix of keys, which is not a row
		}
		if record := format.Record(r); record == nil || !isStored(format.Records, r) {
			return
		}
		b := filled(schemaOf(t, f, r), format.Record(r), fields)
		met++
		for i, c := range b.Schema.Leaves {
			if c.Name == RestName && len(b.Leaves[i].Rows) > 0 {
				t.Errorf("%s %s %s: no columns for %s", v.Member("id").Raw(), f, r, b.Leaves[i].Text)
			}
		}
	})
	if met < 8000 {
		t.Errorf("only %d vectors", met)
	}
}

// The page about columns lists those of every row, and an example of typed ones.
func TestThePageListsTheColumns(t *testing.T) {
	page, err := os.ReadFile("../../docs/columns.md")
	if err != nil {
		t.Fatal(err)
	}
	state := schemaOf(t, "actionbase", "edge-state").String()
	from, to := strings.Index(state, "actionbase_edge_state"), strings.Index(state, "error struct")
	for _, text := range []string{NewSchema(nil).String(), state[from:to]} {
		if !strings.Contains(string(page), "```text\n"+text+"```") {
			t.Errorf("docs/columns.md does not have\n%s", text)
		}
	}
}
