package actionbase

import "github.com/rowlens/rowlens/codec/span"

// record puts a value that was read from b, at offset at, into the tree: a group
// with its header, its body and its terminator.
func (v *Value) record(t *span.Tree, f *span.Field, l *layout, at, end int) {
	if l.size > 0 {
		if n := t.Split(f, &fHeader, &fBody, at, at+1, end); n != nil {
			v.annotate(&n[0], l)
			n[1].Note = l.words
		}
		return
	}
	if g := t.Begin(f, at); g != nil {
		v.annotate(g, l)
	}
	recordHeader(t, l, at)
	if l.text {
		t.Raw(&fText, at+1, end-1)
		if n := t.Raw(&fTerminator, end-1, end); n != nil {
			n.Note = "end of the text"
		}
	}
	t.End(end)
}

func recordHeader(t *span.Tree, l *layout, at int) {
	if n := t.Raw(&fHeader, at, at+1); n != nil {
		n.Note = l.words
	}
}

// annotate sets the value and flags of a value's node.
func (v *Value) annotate(n *span.Node, l *layout) {
	n.Value.Kind, n.Value.Width, n.Flags = l.span, l.width, l.flags
	n.Value.Num, n.Value.Bytes = v.Num, v.Text
}

// spanKinds maps each type to its kind in a tree.
var spanKinds = [kinds]span.Kind{
	Null: span.Null, Byte: span.Int, Short: span.Int, Int: span.Int, Long: span.Int,
	Float: span.Float32, Double: span.Float64, JSON: span.JSON, String: span.Text, Boolean: span.Bool,
}

// span returns v as the value of a tree node.
func (v *Value) span() span.Value {
	s := span.Value{Kind: spanKinds[v.Kind], Num: v.Num, Bytes: v.Text}
	if s.Kind == span.Int {
		s.Width = 8 << (v.Kind - Byte)
	}
	return s
}
