package actionbase

import (
	"bytes"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/internal/badtext"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// setText makes v the text that was read, and returns its size in bytes with header and terminator.
// It returns 0 and leaves v unchanged if the text is invalid.
func (v *Value) setText(text []byte) int {
	if text == nil {
		return 0
	}
	v.Kind, v.Num, v.Text = String, 0, text
	return len(text) + 2
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

// checkText refuses text that no writer produces.
func (v *Value) checkText(r *wire.Reader, f *span.Field, l *layout, text []byte, at int) bool {
	if l.kind == JSON {
		return checkJSON(r, f, text, at)
	}
	if utf8.Valid(text) || r.Lenient() {
		return true
	}
	r.FailAt(wire.BadText, f, at+badtext.Index(text), "UTF-8 text", "")
	return false
}

func terminator(o order.Order) string {
	if o == order.Asc {
		return "0x00"
	}
	return "0xff"
}

// refuseText reports why text cannot be written.
//
//go:noinline
func refuseText(text []byte) error {
	if !utf8.Valid(text) {
		return refuse("value", "expected text in UTF-8")
	}
	return refuse("value", "a string cannot hold U+0000, its terminator")
}
