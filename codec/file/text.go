package file

import (
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/value"
)

// keyTextMax is how many bytes of a key KeyText shows. Entries share the start of their keys, so without a limit the text of a
// block could be much longer than the block.
const keyTextMax = 256

// KeyText returns a key for people: text in quotes, anything else in hex. Of a key of more than 256 bytes it is the start, with
// the length.
func KeyText(b []byte) string {
	if len(b) > keyTextMax {
		n := keyTextMax
		for n > keyTextMax-utf8.UTFMax && !utf8.RuneStart(b[n]) {
			n-- // not inside a character
		}
		return KeyText(b[:n]) + "… (" + strconv.Itoa(len(b)) + " bytes)"
	}
	if len(b) == 0 || !IsText(b) {
		return string(value.AppendHex(nil, b))
	}
	return strconv.Quote(string(b))
}

// IsText reports whether b is UTF-8 without control characters.
func IsText(b []byte) bool {
	for _, c := range b {
		if c < 0x20 || c == 0x7F {
			return false
		}
	}
	return utf8.Valid(b)
}
