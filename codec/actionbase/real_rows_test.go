package actionbase

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/store"
)

// visits returns what upstream's engine wrote for five edges of shop.visits: some have an instant in
// seconds that Java's dates cannot hold, and numbers and text as JSON in groups.
func visits(t *testing.T) (*Schema, []store.Entry) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "visits.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return schemaFrom(t, string(text)), cellsOf(t, jsonLines(t, filepath.Join("testdata", "visits.jsonl")))
}

func TestGroupsOfRealRowsAreSound(t *testing.T) {
	schema, cells := visits(t)
	for _, f := range verify(t, schema, cells) {
		t.Error(asJSON(f))
	}
}

// A table of one direction has one row for each index. If the key of one row is damaged, there is
// no second edge to count.
func TestOneOfSeveralIndexRowsIsNoEdge(t *testing.T) {
	schema, cells := visits(t)
	for i := range cells {
		row, _ := cells[i].Part(store.Row)
		var k EdgeIndexKey
		if DecodeEdgeIndexKey(row, &k) != nil || string(k.Target.Text) != "a" {
			continue
		}
		damaged := cells[i].Clone()
		row, _ = damaged.Part(store.Row)
		row[len(row)-2] = 'z' // the target
		changed := slices.Clone(cells)
		changed[i] = damaged
		var got []string
		for _, f := range verify(t, schema, changed) {
			got = append(got, f.Code)
		}
		slices.Sort(got)
		if want := []string{MissingIndexRow, OrphanIndexRow}; !slices.Equal(got, want) {
			t.Errorf("row %x: got %q, want %q", row, got, want)
		}
	}
}
