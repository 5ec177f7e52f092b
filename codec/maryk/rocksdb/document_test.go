package rocksdb_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
)

var exampleRow = regexp.MustCompile(`(?m)^(0[0-9a]0[0-9a-f])  ([0-9a-f ]+?)  ([0-9a-f ]+|\(empty\))    (\S.*)$`)

// The rows in the document are rows of the format, each of exactly one kind.
func TestRowsOfTheDocumentAreRead(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "formats", "maryk-rocksdb.md"))
	if err != nil {
		t.Fatal(err)
	}
	s := models(t, "keepall")
	list := exampleRow.FindAllStringSubmatch(string(text), -1)
	if len(list) < 13 {
		t.Fatalf("only %d rows", len(list))
	}
	for _, row := range list {
		val := strings.TrimPrefix(strings.ReplaceAll(row[3], " ", ""), "(empty)")
		e := entryOf(t, row[1], strings.ReplaceAll(row[2], " ", ""), val)
		parsed, _ := identify.Candidates(identify.Query{Entry: &e, Format: rocksdb.Format.ID, Schemas: format.SchemaSet{&rocksdb.Format: s}})
		if len(parsed) != 1 {
			t.Errorf("%s has %d readings", row[0], len(parsed))
		}
	}
}

// So are the samples, which need no model.
func TestSamplesAreRead(t *testing.T) {
	if len(rocksdb.Format.Samples) < 3 {
		t.Error("there should be samples")
	}
	for _, s := range rocksdb.Format.Samples {
		parts := regexp.MustCompile(`"(?:cf|key|value)":"([0-9a-f]*)"`).FindAllStringSubmatch(s.Text, -1)
		if len(parts) != 3 {
			t.Fatalf("%s", s.Text)
		}
		e := entryOf(t, parts[0][1], parts[1][1], parts[2][1])
		if parsed, _ := identify.Candidates(identify.Query{Entry: &e, Format: rocksdb.Format.ID}); len(parsed) != 1 {
			t.Errorf("%s: %d readings", s.What, len(parsed))
		}
	}
}
