package anonymise

import (
	"strings"
	"unicode/utf8"
)

// common is how many letters of each size the first words are made of: a to z, or as many others.
const common = 26

// alphabet is the characters of one size in UTF-8, letters first.
type alphabet struct {
	letters string // the first ones, if they are not a range
	first   rune
	n       int
}

// alphabets are those of characters of 1 to 4 bytes.
var alphabets = [5]alphabet{
	1: {letters: ascii(), n: utf8.RuneSelf},
	2: {first: 0x430, n: 0x780},      // Cyrillic, then round to the others of two bytes
	3: {first: 0xac00, n: 0xf000},    // Hangul
	4: {first: 0x20000, n: 0x100000}, // Chinese
}

// bounds are the least character of each size.
var bounds = [5]rune{0, 0, 0x80, 0x800, 0x10000}

// ascii returns all characters of one byte: letters, digits, other printable ones, and controls.
func ascii() string {
	list := "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	for _, from := range []rune{' ', 0} {
		for r := from; r < utf8.RuneSelf; r++ {
			if !strings.ContainsRune(list, r) {
				list += string(r)
			}
		}
	}
	return list
}

// surrogates is the first of as many code points that are not characters.
const (
	surrogates     = 0xd800
	surrogateCount = 0x800
)

// character returns the i-th character of a size.
func character(size, i int) string {
	a := alphabets[size]
	if a.letters != "" {
		return a.letters[i : i+1]
	}
	r := a.first + rune(i)
	if a.first < surrogates && r >= surrogates {
		r += surrogateCount
	}
	if end := bounds[size] + rune(a.n) + surrogatesIn(size); r >= end {
		r -= end - bounds[size]
	}
	return string(r)
}

// surrogatesIn returns how many code points of a size are not characters.
func surrogatesIn(size int) rune {
	if size == utf8.RuneLen(surrogates-1) {
		return surrogateCount
	}
	return 0
}

// sizes returns the size of each character of a text, as a text.
func sizes(text string) string {
	b := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		_, n := utf8.DecodeRuneInString(text[i:])
		b = append(b, byte(n))
		i += n
	}
	return string(b)
}

// letters returns the i-th word of characters of some sizes, which repeats as few letters as it needs: aaaa, bbbb, …,
// zzzz, baba.
func letters(sizes string, i int) string {
	var digits []int
	for ; i > 0 || len(digits) == 0; i /= common {
		digits = append([]int{i % common}, digits...)
	}
	var b strings.Builder
	for k := range len(sizes) {
		b.WriteString(character(int(sizes[k]), digits[k%len(digits)]))
	}
	return b.String()
}

// anyWord returns the i-th of all words of characters of some sizes. It returns false if there are no more.
func anyWord(sizes string, i int) (string, bool) {
	list := make([]string, len(sizes))
	for k := len(sizes) - 1; k >= 0; k-- {
		size := int(sizes[k])
		n := alphabets[size].n
		list[k] = character(size, i%n)
		i /= n
	}
	return strings.Join(list, ""), i == 0
}
