package screen

import (
	"bytes"
	"strings"
	"testing"
)

func TestNoLineIsWiderThanTheScreen(t *testing.T) {
	text := "short\n" +
		"  indented words that go on and on and on and on\n" +
		"onewordthatislongerthanthescreenisatanytimeofanyday\n" +
		"\x1b[1mbold words and\x1b[0m plain words and \x1b[31mred words that go on\x1b[0m\n" +
		strings.Repeat("日本語 ", 20) + "\n" +
		`{"json":"is left as it is, however wide the record may be"}` + "\n" +
		strings.Repeat(" ", 30) + "far to the right\n" +
		"no line feed at the end of this one"
	for width := 16; width < 60; width++ {
		got := Fit([]byte(text), width)
		for line := range strings.SplitSeq(string(got), "\n") {
			if Columns(string(withoutEscapes([]byte(line)))) > width && !strings.HasPrefix(line, "{") {
				t.Errorf("%d columns: %q", width, line)
			}
		}
		words := func(b []byte) string { return strings.Join(strings.Fields(string(b)), "") }
		if words(got) != words([]byte(text)) {
			t.Errorf("%d columns: something was lost:\n%s", width, got)
		}
		if bytes.Count(got, []byte("\x1b[")) != 4 {
			t.Errorf("%d columns: a colour was lost", width)
		}
	}
	if got := Fit([]byte("a b c\n"), 16); string(got) != "a b c\n" {
		t.Errorf("%q", got)
	}
	if got, want := string(Fit([]byte("  one two three four\n"), 16)), "  one two three\n    four\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
