package screen

import (
	"strings"
	"testing"
)

func TestWrapFitsAndIndents(t *testing.T) {
	for _, c := range []struct {
		text, head string
		width      int
		want       string
	}{
		{"a bb ccc", "", 4, "a bb\nccc\n"},
		{"a bb ccc", "-- ", 7, "-- a bb\n   ccc\n"},
		{"日本 語", "", 6, "日本\n語\n"},
		{"longerthanall b", "", 4, "longerthanall\nb\n"},
		{"", "x ", 4, "x \n"},
	} {
		if got := Wrap(c.text, c.head, c.width); got != c.want {
			t.Errorf("Wrap(%q, %q, %d) = %q, want %q", c.text, c.head, c.width, got, c.want)
		}
	}
}

func TestPadCountsColumns(t *testing.T) {
	for text, want := range map[string]string{"ab": "ab  ", "日": "日  ", "abcdef": "abcdef "} {
		if got := Pad(text, 4); got != want {
			t.Errorf("Pad(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestAWordThatIsLongerThanALineIsBroken(t *testing.T) {
	if got, want := Wrap("one record,row,source.line", "a: ", 13), "a: one\n   record,row\n   ,source.li\n   ne\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, line := range strings.Split(Wrap(strings.Repeat("é字", 50), "head ", 30), "\n") {
		if Columns(line) > 30 {
			t.Errorf("%q", line)
		}
	}
}
