package anonymise

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/span"
)

// texts are the texts of all rows. Each becomes letters of the same length.
type texts struct {
	words seen
	hex   seen // UUIDs and other long numbers in hex, which are numbered
	// begins are the first three bytes of every text that must not occur in the result.
	begins map[[begin]byte]bool
}

// begin is the length from which a text must not occur in the result: there are too few shorter ones.
const begin = 3

// hexFrom is the number of digits from which a text of hex digits is treated as hex, as ids often are.
const hexFrom = 16

const (
	hexLower = "0123456789abcdef"
	hexUpper = "0123456789ABCDEF"
)

// isHex reports whether a text is a UUID or another long number in hex.
func isHex(text string) bool {
	if len(text)-strings.Count(text, "-") < hexFrom {
		return false
	}
	return strings.Trim(text, hexLower+"-") == "" || strings.Trim(text, hexUpper+"-") == ""
}

// segments splits a path, so that each of its parts is replaced as it is where it stands alone.
func segments(text string) []string {
	if !strings.HasPrefix(text, "/") {
		return []string{text}
	}
	return strings.Split(text, "/")
}

// add counts a text.
func (x *texts) add(text string) {
	x.avoid(text)
	for _, s := range segments(text) {
		switch {
		case s == "":
		case isHex(s):
			x.hex.add(s)
		default:
			x.avoid(s)
			x.words.add(s)
		}
	}
}

// of returns the replacement of a text.
func (x *texts) of(text string) string {
	list := segments(text)
	for i, s := range list {
		if isHex(s) {
			list[i] = x.hex.of(s)
		} else {
			list[i] = x.words.of(s)
		}
	}
	return strings.Join(list, "/")
}

// avoid keeps a text from occurring in the result.
func (x *texts) avoid(text string) {
	if len(text) >= begin {
		x.begins[[begin]byte([]byte(text[:begin]))] = true
	}
}

// begun reports whether a text contains, anywhere, the beginning of one to avoid.
func (x *texts) begun(text string) bool {
	for i := 0; i+begin <= len(text); i++ {
		if x.begins[[begin]byte([]byte(text[i:i+begin]))] {
			return true
		}
	}
	return false
}

// assign makes up the replacement of each text.
func (x *texts) assign() {
	index := make(map[string]int, len(x.words.list)) // in order of appearance
	for i, text := range x.words.list {
		index[text] = i
	}
	for _, list := range x.words.groups(sizes) {
		g := group{x: x, sizes: sizes(list[0]), taken: map[string]bool{}}
		x.words.assign(list, func(text string) string { return g.next(index[text]) })
	}
	for _, list := range x.hex.groups(hexForm) {
		form, i := hexForm(list[0]), uint64(0)
		x.hex.assign(list, func(string) string {
			for i++; ; i++ {
				text := hexAt(form, i)
				if _, original := x.hex.to[text]; !original {
					return text
				}
			}
		})
	}
}

// group makes up words of one shape.
type group struct {
	x     *texts
	sizes string
	taken map[string]bool
	any   int  // the next of all words
	all   bool // those that contain a text to avoid, too: there are hardly any others
}

// lettersMax is how many words of few letters are tried until any word will do.
const lettersMax = 1000

// next returns the word of a place in order of appearance or, if that is taken, another one.
func (g *group) next(place int) string {
	for i := range lettersMax {
		if w := letters(g.sizes, place+i); g.take(w) {
			return w
		}
		if g.all {
			break
		}
	}
	g.all = true
	for {
		w, ok := anyWord(g.sizes, g.any)
		if g.any++; g.take(w) || !ok {
			return w // only texts that are not UTF-8 can be more than there are words
		}
	}
}

// take reports whether a word can be used, and takes it.
func (g *group) take(w string) bool {
	if g.taken[w] || !g.all && g.x.begun(w) {
		return false
	}
	g.taken[w] = true
	return true
}

// hexForm returns what stays of a text of hex digits: its dashes, and whether its letters are capitals.
func hexForm(text string) string {
	zero := "0"
	if strings.ContainsAny(text, hexUpper[10:]) {
		zero = "O"
	}
	return strings.Map(func(r rune) rune {
		if r == '-' {
			return r
		}
		return rune(zero[0])
	}, text)
}

