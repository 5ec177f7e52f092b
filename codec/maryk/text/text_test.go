package text_test

import (
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/maryk/text"
)

func TestAFinalSigmaEndsAWord(t *testing.T) {
	for s, want := range map[string]string{
		"ΟΔΟΣ": "οδος", "Σ": "σ", "ΑΣ": "ας", "ΑΣΑ": "ασα", "ΟΔΟΣ ΟΔΟΣ": "οδοςοδος", "Α1Σ": "α1ς", "ΟΔΟΣ-ΑΒ": "οδοσαβ", "ΟΔΟΣ- ΑΒ": "οδοςαβ",
		"Α²Σ": "α²ς", "Α‿Σ": "ας", "Α__Σ": "ασ", "Α-1Σ": "α1σ", "Α1,2Σ": "α12ς", "Α1-2Σ": "α12σ", "ΑΣ漢": "ας漢", "Α漢Σ": "α漢σ", "ΑΣアΑ": "αςアα",
		"Α﹘Σ": "ας", "Α.\u0301Σ": "ασ",
	} {
		if got := text.Normalize(s); got != want {
			t.Errorf("%s is %s, want %s", s, got, want)
		}
	}
}

// The examples of docs/formats/maryk-core.md and of the package.
func TestTextIsNormalizedAndSplitAsDocumented(t *testing.T) {
	if got := text.Normalize("Jürgen  van der-Berg"); got != "jurgenvanderberg" {
		t.Error(got)
	}
	for _, c := range []struct {
		on   text.SplitOn
		want []string
	}{
		{text.Whitespace, []string{"red-hot", "chili\u2003peppers"}},
		{text.WordBoundary, []string{"red", "hot", "chili", "peppers"}},
	} {
		if got := text.Split(" red-hot \tchili\u2003peppers\n", c.on); !slices.Equal(got, c.want) {
			t.Errorf("split on %s: %q, want %q", c.on, got, c.want)
		}
		if on, ok := text.ParseSplitOn(c.on.String()); !ok || on != c.on {
			t.Errorf("%s is parsed as %d", c.on, on)
		}
	}
	if _, ok := text.ParseSplitOn(""); ok {
		t.Error("an empty word is a way to split")
	}
}

// FuzzNormalize normalizes any text: the result is UTF-8, and normalizing it again
// changes nothing.
func FuzzNormalize(f *testing.F) {
	for _, s := range []string{"", "ΟΔΟΣ", "İstanbul", "Straße", "\xff", "한글", "ǅ", "a\u0345", "\U0001d400"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := text.Normalize(s)
		if !utf8.ValidString(got) {
			t.Fatalf("%q is normalized to %q, which is not UTF-8", s, got)
		}
		if again := text.Normalize(got); again != got {
			t.Fatalf("%q is normalized to %q, and that to %q", s, got, again)
		}
	})
}
