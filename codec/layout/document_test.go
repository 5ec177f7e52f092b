package layout_test

import (
	"encoding/hex"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/layout"
	"github.com/rowlens/rowlens/codec/value"
)

// The examples of docs/formats/layout.md, executed both ways.
func TestExamplesOfTheDocumentHold(t *testing.T) {
	text, err := os.ReadFile("../../docs/formats/layout.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| `([^`]+)` \\| `({[^`]*})` \\| `([0-9a-f]+)` \\|$").FindAllStringSubmatch(string(text), -1)
	if len(rows) < 30 {
		t.Fatalf("the document has %d examples", len(rows))
	}
	for _, row := range rows {
		l := parsed(t, row[1])
		fields, err := value.Parse([]byte(row[2]))
		if err != nil {
			t.Fatalf("%s: %v", row[2], err)
		}
		b, err := l.Append(nil, fields)
		if err != nil || hex.EncodeToString(b) != row[3] {
			t.Errorf("%s %s: %x, %v, want %s", row[1], row[2], b, err, row[3])
			continue
		}
		if back, err := decoded(t, row[1], b); err != nil || back.String() != fields.String() {
			t.Errorf("%s %s: read as %s, %v", row[1], row[3], back, err)
		}
	}
}

// Every type, and every layout in one line, in docs/layouts.md is valid.
func TestLayoutsOfTheDocumentAreLayouts(t *testing.T) {
	text, err := os.ReadFile("../../docs/layouts.md")
	if err != nil {
		t.Fatal(err)
	}
	table := strings.Split(strings.Split(string(text), "| type | what it is |")[1], "After a type:")[0]
	seen := 0
	for _, cell := range regexp.MustCompile(`(?m)^\| ([^|]*)\|`).FindAllStringSubmatch(table, -1) {
		for _, typ := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cell[1], -1) {
			seen++
			line := "x:" + strings.Replace(typ[1], "(…)", "(y..)", 1)
			if strings.Contains(typ[1], "(…)") {
				line += " y:u8"
			}
			if _, err := layout.Parse(strings.Replace(line, "(N)", "(7)", 1)); err != nil {
				t.Errorf("%s: %v", typ[1], err)
			}
		}
	}
	if seen < 40 {
		t.Errorf("the document has %d types", seen)
	}
	for _, line := range regexp.MustCompile("--layout '([^']+)'").FindAllStringSubmatch(string(text), -1) {
		if _, err := layout.Parse(line[1]); (err == nil) == strings.Contains(line[1], "lnog") {
			t.Errorf("%s: %v", line[1], err)
		}
	}
}