// hexAt puts a number into the form of a text of hex digits.
func hexAt(form string, n uint64) string {
	b := []byte(form)
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] == '-' {
			continue
		}
		digits := hexLower
		if b[i] == 'O' {
			digits = hexUpper
		}
		b[i] = digits[n%16]
		n /= 16
	}
	return string(b)
}

// readable reports whether bytes are a text that a person may have written.
func readable(b []byte) bool {
	if len(b) == 0 || !utf8.Valid(b) {
		return false
	}
	for _, r := range string(b) {
		if !strconv.IsPrint(r) {
			return false
		}
	}
	return true
}

// octets is how many bytes there are other than 0.
const octets = 255

// zeros returns where bytes are 0. They stay: forms that end at a 0 or escape it would become longer.
func zeros(text string) string {
	b := []byte(text)
	for i := range b {
		if b[i] != 0 {
			b[i] = 1
		}
	}
	return string(b)
}

// bytesAt returns the i-th bytes with zeros in the same places.
func bytesAt(zeros string, i uint64) string {
	b := []byte(zeros)
	for k := len(b) - 1; k >= 0; k-- {
		if b[k] != 0 {
			b[k] = byte(1 + i%octets)
			i /= octets
		}
	}
	return string(b)
}

// addBytes counts bytes.
func (x *run) addBytes(b []byte) {
	switch {
	case readable(b):
		x.texts.add(string(b))
	case len(bytes.Trim(b, "\x00")) > 0:
		x.bytes.add(string(b))
	}
}

// someBytes returns the replacement of bytes.
func (x *run) someBytes(b []byte) []byte {
	if readable(b) {
		return []byte(x.texts.of(string(b)))
	}
	return []byte(x.bytes.of(string(b)))
}

// assignBytes numbers the bytes of each shape.
func (x *run) assignBytes() {
	for _, list := range x.bytes.groups(zeros) {
		form, i := zeros(list[0]), uint64(0)
		x.bytes.assign(list, func(string) string {
			i++
			return bytesAt(form, i-1)
		})
	}
}

// plain returns a node's bytes in a member, with descending order undone, and whether they are text.
func plain(b []byte, n *span.Node) (own []byte, text bool) {
	own = bytes.Clone(b[n.Start:n.End])
	if n.Flags&span.Descending != 0 {
		invert(own)
	}
	return own, n.Value.Kind == span.Text && utf8.Valid(own)
}

func invert(b []byte) {
	for i := range b {
		b[i] = ^b[i]
	}
}

// addStored counts the bytes of a node.
func (x *run) addStored(b []byte, n *span.Node) {
	own, text := plain(b, n)
	number, is := numberOf(n)
	switch is = is && inForm(own, bitsOf(number), bitsOf(number)) != nil; {
	case text:
		x.texts.add(string(own))
	case is && n.Value.Kind == span.Millis:
		x.times.add(number)
	case is:
		x.numbers.add(number)
	default:
		x.addBytes(own)
	}
}

// numberOf returns the number that a node's bytes stand for.
func numberOf(n *span.Node) (string, bool) {
	switch n.Value.Kind {
	case span.Int, span.Millis:
		return strconv.FormatInt(int64(n.Value.Num), 10), true
	case span.Uint:
		return strconv.FormatUint(n.Value.Num, 10), true
	}
	return "", false
}

// stored replaces the bytes of a node.
func (x *run) stored(b []byte, n *span.Node) {
	own, text := plain(b, n)
	if text {
		own = []byte(x.texts.of(string(own)))
	} else {
		own = x.number(own, n)
	}
	if n.Flags&span.Descending != 0 {
		invert(own)
	}
	copy(b[n.Start:n.End], own)
}

// number returns the replacement of bytes: that of the number that they stand for if their form is known, so that a
// number in an index key stays equal to the one in a value.
func (x *run) number(own []byte, n *span.Node) []byte {
	text, is := numberOf(n)
	if !is {
		return x.someBytes(own)
	}
	to := x.numbers.whole(text)
	if n.Value.Kind == span.Millis {
		to = x.times.of(text)
	}
	if v := inForm(own, bitsOf(text), bitsOf(to)); v != nil {
		return v
	}
	return x.someBytes(own)
}
