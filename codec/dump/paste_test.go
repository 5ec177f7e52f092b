package dump

import (
	"strconv"
	"strings"
	"testing"
)

// A plain text is one value, but a list of keys has a key a line.
func TestLinesOfTextAreKeys(t *testing.T) {
	for text, want := range map[string]string{
		"user:1\nuser:10\nuser:2\n":            "1 user:1, 2 user:10, 3 user:2",
		"cat:/views/b\r\n\r\n  \ncat:/views/a": "1 cat:/views/b, 4 cat:/views/a",
		"\xEF\xBB\xBFb\n\u00FC \n":             "1 b, 2 \u00FC ",
		"one":                                  "1 one",
		"757365723a31\n757365723a32\n":         "1 user:1, 2 user:2",
	} {
		res, err := ParseKeys([]byte(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, row := range res.Rows {
			e := &row.Entry
			got = append(got, strconv.Itoa(e.Source.Line)+" "+string(e.Parts[0].Bytes))
		}
		if list := strings.Join(got, ", "); list != want || res.RowCount != len(got) {
			t.Errorf("%q: %d keys, %s", text, res.RowCount, list)
		}
	}
	res, err := ParseKeys([]byte("u:1\nu:2\nu:3\n"), Options{Rows: 2})
	if err != nil || res.RowCount != 3 || len(res.Rows) != 2 {
		t.Errorf("%d of %d keys, %v", len(res.Rows), res.RowCount, err)
	}
}
