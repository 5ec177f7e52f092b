package actionbase

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Text is searched, checked and complemented in one pass by words of eight
// bytes: for the short texts of keys that takes a third of the time of the
// library's calls, one for each of the three.

const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// zeros marks the zero bytes of w by their high bits. Only the lowest mark is
// sure; the ones above it may be wrong.
func zeros(w uint64) uint64 { return (w - lowBits) &^ w & highBits }

// tail returns the fewer than eight bytes from b[n] on, masked, as a word whose
// other bytes are zero.
func tail(b []byte, n int, mask order.Order) (w uint64) {
	if len(b) >= 8 {
		return (binary.LittleEndian.Uint64(b[len(b)-8:]) ^ uint64(mask)) >> (8 * uint(8-len(b)+n))
	}
	for i := len(b) - 1; i >= n; i-- {
		w = w<<8 | uint64(b[i]^byte(mask))
	}
	return w
}

// scanAsc is scan for ascending text whose header was read; body is not copied.
func (v *Value) scanAsc(body []byte) int {
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
		w = tail(body, n, order.Asc)
		z = zeros(w)
	}
	seen |= w & (z - 1) &^ z // the bits below the lowest mark
	if n += bits.TrailingZeros64(z) / 8; n >= len(body) {
		return 0 // the word's own filling, not a terminator
	}
	text := body[:n:n]
	if seen&highBits != 0 && !utf8.Valid(text) {
		return 0
	}
	v.Kind, v.Num, v.Text = String, 0, text
	return n + 2
}

// scanDesc is scanAsc for descending text, which is complemented into scratch.
func (v *Value) scanDesc(body []byte, scratch *[]byte) int {
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
		w = tail(body, n, order.Desc)
		binary.LittleEndian.PutUint64(room[n:], w)
		z = zeros(w)
	}
	seen |= w & (z - 1) &^ z
	if n += bits.TrailingZeros64(z) / 8; n >= len(body) {
		return 0
	}
	text := room[:n:n]
	if seen&highBits != 0 && !utf8.Valid(text) {
		return 0
	}
	*scratch = out[:from+n]
	v.Kind, v.Num, v.Text = String, 0, text
	return n + 2
}

// decodeText reads text up to its terminator.
func (v *Value) decodeText(r *wire.Reader, f *span.Field, l *layout, b []byte, o order.Order) {
	at := r.Offset()
	n := bytes.IndexByte(b[1:], byte(o))
	if n < 0 {
		r.Begin(f)
		if t := r.Rec(); t != nil {
			recordHeader(t, l, at)
		}
		r.Skip(1)
		r.FailAt(wire.Unterminated, f, at+len(b), l.kind.String()+" terminator "+terminator(o), "end of input")
		return
	}
	text := b[1 : 1+n : 1+n]
	if l.desc {
		text = r.Invert(text)
	}
	if !v.checkText(r, f, l, text, at+1) {
		return
	}
	v.Kind, v.Num, v.Text = l.kind, 0, text
	r.Skip(n + 2)
	if t := r.Rec(); t != nil {
		v.record(t, f, l, at, at+n+2)
	}
}

// checkText refuses text that no writer makes.
func (v *Value) checkText(r *wire.Reader, f *span.Field, l *layout, text []byte, at int) bool {
	if l.kind == JSON {
		return checkJSON(r, f, text, at)
	}
	if utf8.Valid(text) || r.Lenient() {
		return true
	}
	r.FailAt(wire.BadText, f, at+invalidUTF8(text), "UTF-8 text", "")
	return false
}

// checkJSON refuses what upstream's parser refuses and, unless the reader is
// lenient, text after the first value.
func checkJSON(r *wire.Reader, f *span.Field, text []byte, at int) bool {
	end, err := value.Skim(text, jsonDepth)
	if err != nil {
		if len(text) == 0 && r.Lenient() {
			return true
		}
		r.FailAt(wire.BadJSON, f, at+err.Offset, "JSON: "+err.Expected, "")
		return false
	}
	if end < len(text) && !r.Lenient() {
		r.FailAt(wire.BadJSON, f, at+end, "end of the JSON value", "")
		return false
	}
	return true
}

func invalidUTF8(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
	return len(b)
}

func terminator(o order.Order) string {
	if o == order.Asc {
		return "0x00"
	}
	return "0xff"
}

// grow returns b longer by n bytes of any content.
func grow(b []byte, n int) []byte {
	if need := len(b) + n; need <= cap(b) {
		return b[:need]
	}
	return append(b, make([]byte, n)...)
}

// appendMasked appends header, text and terminator, masked, in one pass that also
// looks at what it copies: it returns nil for text that is not UTF-8 or has
// U+0000 in it.
func appendMasked(dst []byte, header byte, text []byte, mask order.Order) []byte {
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
		binary.LittleEndian.PutUint64(room[at:], w^uint64(mask))
		z, seen = z|zeros(w), seen|w
	}
	if at > 0 && at < len(text) { // the last word overlaps the one before
		at = len(text) - 8
		w := binary.LittleEndian.Uint64(text[at:])
		binary.LittleEndian.PutUint64(room[at:], w^uint64(mask))
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

// refuseText says why text cannot be written.
//
//go:noinline
func refuseText(text []byte) error {
	if !utf8.Valid(text) {
		return refuse("value", "expected text in UTF-8")
	}
	return refuse("value", "a string cannot hold U+0000, its terminator")
}

// appendJSON appends JSON text between its header and terminator.
func appendJSON(dst, text []byte, mask order.Order) ([]byte, error) {
	if end, err := value.Skim(text, jsonDepth); err != nil || end != len(text) || value.Spaced(text) {
		return dst, refuse("value", "expected one JSON value without white space between its tokens")
	}
	if out := appendMasked(dst, hdrJSON, text, mask); out != nil {
		return out, nil
	}
	return dst, refuseText(text)
}
