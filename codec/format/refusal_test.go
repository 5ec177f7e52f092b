package format

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestATextIsCutBetweenCharacters(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{strings.Repeat("a", 40), strings.Repeat("a", 40)},
		{strings.Repeat("a", 41), strings.Repeat("a", 40) + "…"},
		{strings.Repeat("é", 20), strings.Repeat("é", 20)},
		{"a" + strings.Repeat("é", 20), "a" + strings.Repeat("é", 19) + "…"},
		{"a" + strings.Repeat("𝄞", 10), "a" + strings.Repeat("𝄞", 9) + "…"},
	} {
		if got := Cut(c.text); got != c.want || !utf8.ValidString(got) {
			t.Errorf("Cut(%q) = %q, want %q", c.text, got, c.want)
		}
	}
	// Bytes that are no text have no characters to cut between.
	if got := CutTo(strings.Repeat("\x80", 9), 4); got != "…" {
		t.Errorf("found %q", got)
	}
}
