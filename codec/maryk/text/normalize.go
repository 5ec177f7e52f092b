package text

import (
	"encoding/binary"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Normalize returns text as it is stored in a Normalize index. The text is put in
// locale-independent lower case and canonically decomposed; then marks, punctuation, separators and
// symbols are removed, and a few letters replaced (ø by o, ß by ss). Characters above U+FFFF stay,
// as do digits, control and format characters. The result may be empty. Character properties are
// those of Unicode 14.0.
func Normalize(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			if r := lowerASCII(c); asciiKept[r] {
				b.WriteByte(r)
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		writeNormal(&b, lowerRune(text, i, r))
		i += n
	}
	return b.String()
}

func lowerASCII(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// asciiKept has the ASCII characters that are not dropped: letters, digits and control characters.
var asciiKept = func() (t [utf8.RuneSelf]bool) {
	for c := range t {
		t[c] = c < ' ' || c == 0x7f || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
	}
	return t
}()

// lowerRune returns the lower-case letter of the character at i. A sigma at the end of a word has a
// different one.
func lowerRune(text string, i int, r rune) rune {
	switch r {
	case 'Σ':
		if finalSigma(text, i) {
			return 'ς'
		}
	case 'İ':
		return 'i' // the dot above is dropped
	}
	if low, ok := unicodeTables().lower[r]; ok {
		return low
	}
	return r
}

// writeNormal writes what remains of a lower-case character.
func writeNormal(b *strings.Builder, r rune) {
	t := unicodeTables()
	if hangulBase <= r && r < hangulBase+hangulCount {
		writeHangul(b, r-hangulBase)
		return
	}
	if more, ok := decomposedMore[r]; ok {
		b.WriteString(more)
		return
	}
	if one, ok := t.decomposed[r]; ok {
		r = one
	}
	if r <= 0xffff && t.dropped.has(r) {
		return
	}
	if s := letters[r]; s != "" {
		b.WriteString(s)
		return
	}
	b.WriteRune(r)
}

// letters are replaced even though they have no decomposition.
var letters = map[rune]string{
	'đ': "d", 'ð': "d", 'ƒ': "f", 'ħ': "h", 'ı': "i", 'ĸ': "k", 'ŀ': "l", 'ł': "l", 'ŉ': "n", 'ŋ': "n",
	'ø': "o", 'ß': "ss", 'ŧ': "t", 'æ': "ae", 'œ': "oe", 'þ': "th",
}

// Hangul syllables are decomposed by arithmetic.
const (
	hangulBase  = 0xac00
	hangulCount = 11172
	leadBase    = 0x1100
	vowelBase   = 0x1161
	tailBase    = 0x11a7
	vowelCount  = 21
	tailCount   = 28
)

func writeHangul(b *strings.Builder, s rune) {
	b.WriteRune(leadBase + s/(vowelCount*tailCount))
	b.WriteRune(vowelBase + s%(vowelCount*tailCount)/tailCount)
	if tail := s % tailCount; tail != 0 {
		b.WriteRune(tailBase + tail)
	}
}

// finalSigma reports whether the sigma at i ends a word: within the word, a cased letter precedes
// it and none follows. Word boundaries are those of the JVM's BreakIterator, by which upstream's
// lower-casing goes.
func finalSigma(text string, i int) bool {
	t := unicodeTables()
	before := false
	for j := i; j > 0 && !before; {
		r, n := utf8.DecodeLastRuneInString(text[:j])
		j -= n
		if !t.inWord(text, j, r, n) {
			return false
		}
		before = t.cased.has(r)
	}
	for j := i + len("Σ"); j < len(text); {
		r, n := utf8.DecodeRuneInString(text[j:])
		if !t.inWord(text, j, r, n) {
			break
		}
		if t.cased.has(r) {
			return false
		}
		j += n
	}
	return before
}

// inWord reports whether the character r at i belongs to the word around it: as part of it, or as
// the only character between two letters or two digits.
func (t *tables) inWord(text string, i int, r rune, n int) bool {
	if t.word.has(r) {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(text[:i])
	next, _ := utf8.DecodeRuneInString(text[i+n:])
	number := t.number.has(next)
	if !t.word.has(last) || !t.word.has(next) || t.dropped.has(next) || t.number.has(last) != number {
		return false
	}
	if number {
		return strings.ContainsRune("\"',.\u066b", r)
	}
	return t.between.has(r)
}

// tables has the tables of unicode_tables.go, unpacked.
type tables struct {
	dropped, cased, word, number, between runeRanges
	lower, decomposed                     map[rune]rune
}

// unicodeTables unpacks the tables on first use, so that a program that normalizes nothing does not
// pay for them.
var unicodeTables = sync.OnceValue(func() *tables {
	return &tables{
		dropped: unpackRanges(droppedRanges), cased: unpackRanges(casedRanges), word: unpackRanges(wordRanges),
		number: unpackRanges(numberRanges), between: unpackRanges(betweenRanges),
		lower: unpackPairs(lowerPairs), decomposed: unpackPairs(decomposedPairs),
	}
})

// runeRanges are sorted ranges: start, end, start, end …; ends are exclusive.
type runeRanges []rune

func (rs runeRanges) has(r rune) bool {
	i, found := slices.BinarySearch(rs, r)
	return (i%2 == 1) != found
}

func unpackRanges(s string) runeRanges {
	var rs runeRanges
	at := rune(0)
	for b := []byte(s); len(b) > 0; {
		v, n := binary.Uvarint(b)
		at += rune(v)
		rs, b = append(rs, at), b[n:]
	}
	return rs
}

func unpackPairs(s string) map[rune]rune {
	pairs := make(map[rune]rune, len(s)/3)
	var key, to rune
	for b := []byte(s); len(b) > 0; {
		k, n := binary.Uvarint(b)
		v, m := binary.Varint(b[n:])
		key += rune(k)
		to += rune(v)
		pairs[key] = to
		b = b[n+m:]
	}
	return pairs
}
