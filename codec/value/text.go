package value

import (
	"encoding/binary"
	"math"
	"strconv"
	"unicode/utf8"
)

const digits = "0123456789abcdef"

// hexPairs has the two digits of each byte, little-endian.
var hexPairs = func() (t [256]uint16) {
	for i := range t {
		t[i] = uint16(digits[i>>4]) | uint16(digits[i&15])<<8
	}
	return t
}()

// AppendHex appends b as lower-case hex.
func AppendHex(dst, b []byte) []byte {
	n := len(dst)
	if need := n + 2*len(b); need <= cap(dst) {
		dst = dst[:need]
	} else {
		dst = append(dst, make([]byte, 2*len(b))...)
	}
	out := dst[n:]
	for ; len(b) >= 4; b, out = b[4:], out[8:] {
		binary.LittleEndian.PutUint64(out, hexDigits(binary.LittleEndian.Uint32(b)))
	}
	for i, c := range b {
		binary.LittleEndian.PutUint16(out[2*i:], hexPairs[c])
	}
	return dst
}

// hexDigits returns the digits of four bytes, the lowest byte first. Each byte is spread over two, high half first, and
// halves above 9 are moved up to the letters.
func hexDigits(four uint32) uint64 {
	const each = 0x0101010101010101
	x := uint64(four)
	x = (x | x<<16) & 0x0000ffff0000ffff
	x = (x | x<<8) & 0x00ff00ff00ff00ff
	x = (x>>4 | x<<8) & (15 * each)
	letter := (x + 6*each) >> 4 & each
	return x + '0'*each + ('a'-'0'-10)*letter
}

// AppendFloat appends f in the shortest form that reads back as the same number of the given width.
// NaN, infinities and negative zero are words, quoted if quoted is set.
func AppendFloat(dst []byte, f float64, bits int, quoted bool) []byte {
	word := ""
	switch {
	case f != f:
		word = "NaN"
	case math.IsInf(f, 1):
		word = "Infinity"
	case math.IsInf(f, -1):
		word = "-Infinity"
	case f == 0 && math.Signbit(f):
		word = "-0.0"
	}
	if word != "" {
		if quoted {
			return append(append(append(dst, '"'), word...), '"')
		}
		return append(dst, word...)
	}
	form := byte('f')
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		form = 'e'
	}
	return strconv.AppendFloat(dst, f, form, -1, bits)
}

// plain marks the bytes that need no escape in a JSON text.
var plain = func() (t [256]bool) {
	for c := 0x20; c < 0x7f; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// AppendQuoted appends s as a JSON text. Bytes that are not UTF-8 become as many U+FFFD as in Replaced. Besides what
// JSON requires, it escapes everything that could control a terminal or hide in text: control characters (C0, DEL, C1),
// bidirectional controls, zero-width characters and line separators.
func AppendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); {
		if plain[s[i]] {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if n > 1 && !hidden(r) {
			i += n
			continue
		}
		dst = append(dst, s[from:i]...)
		if r == utf8.RuneError && n == 1 {
			dst = append(dst, "\\ufffd"...)
			n = malformed(s[i:])
		} else {
			dst = appendEscape(dst, r)
		}
		i += n
		from = i
	}
	return append(append(dst, s[from:]...), '"')
}

// hidden reports whether r is invisible or changes how the following text is shown.
func hidden(r rune) bool {
	switch {
	case r < 0xa0:
		return r >= 0x7f
	case r == 0xad, r == 0x61c, r == 0xfeff, r == 0x180e:
		return true
	case r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f:
		return true
	case r >= 0xfff9 && r <= 0xfffb, r >= 0xe0000 && r <= 0xe007f:
		return true
	}
	return false
}

func appendEscape(dst []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(dst, '\\', byte(r))
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	if r > 0xffff {
		r -= 0x10000
		dst = appendEscape(dst, 0xd800+r>>10)
		r = 0xdc00 + r&0x3ff
	}
	return append(dst, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}
