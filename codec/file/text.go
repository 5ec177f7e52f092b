package file

import (
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/value"
)

// KeyText returns a key for people: text in quotes, anything else in hex.
func KeyText(b []byte) string {
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
