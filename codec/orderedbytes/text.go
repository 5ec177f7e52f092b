package orderedbytes

import (
	"bytes"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// decodeText reads UTF-8 up to its terminator. Upstream's reader replaces what is
// not UTF-8 by U+FFFD; a strict one refuses it.
func (v *Value) decodeText(r *wire.Reader, f *span.Field, o order.Order) {
	at := r.Offset()
	n := r.Index(byte(o))
	if n < 0 {
		r.FailAt(wire.Unterminated, f, at+r.Left(), "the end of the text, "+terminator(o), "end of input")
		return
	}
	stored := r.Ahead()[:n:n]
	v.Bytes = stored
	if o == order.Desc {
		v.Bytes = r.Invert(stored)
	}
	valid := utf8.Valid(v.Bytes)
	if !valid && !r.Lenient() {
		r.FailAt(wire.BadText, f, at+invalidAt(v.Bytes), "UTF-8 text", "")
		return
	}
	r.Skip(n + 1)
	if t := r.Rec(); t != nil {
		if nd := t.Raw(&fText, at, at+n); nd != nil && !valid {
			nd.Note, nd.Flags = "not UTF-8: upstream replaces what is wrong", span.NonCanonical
		}
		t.Raw(&fTerminator, at+n, at+n+1)
	}
}

// invalidAt returns the offset of the first byte that is not UTF-8.
func invalidAt(b []byte) int {
	i := 0
	for i < len(b) {
		c, n := utf8.DecodeRune(b[i:])
		if c == utf8.RuneError && n == 1 {
			break
		}
		i += n
	}
	return i
}

func terminator(o order.Order) string {
	if o == order.Asc {
		return "0x00"
	}
	return "0xff"
}

// appendText appends UTF-8 and its terminator, which it may not hold.
func appendText(dst, text []byte, o order.Order) ([]byte, error) {
	if !utf8.Valid(text) {
		return dst, format.Refuse("value", "expected text in UTF-8")
	}
	if bytes.IndexByte(text, 0) >= 0 {
		return dst, format.Refuse("value", "text cannot hold U+0000, its terminator")
	}
	return appendTerminated(dst, hdrText, text, o), nil
}

func appendTerminated(dst []byte, header byte, b []byte, o order.Order) []byte {
	at := len(dst)
	dst = append(append(append(dst, header), b...), 0)
	if o == order.Desc {
		invert(dst[at:])
	}
	return dst
}

func invert(b []byte) {
	for i := range b {
		b[i] = ^b[i]
	}
}
