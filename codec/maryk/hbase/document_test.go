package hbase_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
)

var exampleCell = regexp.MustCompile(`(?m)^([0-9a-f]+)  (d|u|i\w+):([0-9a-f]*)  ([0-9a-f ]+?)    (\S.*)$`)

// The cells in the document are cells of the format, each of exactly one kind.
func TestCellsOfTheDocumentAreRead(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "formats", "maryk-hbase.md"))
	if err != nil {
		t.Fatal(err)
	}
	s := models(t, "keepall")
	list := exampleCell.FindAllStringSubmatch(string(text), -1)
	if len(list) < 10 {
		t.Fatalf("only %d cells", len(list))
	}
	for _, c := range list {
		e := entryOf(t, c[1], c[2], c[3], strings.ReplaceAll(c[4], " ", ""))
		e.Source.Table = "rlkeepall:Ware"
		parsed, _ := identify.Candidates(identify.Query{Entry: &e, Format: hbase.Format.ID, Schemas: format.SchemaSet{&hbase.Format: s}})
		if len(parsed) != 1 {
			t.Errorf("%s has %d readings", c[0], len(parsed))
		}
	}
}
