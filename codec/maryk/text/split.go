package text

import "unicode/utf8"

// SplitOn says where Split cuts.
type SplitOn uint8

// The ways to split; the values are the stored numbers.
const (
	Whitespace   SplitOn = 1
	WordBoundary SplitOn = 2
)

// String returns upstream's name for the way to split.
func (s SplitOn) String() string {
	switch s {
	case Whitespace:
		return "Whitespace"
	case WordBoundary:
		return "WordBoundary"
	}
	return ""
}

// ParseSplitOn returns the way to split that upstream calls s.
func ParseSplitOn(s string) (on SplitOn, ok bool) {
	for _, on := range [...]SplitOn{Whitespace, WordBoundary} {
		if on.String() == s {
			return on, true
		}
	}
	return 0, false
}

// Split returns the tokens of a text. Whitespace cuts at space, tab, line feed and carriage return;
// WordBoundary cuts at all white space and at hyphens and dashes. Empty tokens are dropped.
func Split(text string, on SplitOn) []string {
	var tokens []string
	from := 0
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if cuts(r, on) {
			if i > from {
				tokens = append(tokens, text[from:i])
			}
			from = i + n
		}
		i += n
	}
	if from < len(text) {
		tokens = append(tokens, text[from:])
	}
	return tokens
}

// cuts reports whether r separates tokens.
func cuts(r rune, on SplitOn) bool {
	switch r {
	case ' ', '\t', '\n', '\r':
		return true
	}
	if on != WordBoundary {
		return false
	}
	switch {
	case r == '-', r >= 0x2010 && r <= 0x2014: // hyphens and dashes, not U+2015
		return true
	case r == '\v', r == '\f', r >= 0x1c && r <= 0x1f, r == 0xa0, r == 0x1680, r >= 0x2000 && r <= 0x200a:
		return true
	}
	return r == 0x2028 || r == 0x2029 || r == 0x202f || r == 0x205f || r == 0x3000
}
