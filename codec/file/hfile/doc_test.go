package hfile_test

import (
	"os"
	"path"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Checks the examples in docs/formats/hbase-files.md: a comment names the fixture and the offset
// of what the text below it explains.
func TestTheExamplesOfTheDocumentAreWhatIsExplained(t *testing.T) {
	page, err := os.ReadFile("../../../docs/formats/hbase-files.md")
	if err != nil {
		t.Fatal(err)
	}
	all := corpus(t)
	const mark = "<!-- explained: "
	examples := strings.Split(string(page), mark)[1:]
	if len(examples) < 4 {
		t.Fatalf("%d examples, want 4 or more", len(examples))
	}
	for _, e := range examples {
		head, rest, _ := strings.Cut(e, " -->\n```\n")
		shown, _, ok := strings.Cut(rest, "```")
		name, what, _ := strings.Cut(head, " ")
		if !ok || len(all[name]) == 0 {
			t.Fatalf("%q names no fixture", head)
		}
		if got := storetest.Explained(t, hfile.Kind, path.Base(name), all[name], what); !strings.Contains(got, shown) {
			t.Errorf("%s: the document has\n%s\nbut it is\n%s", head, shown, got)
		}
	}
}

func TestTheDocumentHasEveryCode(t *testing.T) {
	storetest.HasEveryCode(t, hfile.Kind, "../../../docs/formats/hbase-files.md")
}
