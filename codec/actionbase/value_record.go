package actionbase

import (
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
)

// record puts a value that was read from b into the tree: a group with its
// header, its body and its terminator.
func (v *Value) record(t *span.Tree, f *span.Field, l *layout, b []byte, at int, o order.Order) {
	t.Begin(f, at)
	if g := t.Group(); g != nil {
		g.Value, g.Flags = v.span(), v.flags(o)
	}
	end := at + len(b)
	if recordHeader(t, l, b, at); l.text {
		t.Leaf(&fText, at+1, end-1, span.BytesValue(b[1:len(b)-1]))
		if n := t.Leaf(&fTerminator, end-1, end, span.BytesValue(b[len(b)-1:])); n != nil {
			n.Note = "end of the text"
		}
	} else if l.size > 0 {
		t.Leaf(&fBody, at+1, end, span.BytesValue(b[1:]))
	}
	t.End(end)
}

func recordHeader(t *span.Tree, l *layout, b []byte, at int) {
	if n := t.Leaf(&fHeader, at, at+1, span.BytesValue(b[:1])); n != nil {
		n.Note = l.words
	}
}

func (v *Value) flags(o order.Order) span.Flag {
	fl := span.Ascending
	if o == order.Desc {
		fl = span.Descending
	}
	switch v.Kind {
	case Byte, Short, Int, Long:
		fl |= span.SignFlip
	case Float, Double:
		fl |= span.FloatOrder
	}
	return fl
}

// span returns v as a tree's value.
func (v *Value) span() span.Value {
	switch v.Kind {
	case Byte:
		return span.Value{Kind: span.Int, Width: 8, Num: v.Num}
	case Short:
		return span.Value{Kind: span.Int, Width: 16, Num: v.Num}
	case Int:
		return span.Value{Kind: span.Int, Width: 32, Num: v.Num}
	case Long:
		return span.Value{Kind: span.Int, Width: 64, Num: v.Num}
	case Float:
		return span.Value{Kind: span.Float32, Num: v.Num}
	case Double:
		return span.Value{Kind: span.Float64, Num: v.Num}
	case JSON:
		return span.Value{Kind: span.JSON, Bytes: v.Text}
	case String:
		return span.Value{Kind: span.Text, Bytes: v.Text}
	case Boolean:
		return span.Value{Kind: span.Bool, Num: v.Num}
	}
	return span.NullValue()
}
