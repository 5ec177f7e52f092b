package orderedbytes

import (
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/badtext"
	"github.com/rowlens/rowlens/codec/internal/terminated"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// decodeText reads UTF-8 up to its terminator.
func (v *Value) decodeText(r *wire.Reader, f *span.Field, o order.Order) {
	at := r.Offset()
	if o == order.Asc {
		v.Bytes = terminated.Scan(r.Ahead())
	} else {
		v.Bytes = terminated.ScanInverted(r.Ahead(), r.Memory())
	}
	if v.Bytes == nil {
		v.decodeOddText(r, f, o)
		return
	}
	r.Skip(len(v.Bytes) + 1)
	if t := r.Rec(); t != nil {
		t.Raw(&fText, at, r.Offset()-1)
		t.Raw(&fTerminator, r.Offset()-1, r.Offset())
	}
}

// decodeOddText reads text that has no terminator or is not UTF-8. Upstream's reader replaces what
// is not UTF-8 by U+FFFD; a strict reader refuses it.
//
//go:noinline
func (v *Value) decodeOddText(r *wire.Reader, f *span.Field, o order.Order) {
	at := r.Offset()
	n := r.Index(byte(o))
	if n < 0 {
		r.FailAt(wire.Unterminated, f, at+r.Left(), "the end of the text, "+terminator(o), "end of input")
		return
	}
	v.Bytes = r.Ahead()[:n:n]
	if o == order.Desc {
		v.Bytes = r.Invert(v.Bytes)
	}
	if !r.Lenient() {
		r.FailAt(wire.BadText, f, at+badtext.Index(v.Bytes), "UTF-8 text", "")
		return
	}
	r.Skip(n + 1)
	if t := r.Rec(); t != nil {
		if nd := t.Raw(&fText, at, at+n); nd != nil {
			nd.Note, nd.Flags = "not UTF-8: upstream replaces what is wrong", span.NonCanonical
		}
		t.Raw(&fTerminator, at+n, at+n+1)
	}
}

func terminator(o order.Order) string {
	if o == order.Asc {
		return "0x00"
	}
	return "0xff"
}

// appendText appends UTF-8 and its terminator, which the text may not contain.
func appendText(dst, text []byte, o order.Order) ([]byte, error) {
	if out := terminated.Append(dst, hdrText, text, uint64(o)); out != nil {
		return out, nil
	}
	return dst, refuseText(text)
}

// refuseText reports why text cannot be written.
//
//go:noinline
func refuseText(text []byte) error {
	if !utf8.Valid(text) {
		return format.Refuse("value", "expected text in UTF-8")
	}
	return format.Refuse("value", "text cannot hold U+0000, its terminator")
}

func invert(b []byte) {
	for i := range b {
		b[i] = ^b[i]
	}
}
