package rfile

import (
	"os"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

const document = "../../../docs/formats/accumulo-files.md"

// Checks the document's examples: a comment names the fixture, and which part of it the text below shows.
func TestTheExamplesOfTheDocumentAreWhatIsRead(t *testing.T) {
	page, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	_, files := readFixtures(t)
	shown := map[string]int{}
	for _, e := range strings.Split(string(page), "<!-- ")[1:] {
		head, rest, found := strings.Cut(e, " -->\n```\n")
		text, _, closed := strings.Cut(rest, "```")
		how, of, named := strings.Cut(head, ": ")
		name, what, _ := strings.Cut(of, " ")
		if !found || !closed || !named || len(files[name]) == 0 {
			t.Fatalf("%q names no fixture", head)
		}
		got := ""
		switch how {
		case "explained":
			got = storetest.Explained(t, Kind, name, files[name], what)
		case "entries":
			lines, _ := storetest.Read(t, openFixture(t, files, name), file.Query{})
			got = strings.Join(lines, "\n") + "\n"
		}
		if shown[how]++; !strings.Contains(got, text) {
			t.Errorf("%s: the document has\n%s\nbut it is\n%s", head, text, got)
		}
	}
	if shown["explained"] < 3 || shown["entries"] < 1 {
		t.Errorf("the document has fewer examples than it should: %v", shown)
	}
}

func TestTheDocumentHasEveryCode(t *testing.T) { storetest.HasEveryCode(t, Kind, document) }
