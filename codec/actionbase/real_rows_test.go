package actionbase

import (
	"os"
	"path/filepath"
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
