package actionbase_test

import (
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/session"
)

func document(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/formats/actionbase.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The examples of docs/formats/actionbase.md, executed.
func TestExamplesOfTheDocumentHold(t *testing.T) {
	document, minus := document(t), int64(-3)
	for name, v := range map[string]actionbase.Value{
		"null": {}, "long 100": long(100), "byte -3": {Kind: actionbase.Byte, Num: uint64(minus)}, `"item"`: text("item"),
	} {
		var both [2]string
		for i, o := range []order.Order{order.Asc, order.Desc} {
			b, err := actionbase.AppendValue(nil, &v, o)
			if err != nil {
				t.Fatal(err)
			}
			both[i] = "`" + hex.EncodeToString(b) + "`"
		}
		if row := "| " + name + " | " + both[0] + " | " + both[1] + " |"; !strings.Contains(document, row) {
			t.Errorf("the document does not have %s", row)
		}
	}
}

// Rows of the document are below the heading of their kind, in code or in a block: key and cell in
// hex, with spaces between fields.
func TestRowsOfTheDocumentAreReadAndWritten(t *testing.T) {
	record, parts, seen := "", map[string]string{}, 0
	for line := range strings.Lines(document(t)) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "### Edge "); ok {
			record, parts = "edge-"+name, map[string]string{}
			continue
		}
		if row, cell, ok := strings.Cut(line, "` → `"); ok && record != "" {
			cell, _, _ = strings.Cut(cell, "`")
			parts["row"], parts["value"] = strings.TrimPrefix(row, "`"), cell
		}
		for _, part := range []string{"row", "value"} {
			if b, ok := strings.CutPrefix(line, part+"  "); ok {
				parts[part] = b
			}
		}
		if len(parts) < 2 {
			continue
		}
		seen++
		checkRow(t, record, strings.ReplaceAll(parts["row"], " ", ""), strings.ReplaceAll(parts["value"], " ", ""))
		parts = map[string]string{}
	}
	if seen != 3 {
		t.Errorf("%d rows", seen)
	}
}

// checkRow decodes a row and encodes the result.
func checkRow(t *testing.T, record, row, cell string) {
	t.Helper()
	var s session.Session
	request := `{"id":"1","format":"actionbase","record":"` + record + `",`
	read := string(s.Answer(nil, []byte(request+`"op":"decode","bytes":{"row":"`+row+`","value":"`+cell+`"}}`)))
	_, fields, ok := strings.Cut(strings.TrimSpace(read), `"fields":`)
	if !ok {
		t.Fatalf("%s %s %s: %s", record, row, cell, read)
	}
	written := string(s.Answer(nil, []byte(request+`"op":"encode","fields":`+strings.TrimSuffix(fields, "}")+`}`)))
	for _, b := range []string{row, cell} {
		if !strings.Contains(written, `"`+b+`"`) {
			t.Errorf("%s: %s is written as %s", record, b, written)
		}
	}
}
