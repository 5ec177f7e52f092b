package marykfixture

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// simple is the stored definition of the model Simple { id: UInt32, name: String, unique } with an index over name.
const simple = "0a12080112026964220a6a0808011001180020070a13080212046e616d652209820106080110001801121c0a0653696d706c" +
	"65120800010100000100001a031201012203120102"

// Published checks the published document about a store's structure, pattern by pattern: it builds rows of the model
// Simple as the document says, and compares what is read. A line has, separated by tabs, a pattern, the columns from
// which entry makes the row, the record, and its fields. familyNumbering applies to the rows, of which there must be at
// least least.
func (s Store) Published(t *testing.T, f *format.Format, familyNumbering string, least int, entry func(columns []string) store.Entry) {
	t.Helper()
	models, err := value.Parse([]byte(`{"models":{"1":{"model":"` + simple + `"}},"familyNumbering":"` + familyNumbering + `"}`))
	if err != nil {
		t.Fatal(err)
	}
	schema, err := cell.ParseSchema(models)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, line := range Store("documents").Lines(t, string(s)+".txt") {
		if strings.HasPrefix(string(line), "#") {
			continue
		}
		columns := strings.Split(string(line), "\t")
		last := len(columns) - 1
		if last < 3 {
			t.Fatalf("%q", line)
		}
		pattern, record, want := columns[0], columns[last-1], columns[last]
		in := format.Input{Entry: entry(columns[1 : last-1]), Schema: schema, Given: value.OfMembers()}
		var w value.Writer
		if err := f.Record(record).Decode(&in, nil, &w); err != nil {
			t.Errorf("%s: %v", pattern, err)
		} else if got := string(w.Buf); got != want {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
		count++
	}
	if count < least {
		t.Errorf("only %d rows", count)
	}
}
