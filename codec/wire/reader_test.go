package wire

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"github.com/rowlens/rowlens/codec/span"
)

var (
	fRoot  = &span.Field{Name: "root", Role: span.RoleGroup}
	fField = &span.Field{Name: "field"}
)

// primitives are all calls that consume a field, with the bytes that they need.
var primitives = []struct {
	name string
	size int
	read func(r *Reader) any
	want any
	zero any
}{
	{"Uint8", 1, func(r *Reader) any { return r.Uint8(fField) }, uint8(0x01), uint8(0)},
	{"Uint16", 2, func(r *Reader) any { return r.Uint16(fField) }, uint16(0x0102), uint16(0)},
	{"Uint32", 4, func(r *Reader) any { return r.Uint32(fField) }, uint32(0x01020304), uint32(0)},
	{"Uint64", 8, func(r *Reader) any { return r.Uint64(fField) }, uint64(0x0102030405060708), uint64(0)},
	{"Bytes", 3, func(r *Reader) any { return string(r.Bytes(fField, 3)) }, "\x01\x02\x03", ""},
	{"Take", 5, func(r *Reader) any { return string(r.Take(fField, 5, "five")) }, "\x01\x02\x03\x04\x05", ""},
}

var input = []byte{1, 2, 3, 4, 5, 6, 7, 8, 9}

func TestPrimitivesAtTheEndOfTheInput(t *testing.T) {
	for _, p := range primitives {
		for _, n := range []int{0, p.size - 1, p.size, p.size + 1} {
			for _, rec := range []*span.Tree{nil, new(span.Tree)} {
				if rec != nil {
					rec.Part("part", input[:n])
				}
				r := NewReader(input[:n:n], rec)
				r.Begin(fRoot)
				got := p.read(&r)
				if n < p.size {
					checkShort(t, p.name, &r, got, p.zero)
				} else if got != p.want || !r.OK() || r.Offset() != p.size || r.Left() != n-p.size {
					t.Errorf("%s of %d bytes: got %v at %d, %v", p.name, n, got, r.Offset(), r.err)
				}
				err := r.Finish()
				if (err == nil) != (n == p.size) {
					t.Errorf("%s of %d bytes: %v", p.name, n, err)
				}
				if rec != nil && rec.Check() != nil && p.name != "Take" { // Take records nothing
					t.Errorf("%s of %d bytes: %v", p.name, n, rec.Check())
				}
			}
		}
	}
}

func checkShort(t *testing.T, name string, r *Reader, got, zero any) {
	t.Helper()
	if got != zero || r.OK() || r.More() || r.Offset() != 0 || r.err.Code != Truncated || r.err.Field != "field" || r.err.Offset != 0 {
		t.Errorf("%s of too few bytes: got %v at %d, %+v", name, got, r.Offset(), r.err)
	}
}

func TestNothingIsReadAfterAFailure(t *testing.T) {
	tree := new(span.Tree)
	tree.Part("part", input)
	r := NewReader(input, tree)
	r.Begin(fRoot)
	r.Uint16(fField)
	r.Fail(BadValue, fField, "something else")
	r.FailFound(Limit, fRoot, "a later failure", "that is lost")
	for _, p := range primitives {
		if got := p.read(&r); got != p.zero {
			t.Errorf("%s gives %v", p.name, got)
		}
	}
	r.Begin(fField)
	r.Group().Label("label")
	r.Group().Note("note")
	r.EndWith(span.IntValue(1), 0)
	r.End()
	if _, ok := r.Peek(); ok || r.Ahead() != nil || r.Rest(fField) != nil || r.Index(3) != -1 || r.Rec() != nil ||
		r.Enter(fField) || r.More() {
		t.Error("something can still be read")
	}
	var e *Error
	if err := r.Finish(); !errors.As(err, &e) || e.Code != BadValue || e.Offset != 2 || e.Expected != "something else" || e.Found != "0x03" {
		t.Errorf("the failure is %v", err)
	}
	if err := tree.Check(); err != nil || len(tree.Nodes) != 3 || tree.Nodes[2].Field != span.Undecoded {
		t.Errorf("the tree is %v, %v", tree.Nodes, err)
	}
}

