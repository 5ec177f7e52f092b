package rocksdb_test

import (
	"os"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file/rocksdb"
)

// The examples on the page match what the reader says about those files, and every code for
// damage is on this page or on the one about tables.
func TestThePageIsRight(t *testing.T) {
	const home = "../../../docs/formats/"
	text, err := os.ReadFile(home + "rocksdb-files.md")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := os.ReadFile(home + "rocksdb-table.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, c := range []struct {
		fixture, name string
		piece         int
	}{
		{"rocksdb/small", "MANIFEST-000005", -2}, {"maryk-rocksdb/latest", "000004.log", 0}, {"rocksdb/blobs", "000010.blob", 0},
	} {
		_, tree, _ := strings.Cut(dump(t, c.fixture, c.name, c.piece), "bytes\n")
		if !strings.Contains(page, "```\n"+tree+"```\n") {
			t.Errorf("the page lacks what %s of %s has:\n%s", c.name, c.fixture, tree)
		}
	}
	for _, code := range rocksdb.Kind.Codes {
		if word := "`" + code.Word + "`"; !strings.Contains(page, word) && !strings.Contains(string(tables), word) {
			t.Errorf("no page has the code %s", code.Word)
		}
	}
}
