package anonymise

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/span"
)

// hexFrom is the number of characters from which a text of hex digits is treated as hex, as ids often are.
const hexFrom = 16

// pieces calls f with the words of a text and their patterns, and with what is between them, with an empty pattern: a
// prefix, a path or an address keeps its form.
func pieces(text string, f func(piece, pattern string)) {
	digits := hexDigits(text)
	from := 0
	var pattern []byte
	flush := func(to int) {
		if to > from {
			f(text[from:to], string(pattern))
		}
		from, pattern = to, pattern[:0]
	}
	between := true
	for i := 0; i < len(text); {
		_, n := utf8.DecodeRuneInString(text[i:])
		c := kindOf(text[i], n, digits)
		if (c == 0) != between {
			flush(i)
			between = c == 0
		}
		if c != 0 {
			pattern = append(pattern, c)
		}
		i += n
	}
	flush(len(text))
}

// kindOf returns the alphabet of a character of n bytes, 0 for a separator.
func kindOf(c byte, n int, digits byte) byte {
	switch {
	case n > 1:
		return '0' + byte(n)
	case digits != 0 && c != '-':
		return digits
	case c >= 'a' && c <= 'z':
		return 'a'
	case c >= 'A' && c <= 'Z':
		return 'A'
	case c >= '0' && c <= '9':
		return '0'
	}
	return 0
}

// hexDigits returns the alphabet of a text that is a UUID or another long number in hex, or 0.
func hexDigits(text string) byte {
	if len(text) < hexFrom {
		return 0
	}
	for _, a := range []byte{'h', 'H'} {
		if strings.Trim(text, alphabets[a].list+"-") == "" {
			return a
		}
	}
	return 0
}

// separators reports whether a text has no words.
func separators(text string) bool {
	none := true
	pieces(text, func(_, pattern string) { none = none && pattern == "" })
	return none
}

// addText counts a text.
func (x *words) addText(text string) {
	x.avoid(text)
	if separators(text) {
		if len(text) >= begin {
			x.add(strings.Repeat("a", len(text)), text)
		}
		return
	}
	x.addEach(text, pieces)
}

// addEach counts the words of a text that split finds.
func (x *words) addEach(text string, split func(string, func(piece, pattern string))) {
	split(text, func(piece, pattern string) {
		if pattern != "" {
			x.add(pattern, piece)
		}
	})
}

// each returns a text in which the words that split finds are replaced.
func (x *words) each(text string, split func(string, func(piece, pattern string))) string {
	var b strings.Builder
	split(text, func(piece, pattern string) {
		if pattern != "" {
			piece = x.of[pattern][piece]
		}
		b.WriteString(piece)
	})
	return b.String()
}

// text returns the replacement of a text.
func (x *words) text(text string) string {
	if separators(text) {
		if len(text) < begin {
			return text
		}
		return x.of[strings.Repeat("a", len(text))][text]
	}
	return x.each(text, pieces)
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

// bytePattern returns the pattern of bytes that are not text.
func bytePattern(b []byte) string {
	p := bytes.Repeat([]byte{'b'}, len(b))
	for i, c := range b {
		if c == 0 {
			p[i] = 'z'
		}
	}
	return string(p)
}

// addBytes counts bytes.
func (x *words) addBytes(b []byte) {
	switch {
	case len(b) == 0:
	case readable(b):
		x.addText(string(b))
	default:
		x.add(bytePattern(b), string(b))
	}
}

// bytes returns the replacement of bytes.
func (x *words) bytes(b []byte) []byte {
	switch {
	case len(b) == 0:
		return b
	case readable(b):
		return []byte(x.text(string(b)))
	}
	return []byte(x.of[bytePattern(b)][string(b)])
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
func (x *words) addStored(b []byte, n *span.Node) {
	if own, text := plain(b, n); text {
		x.addText(string(own))
	} else {
		x.addBytes(own)
	}
}

// stored replaces the bytes of a node.
func (x *words) stored(b []byte, n *span.Node) {
	own, text := plain(b, n)
	if text {
		own = []byte(x.text(string(own)))
	} else {
		own = x.bytes(own)
	}
	if n.Flags&span.Descending != 0 {
		invert(own)
	}
	copy(b[n.Start:n.End], own)
}

// digits calls f with those digits of a number of any size that are not 0; zeros stay where they are.
func digits(text string, f func(piece, pattern string)) {
	from := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] >= '1' && text[i] <= '9' {
			continue
		}
		if i > from {
			f(text[from:i], strings.Repeat("1", i-from))
		}
		if i < len(text) && (text[i] == 'e' || text[i] == 'E') {
			f(text[i:], "")
			return
		}
		if i < len(text) {
			f(text[i:i+1], "")
		}
		from = i + 1
	}
}

// addDigits counts a number of any size.
func (x *words) addDigits(text string) { x.addEach(text, digits) }

// digits returns the replacement of a number of any size.
func (x *words) digits(text string) string { return x.each(text, digits) }
