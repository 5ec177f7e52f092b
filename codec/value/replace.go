package value

import "unicode/utf8"

// replacement stands for bytes that are not UTF-8.
const replacement = "\ufffd"

// badLen is how many bytes at the start of s, which are not UTF-8, one U+FFFD stands for: as many
// as begin a character, and all three of a surrogate. Java's String, which all upstreams read text
// with, replaces them so.
func badLen(s string) int {
	var need int
	switch c := s[0]; {
	case 0xe0 <= c && c <= 0xef:
		need = 3
	case 0xf0 <= c && c <= 0xf4:
		need = 4
	default:
		return 1
	}
	if len(s) < 2 || !follows(s[0], s[1]) {
		return 1
	}
	n := 2
	for n < need && n < len(s) && s[n]&0xc0 == 0x80 {
		n++
	}
	return n
}

// follows reports whether a character that begins with lead may go on with next.
func follows(lead, next byte) bool {
	switch lead {
	case 0xe0:
		return 0xa0 <= next && next <= 0xbf
	case 0xf0:
		return 0x90 <= next && next <= 0xbf
	case 0xf4:
		return 0x80 <= next && next <= 0x8f
	}
	return next&0xc0 == 0x80
}

// text copies s; bytes that are not UTF-8 become U+FFFD.
func text(s []byte) string {
	if utf8.Valid(s) {
		return string(s)
	}
	var out []byte
	for rest := string(s); rest != ""; {
		r, n := utf8.DecodeRuneInString(rest)
		if r == utf8.RuneError && n == 1 {
			n = badLen(rest)
			out = append(out, replacement...)
		} else {
			out = append(out, rest[:n]...)
		}
		rest = rest[n:]
	}
	return string(out)
}
