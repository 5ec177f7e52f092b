package anonymise

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// alphabet is the characters of one kind. A replacement has as many bytes as the original, and
// sorts like its kind.
type alphabet struct {
	first rune
	n     int
	list  string // the characters; if empty, n characters from first on
}

// alphabets are named by the letter that stands for them in a pattern.
var alphabets = map[byte]alphabet{
	'a': {first: 'a', n: 26}, 'A': {first: 'A', n: 26}, '0': {first: '0', n: 10}, '1': {first: '1', n: 9},
	'h': {list: "0123456789abcdef", n: 16}, 'H': {list: "0123456789ABCDEF", n: 16},
	'2': {first: 0x430, n: 32}, '3': {first: 0xac00, n: 11172}, '4': {first: 0x20000, n: 4096}, // with as many bytes in UTF-8
	'b': {n: octets}, 'z': {list: "\x00", n: 1}, // bytes other than 0, and 0, which is often escaped
	'5': {first: 0x80, n: 0x780}, '6': {first: 0x800, n: 0xf000}, '7': {first: 0x10000, n: 0x100000}, // all characters
}

// wide replaces the alphabets that words are drawn from, if they suffice, with those of all characters.
var wide = strings.NewReplacer("2", "5", "3", "6", "4", "7")

// octets is how many bytes there are other than 0.
const octets = 255

// bytesOnly reports whether a pattern is for bytes rather than text.
func bytesOnly(pattern string) bool { return pattern[0] == 'b' || pattern[0] == 'z' }

// at returns the i-th character as it is stored.
func (a alphabet) at(i int) string {
	switch {
	case a.list != "":
		return a.list[i : i+1]
	case a.n == octets:
		return string([]byte{byte(i + 1)})
	}
	r := a.first + rune(i)
	if a.first < surrogates && r >= surrogates {
		r += 0x800
	}
	return string(r)
}

// surrogates is the first of 0x800 code points that are not characters.
const surrogates = 0xd800

// index is the inverse of at, -1 for other characters.
func (a alphabet) index(c string) int {
	switch {
	case a.list != "":
		return strings.Index(a.list, c)
	case a.n == octets:
		return int(c[0]) - 1
	}
	r, _ := utf8.DecodeRuneInString(c)
	if a.first < surrogates && r >= surrogates {
		r -= 0x800
	}
	if i := int(r - a.first); i >= 0 && i < a.n {
		return i
	}
	return -1
}

// words are the words of all rows, by pattern, and their replacements. A pattern has a letter for each character.
type words struct {
	of map[string]map[string]string
	// begins are the first three bytes of every text that must not occur in the result.
	begins map[[begin]byte]bool
}

// begin is the length from which a text must not occur in the result: there are too few shorter ones.
const begin = 3

// avoid keeps a text from occurring in the result.
func (x *words) avoid(text string) {
	if len(text) >= begin {
		x.begins[[begin]byte([]byte(text[:begin]))] = true
	}
}

// begun reports whether a text contains, anywhere, the beginning of one to avoid.
func (x *words) begun(text string) bool {
	for i := 0; i+begin <= len(text); i++ {
		if x.begins[[begin]byte([]byte(text[i:i+begin]))] {
			return true
		}
	}
	return false
}

// add counts a word.
func (x *words) add(pattern, word string) {
	if x.of[pattern] == nil {
		x.of[pattern] = map[string]string{}
	}
	x.of[pattern][word] = word
	if !bytesOnly(pattern) {
		x.avoid(word)
	}
}

// assign draws the replacement of each word.
func (x *words) assign(d *draws) {
	patterns := make([]string, 0, len(x.of))
	for p := range x.of {
		patterns = append(patterns, p)
	}
	sort.Strings(patterns)
	for _, p := range patterns {
		from := make([]string, 0, len(x.of[p]))
		for w := range x.of[p] {
			from = append(from, w)
		}
		sort.Strings(from)
		var to []string
		n := sizeOf(p)
		switch {
		case uint64(len(from)) > n/4:
			to = x.few(d, wide.Replace(p), from)
		case n <= listedMax:
			to = x.few(d, p, from)
		}
		if to == nil {
			to = x.among(d, p, from)
		}
		for i, w := range from {
			x.of[p][w] = to[i]
		}
	}
}

// sizeOf returns how many words a pattern has, at most many.
func sizeOf(pattern string) uint64 {
	n := uint64(1)
	for i := range len(pattern) {
		if n *= uint64(alphabets[pattern[i]].n); n > many {
			return many
		}
	}
	return n
}

// many is more words than rows have.
const many = 1 << 40

// few draws words of a pattern by their numbers; nil if a word has no number.
func (x *words) few(d *draws, pattern string, from []string) []string {
	places := make([]uint64, len(from))
	for i, w := range from {
		v := placeOf(pattern, w)
		if v < 0 {
			return nil
		}
		places[i] = uint64(v)
	}
	list := make([]string, len(from))
	refuses := func(v uint64) bool { return !bytesOnly(pattern) && x.begun(wordAt(pattern, v)) }
	for i, v := range d.places(sizeOf(pattern), places, refuses) {
		list[i] = wordAt(pattern, v)
	}
	return list
}

// placeOf returns the number of a word in the order of its pattern; -1 if it has characters outside
// every alphabet.
func placeOf(pattern, word string) int {
	v := 0
	for i := range len(pattern) {
		a, n := alphabets[pattern[i]], charLen(pattern[i])
		at := a.index(word[:n])
		if at < 0 {
			return -1
		}
		v, word = v*a.n+at, word[n:]
	}
	return v
}

func wordAt(pattern string, v uint64) string {
	list := make([]string, len(pattern))
	for i := len(pattern) - 1; i >= 0; i-- {
		a := alphabets[pattern[i]]
		list[i] = a.at(int(v % uint64(a.n)))
		v /= uint64(a.n)
	}
	return strings.Join(list, "")
}

// charLen returns the size of a pattern's character in bytes.
func charLen(c byte) int {
	switch c {
	case '2', '5':
		return 2
	case '3', '6':
		return 3
	case '4', '7':
		return 4
	}
	return 1
}

// among draws words, in order, for a pattern that has many more words than are needed.
func (x *words) among(d *draws, pattern string, from []string) []string {
	taken := make(map[string]bool, len(from))
	for _, w := range from {
		taken[w] = true
	}
	list := make([]string, 0, len(from))
	for len(list) < len(from) {
		if w := x.draw(d, pattern); !taken[w] {
			taken[w] = true
			list = append(list, w)
		}
	}
	sort.Strings(list)
	return list
}

// againMax is how often a character is drawn again because it would begin a text to avoid.
const againMax = 32

// draw makes up a word.
func (x *words) draw(d *draws, pattern string) string {
	b := make([]byte, 0, len(pattern))
	for i := range len(pattern) {
		a := alphabets[pattern[i]]
		at := len(b)
		for range againMax {
			b = append(b[:at], a.at(int(d.below(uint64(a.n))))...)
			if bytesOnly(pattern) || !x.begun(string(b[max(0, at+1-begin):])) {
				break
			}
		}
	}
	return string(b)
}
