package verify

import (
	"os"
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/value"
)

// seoul is the one zone that the schema needs.
type seoul struct{}

func (seoul) Offset(string, int64) (int, bool) { return 9 * 3600, true }

func TestVerificationAsksTheFormatsThatKnowTheModels(t *testing.T) {
	text, err := os.ReadFile("../../golden/actionbase/actionbase-hbase-shell.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	v, err := value.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := schema.Parse(v, "")
	if err != nil {
		t.Fatal(err)
	}
	check, err := New(schemas, "", seoul{})
	if err != nil {
		t.Fatal(err)
	}
	scan, err := os.ReadFile("../../golden/actionbase/actionbase-hbase-shell-damaged.txt")
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := dump.ParseText(scan, dump.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range parsed.Rows {
		check.Add(&parsed.Rows[i].Entry)
	}
	found := map[string]bool{}
	for _, f := range check.Findings() {
		found[f.Code] = true
	}
	for _, code := range []string{"missing-index-row", "missing-state-row", "wrong-count", "wrong-salt", "index-value-mismatch"} {
		if !found[code] {
			t.Errorf("%s is not found", code)
		}
	}
}
