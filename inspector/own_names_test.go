package inspector

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/filter"
)

// The page writes fields.NAME for members that are called as one of the filter's own names: those of the codec, and
// "finding", which the page adds. A table or a column family of the fields is what table and cf mean.
func TestThePageKnowsTheNamesOfTheFilter(t *testing.T) {
	text, err := os.ReadFile("../web/src/view/expression.js")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`const OWN = "([a-zA-Z ]+)"`).FindSubmatch(text)
	if list == nil {
		t.Fatal("expression.js has no list OWN")
	}
	got := strings.Fields(string(list[1]))
	want := append(slices.DeleteFunc(filter.Own(), func(name string) bool { return name == "table" || name == "cf" }), "finding")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the page has %q, the filter %q", got, want)
	}
}
