package rocksdb

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/internal/storetest"
)

// The page's example matches what the reader says about that table.
func TestTheExampleOfThePage(t *testing.T) {
	text, err := os.ReadFile("../../../docs/formats/rocksdb-table.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	b := storetest.Folder(t, "maryk-rocksdb/latest-sst-v6")["000008.sst"]
	s := tableStructureOf(file.Memory(b), "000008.sst", file.Options{})
	var tree span.Tree
	for _, p := range s.Pieces() {
		line := pad(strconv.FormatInt(p.Offset, 10), 6) + pad(strconv.FormatInt(p.Size, 10), 6) + p.What
		if p.Detail != "" {
			line += "  " + p.Detail
		}
		if !strings.Contains(page, "\n"+line+"\n") {
			t.Errorf("the page has no line %q", line)
		}
		if err := s.Explain(&p, &tree, nil); err != nil {
			t.Fatal(err)
		}
		dump := string(tree.AppendDump(nil))
		switch p.What {
		case pieceFooter, pieceIndex:
			_, dump, _ = strings.Cut(dump, "\n")
		case pieceData:
			_, dump, _ = strings.Cut(dump, "made from body\n")
			dump, _, _ = strings.Cut(dump, "000c  57617265            value          57617265\n")
			dump += "000c  57617265            value          57617265\n"
		default:
			continue
		}
		if !strings.Contains(page, "```\n"+dump+"```\n") {
			t.Errorf("the page does not have the %s:\n%s", p.What, dump)
		}
	}
	for _, code := range tableCodes {
		if !strings.Contains(page, "`"+code.Word+"`") {
			t.Errorf("the page does not have the code %s", code.Word)
		}
	}
}

func pad(s string, n int) string { return s + strings.Repeat(" ", max(n-len(s), 0)) }
