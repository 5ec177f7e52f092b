package screen

import "testing"

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
