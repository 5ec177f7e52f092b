package wire

import (
	"testing"

	"github.com/rowlens/rowlens/codec/span"
)

var fOther = &span.Field{Name: "other"}

// speak calls everything that a mark can do.
func speak(m Mark) {
	m.Label("label")
	m.Value(span.IntValue(7))
	m.Enum(8, "eight")
	m.Check(true, "of nothing")
	m.NonCanonical("odd")
	m.Note("note")
	m.Flag(span.Ascending)
	m.As(fOther)
}

func TestMarksSpeakOfWhatWasReadLast(t *testing.T) {
	tree := new(span.Tree)
	tree.Part("part", input)
	r := NewReader(input, tree)
	r.Begin(fRoot)
	first := r.Next()
	r.Uint8(fField)
	if r.Last() != first {
		t.Errorf("the next is %+v, the last %+v", first, r.Last())
	}
	r.Begin(fField)
	r.Group().Label("group")
	r.Uint8(fField)
	r.Uint8(fField)
	r.End()
	group := r.Last()
	from := r.Offset()
	r.Skip(2)
	leaf := r.Leaf(fField, from, span.NullValue())
	r.Rest(fField)
	first.Check(false, "wrong")
	group.Value(span.IntValue(3))
	leaf.As(fOther)
	if err := r.Finish(); err != nil || tree.Check() != nil {
		t.Fatal(err, tree.Check())
	}
	n := tree.Nodes
	if n[1].Note != "wrong" || n[1].Flags != span.Mismatch || first.Index() != 1 {
		t.Errorf("the first is %+v", n[1])
	}
	if n[2].Label != "group" || n[2].Value.Num != 3 || group.Index() != 2 {
		t.Errorf("the group is %+v", n[2])
	}
	if n[5].Field != fOther || n[5].Start != 3 || n[5].End != 5 || leaf.Index() != 5 {
		t.Errorf("the leaf is %+v", n[5])
	}
	speak(first)
	if f := n[1]; f.Label != "label" || f.Note != "note" || f.Field != fOther || f.Value.Kind != span.Enum ||
		f.Flags != span.Mismatch|span.Checked|span.NonCanonical|span.Ascending {
		t.Errorf("the first becomes %+v", f)
	}
}

func TestMarksAreSafeWhereNothingIsRecorded(t *testing.T) {
	r := NewReader(input, nil)
	r.Begin(fRoot)
	r.Uint8(fField)
	for _, m := range [...]Mark{{}, r.Last(), r.Group(), r.Leaf(fField, 0, span.NullValue())} {
		if speak(m); m.Recorded() || m.Index() != -1 {
			t.Errorf("%+v is recorded", m)
		}
	}
}

func TestMarksSayNothingAfterAFailure(t *testing.T) {
	tree := new(span.Tree)
	tree.Part("part", input)
	r := NewReader(input, tree)
	r.Begin(fRoot)
	r.Uint8(fField)
	before := r.Last()
	r.Fail(BadValue, fField, "something else")
	for _, m := range [...]Mark{before, r.Last(), r.Group(), r.Leaf(fField, 0, span.NullValue())} {
		if speak(m); m.Recorded() {
			t.Errorf("%+v is recorded", m)
		}
	}
	if n := tree.Nodes[1]; n.Field != fField || n.Label != "" || n.Note != "" || n.Flags != 0 {
		t.Errorf("after a failure the field becomes %+v", n)
	}
}

func TestMarksOfFieldsWithoutRoomInTheTree(t *testing.T) {
	tree := new(span.Tree)
	tree.Part("part", input)
	r := NewReader(input, tree)
	r.Begin(fRoot)
	for range 200 { // more than the tree has room for
		next := r.Next()
		r.Bytes(fField, 0)
		speak(next)
		speak(r.Last())
		r.Begin(fField)
		speak(r.Group())
		r.Bytes(fField, 0)
		speak(r.Last())
		r.End()
		speak(r.Last())
	}
	r.Rest(fField)
	speak(r.Last())
	if err := r.Finish(); err != nil || tree.Check() != nil {
		t.Fatal(err, tree.Check())
	}
	for _, n := range tree.Nodes {
		if n.Field == span.NotExpanded && (n.Label != "" || n.Flags != 0) {
			t.Errorf("what is not expanded has the marks of a field: %+v", n)
		}
	}
	if last := tree.Nodes[len(tree.Nodes)-1]; last.Field != span.NotExpanded {
		t.Errorf("all fields had room: %+v", last)
	}
}
