// Package terminated reads and writes text that ends at a zero byte, as in ordered encodings: both
// as they are, or both complemented.
//
// Text is searched, checked and complemented in a single pass, eight bytes at a time. For the short
// texts of keys this takes a third of the time of three library calls.
package terminated

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"
)

const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// zeros marks the zero bytes of w with their high bits. Only the lowest mark is reliable.
func zeros(w uint64) uint64 { return (w - lowBits) &^ w & highBits }

// tail returns the fewer than eight bytes from b[n] on, XORed with mask, as a word
// whose other bytes are zero.
func tail(b []byte, n int, mask uint64) (w uint64) {
	if len(b) >= 8 {
		return (binary.LittleEndian.Uint64(b[len(b)-8:]) ^ mask) >> (8 * uint(8-len(b)+n))
	}
	for i := len(b) - 1; i >= n; i-- {
		w = w<<8 | uint64(b[i]^byte(mask))
	}
	return w
}

// Scan returns the text at the start of body up to its terminator, without copying it; nil if there
// is no terminator or the text is not UTF-8.
func Scan(body []byte) []byte {
	var w, z, seen uint64
	n := 0
	for ; n <= len(body)-8; n += 8 {
		w = binary.LittleEndian.Uint64(body[n:])
		if z = zeros(w); z != 0 {
			break
		}
		seen |= w
	}
	if z == 0 {
		w = tail(body, n, 0)
		z = zeros(w)
	}
	seen |= w & (z - 1) &^ z // the bits below the lowest mark
	if n += bits.TrailingZeros64(z) / 8; n >= len(body) {
		return nil // padding of the word, not a terminator
	}
	text := body[:n:n]
	if seen&highBits != 0 && !utf8.Valid(text) {
		return nil
	}
	return text
}

// ScanInverted is Scan for complemented text, whose complement it appends to scratch. If it returns
// nil, scratch is unchanged.
func ScanInverted(body []byte, scratch *[]byte) []byte {
	var w, z, seen uint64
	from, n := len(*scratch), 0
	out := grow(*scratch, len(body)+8) // whole words are written
	room := out[from:]
	for ; n <= len(body)-8; n += 8 {
		w = ^binary.LittleEndian.Uint64(body[n:])
		binary.LittleEndian.PutUint64(room[n:], w)
		if z = zeros(w); z != 0 {
			break
		}
		seen |= w
	}
	if z == 0 {
		w = tail(body, n, ^uint64(0))
		binary.LittleEndian.PutUint64(room[n:], w)
		z = zeros(w)
	}
	seen |= w & (z - 1) &^ z
	if n += bits.TrailingZeros64(z) / 8; n >= len(body) {
		return nil
	}
	text := room[:n:n]
	if seen&highBits != 0 && !utf8.Valid(text) {
		return nil
	}
	*scratch = out[:from+n]
	return text
}

// grow returns b extended by n bytes of arbitrary content.
func grow(b []byte, n int) []byte {
	if need := len(b) + n; need <= cap(b) {
		return b[:need]
	}
	return append(b, make([]byte, n)...)
}

// Append appends a header, text and terminator, all XORed with mask, in one pass that also checks
// what it copies: it returns nil for text that is not UTF-8 or contains U+0000.
func Append(dst []byte, header byte, text []byte, mask uint64) []byte {
	n := len(dst) + 1
	end := n + len(text)
	if end >= cap(dst) {
		dst = slices.Grow(dst, len(text)+2)
	}
	out := dst[:end+1]
	out[n-1], out[end] = header^byte(mask), byte(mask)
	room := out[n:end]
	var z, seen uint64
	at := 0
	for ; at <= len(text)-8; at += 8 {
		w := binary.LittleEndian.Uint64(text[at:])
		binary.LittleEndian.PutUint64(room[at:], w^mask)
		z, seen = z|zeros(w), seen|w
	}
	if at > 0 && at < len(text) { // the last word overlaps the previous one
		at = len(text) - 8
		w := binary.LittleEndian.Uint64(text[at:])
		binary.LittleEndian.PutUint64(room[at:], w^mask)
		z, seen = z|zeros(w), seen|w
		at += 8
	}
	for ; at < len(text); at++ {
		c := text[at]
		if room[at] = c ^ byte(mask); c == 0 {
			z = highBits
		}
		seen |= uint64(c)
	}
	if z != 0 || seen&highBits != 0 && !utf8.Valid(text) {
		return nil
	}
	return out
}