func TestFailuresSayWhatIsThere(t *testing.T) {
	for _, c := range []struct {
		name string
		n    int
		read func(r *Reader)
		want string
	}{
		{"the byte", 2, func(r *Reader) { r.Fail(BadHeader, fField, "a header") }, "field: expected a header, found 0x01 at offset 0 (0x0)"},
		{"the end", 0, func(r *Reader) { r.Fail(BadHeader, fField, "a header") },
			"field: expected a header, found end of input at offset 0 (0x0)"},
		{"one byte", 1, func(r *Reader) { r.Uint32(fField) }, "field: expected 4 bytes, found 1 byte at offset 0 (0x0)"},
		{"some bytes", 3, func(r *Reader) { r.Bytes(fField, 7) }, "field: expected 7 bytes, found 3 bytes at offset 0 (0x0)"},
		{"a length above 32 bits", 3, func(r *Reader) { r.Long(fField, 1<<32+2) },
			"field: expected 4294967298 bytes, found 3 bytes at offset 0 (0x0)"},
		{"one more byte", 1, func(r *Reader) {}, "undecoded: expected end of input, found 1 more byte at offset 0 (0x0)"},
		{"more bytes", 3, func(r *Reader) { r.Uint8(fField) }, "undecoded: expected end of input, found 2 more bytes at offset 1 (0x1)"},
		{"words", 3, func(r *Reader) { r.FailFound(Limit, fField, "less", "more") }, "field: expected less, found more at offset 0 (0x0)"},
	} {
		r := NewReader(input[:c.n:c.n], nil)
		c.read(&r)
		if err := r.Finish(); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

func TestALengthNeverReachesBeyondTheInput(t *testing.T) {
	for _, n := range []int{-1, len(input) + 1, math.MaxInt} {
		r := NewReader(input, nil)
		if b := r.Bytes(fField, n); b != nil || r.OK() {
			t.Errorf("%d bytes were read as %x", n, b)
		}
	}
}

func TestBytesCannotBeAppendedIntoTheInput(t *testing.T) {
	buf := bytes.Clone(input)
	r := NewReader(buf, nil)
	_ = append(r.Bytes(fField, 2), 0xff)
	if buf[2] != 3 {
		t.Error("the byte after the field was overwritten")
	}
}

func TestDepthIsLimited(t *testing.T) {
	for _, c := range []struct {
		depth int
		ok    bool
	}{{DepthMax - 1, true}, {DepthMax, true}, {DepthMax + 1, false}} {
		r := NewReader(nil, nil)
		for range c.depth {
			r.Enter(fField)
		}
		if r.OK() != c.ok {
			t.Errorf("depth %d: ok is %v", c.depth, r.OK())
		}
		if !c.ok && (r.err.Code != Limit || r.err.Expected != "at most 32 nested values") {
			t.Errorf("depth %d: %v", c.depth, r.err)
		}
	}
	r := NewReader(nil, nil)
	for range 10 * DepthMax {
		r.Enter(fField)
		r.Leave()
	}
	if !r.OK() {
		t.Error("values beside each other count as nested")
	}
}

func TestLooksAheadWithoutConsuming(t *testing.T) {
	r := NewReader(input, nil)
	r.Uint8(fField)
	if b, ok := r.Peek(); b != 2 || !ok || !bytes.Equal(r.Ahead(), input[1:]) || r.Index(4) != 2 || r.Index(1) != -1 || r.Offset() != 1 {
		t.Error("ahead is not what comes next")
	}
	r.Skip(3)
	if !bytes.Equal(r.Since(1), input[1:4]) {
		t.Errorf("since 1: %x", r.Since(1))
	}
	r.Skip(100)
	if r.Left() != 0 || r.More() {
		t.Errorf("%d bytes are left after skipping too far", r.Left())
	}
}

func TestComplementsGoToTheScratchMemory(t *testing.T) {
	r := NewReader(nil, nil)
	scratch := make([]byte, 0, 64)
	r.Scratch(scratch)
	for n := range 20 {
		b := bytes.Repeat([]byte{0x0f}, n)
		if got := r.Invert(b); !bytes.Equal(got, bytes.Repeat([]byte{0xf0}, n)) {
			t.Errorf("%d bytes become %x", n, got)
		}
	}
	r.Scratch(scratch)
	first := r.Invert([]byte{1})
	r.Invert([]byte{2})
	if first[0] != 0xfe || cap(r.Spare()) != cap(scratch) || &r.Spare()[0] != &first[0] || r.Memory() == nil {
		t.Error("values overwrite each other, or the memory is not used")
	}
}

func TestGroupsAreNamedAndRemarked(t *testing.T) {
	tree := new(span.Tree)
	tree.Part("part", input)
	r := NewReader(input, tree)
	r.SetLenient(true)
	r.Begin(fRoot)
	r.Begin(fField)
	r.Group().Label("label")
	r.Group().NonCanonical("note")
	r.Uint8(fField)
	r.EndWith(span.IntValue(7), span.Ascending)
	r.Begin(fField)
	r.Rest(fField)
	r.End()
	if err := r.Finish(); err != nil || !r.Lenient() {
		t.Fatal(err)
	}
	n := tree.Nodes[1]
	if n.Label != "label" || n.Note != "note" || n.Flags != span.NonCanonical|span.Ascending || n.Value.Num != 7 || n.End != 1 {
		t.Errorf("the group is %+v", n)
	}
	if err := tree.Check(); err != nil {
		t.Error(err)
	}
}

func TestBytesAfterAPrefixAreLeftInOneLeaf(t *testing.T) {
	tree := new(span.Tree)
	tree.Part("part", input)
	r := NewReader(input, tree)
	r.Begin(fRoot)
	r.Uint8(fField)
	if err := r.FinishPrefix("the rest"); err != nil {
		t.Fatal(err)
	}
	last := tree.Nodes[len(tree.Nodes)-1]
	if err := tree.Check(); err != nil || last.Field != span.Undecoded || last.Start != 1 || last.Note != "the rest" {
		t.Errorf("%+v, %v", last, err)
	}
	r = NewReader(nil, nil)
	r.Uint8(fField)
	if r.FinishPrefix("") == nil {
		t.Error("a failure is lost")
	}
}

func TestANumberThatFailsIsNotConsumed(t *testing.T) {
	for _, src := range [][]byte{{0x80, 0x80}, {0xff, 0xff, 0xff, 0xff, 0x7f, 0}} {
		var tree span.Tree
		tree.Part("bytes", src)
		r := NewReader(src, &tree)
		r.Begin(&span.Field{Name: "all"})
		r.Uvarint(&span.Field{Name: "number"}, 31)
		if r.Offset() != 0 || r.Finish() == nil {
			t.Errorf("%x: %d bytes were consumed", src, r.Offset())
		}
		if err := tree.Check(); err != nil {
			t.Errorf("%x: %v", src, err)
		}
	}
}
