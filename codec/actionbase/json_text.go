package actionbase

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/internal/terminated"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Between header and terminator, JSON is the text that Jackson 2.15 printed. Jackson also reads it:
// within its limits, and only as far as the end of the first value.

// Jackson's limits.
const (
	jsonDepth  = 1000 // values inside each other
	jsonDigits = 1000 // of a number
)

// checkJSON refuses what Jackson refuses and, unless the reader is lenient, what
// appendJSON does not write.
func checkJSON(r *wire.Reader, f *span.Field, text []byte, at int) bool {
	if r.Lenient() {
		return checkLenientJSON(r, f, text, at)
	}
	end, err := value.Limits{Depth: jsonDepth, Digits: jsonDigits}.Skim(text)
	switch {
	case err != nil:
		r.FailAt(wire.BadJSON, f, at+err.Offset, "JSON: "+err.Expected, "")
	case end < len(text):
		r.FailAt(wire.BadJSON, f, at+end, "end of the JSON value", "")
	case value.Spaced(text):
		r.FailAt(wire.NonCanonical, f, at, "JSON without white space between its tokens", "white space")
	}
	return r.OK()
}

// checkLenientJSON refuses what Jackson refuses. What follows the first value is not read, but a
// number or word must end where it seems to end.
func checkLenientJSON(r *wire.Reader, f *span.Field, text []byte, at int) bool {
	from := 0
	if bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) && len(text) > 3 { // Jackson looks for it only if it has 4 bytes
		from = 3
	}
	if len(bytes.Trim(text[from:], " \t\r\n")) == 0 {
		return true // no value at all reads as null
	}
	end, err := value.Limits{Depth: jsonDepth, Digits: jsonDigits, AnyBytes: true}.Skim(text[from:])
	if err != nil {
		r.FailAt(wire.BadJSON, f, at+from+err.Offset, "JSON: "+err.Expected, "")
		return false
	}
	end += from
	if bad := malformed(text[:end]); bad >= 0 {
		r.FailAt(wire.BadJSON, f, at+bad, "JSON: UTF-8 text", "")
		return false
	}
	if expected := unended(text[:end], text[end:]); expected != "" {
		r.FailAt(wire.BadJSON, f, at+end, "JSON: "+expected, "")
		return false
	}
	return true
}

// unended says what must follow a number or word that Jackson does not regard as ended by the bytes
// after it.
func unended(first, rest []byte) string {
	if len(rest) == 0 {
		return ""
	}
	switch last := first[len(first)-1]; {
	case '0' <= last && last <= '9':
		if bytes.IndexByte([]byte(" \t\r\n"), rest[0]) < 0 {
			return "white space after a number"
		}
	case 'a' <= last && last <= 'z':
		if inIdentifier(rest[0]) {
			return "the end of a word"
		}
	}
	return ""
}

// inIdentifier reports whether Jackson takes a byte after a word as part of the word, that is, whether Java
// allows it in identifiers. A longer character is always refused, because Jackson reads its first byte twice.
func inIdentifier(c byte) bool {
	return c == '_' || c >= 0x7f || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// malformed returns the offset of the first byte that Jackson does not accept as UTF-8, or -1.
// Jackson checks how many bytes a character has, but accepts overlong forms and surrogates.
func malformed(b []byte) int {
	for i := 0; i < len(b); {
		_, n := decodeLoose(b[i:])
		if n == 0 {
			return i
		}
		i += n
	}
	return -1
}

// decodeLoose reads a character as Jackson does; n is 0 if that fails.
func decodeLoose(b []byte) (c rune, n int) {
	switch lead := b[0]; {
	case lead < 0x80:
		return rune(lead), 1
	case lead&0xe0 == 0xc0:
		c, n = rune(lead&0x1f), 2
	case lead&0xf0 == 0xe0:
		c, n = rune(lead&0x0f), 3
	case lead&0xf8 == 0xf0:
		c, n = rune(lead&0x07), 4
	}
	if n == 0 || len(b) < n {
		return 0, 0
	}
	for _, next := range b[1:n] {
		if next&0xc0 != 0x80 {
			return 0, 0
		}
		c = c<<6 | rune(next&0x3f)
	}
	return c, n
}

// appendJSON appends JSON text between its header and terminator.
func appendJSON(dst, text []byte, mask order.Order) ([]byte, error) {
	end, err := value.Limits{Depth: jsonDepth, Digits: jsonDigits}.Skim(text)
	if err != nil || end != len(text) || value.Spaced(text) {
		return dst, refuse("value", "expected one JSON value without white space between its tokens")
	}
	if out := terminated.Append(dst, hdrJSON, text, uint64(mask)); out != nil {
		return out, nil
	}
	return dst, refuseText(text)
}
