package format_test

import (
	"errors"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

var (
	fRow    = span.Field{Name: "row", Role: span.RoleGroup}
	fFamily = span.Field{Name: "family", Role: span.RoleGroup}
	fByte   = span.Field{Name: "byte"}
)

func entry(parts ...string) *format.Input {
	in := new(format.Input)
	for i := 0; i < len(parts); i += 2 {
		in.Entry.Add(parts[i], []byte(parts[i+1]))
	}
	return in
}

// decode reads a row of one byte in the family "f".
func decode(in *format.Input, t *span.Tree) error {
	p := format.NewParts(in, t, "toy", "byte")
	p.Ignored = "ignored"
	if r, ok := p.OpenGroup(store.Row, &fRow); ok {
		r.Uint8(&fByte)
		p.Close()
	}
	p.Fixed(store.Family, &fFamily, "f")
	return p.Done(store.Row, store.Family)
}

func TestPartsAreReadAndKeepTheFirstError(t *testing.T) {
	for _, c := range []struct {
		name    string
		in      *format.Input
		lenient bool
		want    string
	}{
		{"both", entry("row", "1", "family", "f"), false, ""},
		{"one", entry("family", "f"), false, ""},
		{"none", entry("value", "1"), false, "toy byte row: expected one of the parts row, family, found none at offset 0 (0x0)"},
		{"short", entry("row", "", "family", "g"), false, "toy byte row: byte: expected 1 byte, found end of input at offset 0 (0x0)"},
		{"long", entry("row", "12"), false, "toy byte row: undecoded: expected end of input, found 1 more byte at offset 1 (0x1)"},
		{"long and ignored", entry("row", "12"), true, ""},
		{"another text", entry("row", "1", "family", "g"), false, "toy byte family: family: expected the text f, found 0x67 at offset 0 (0x0)"},
		{"another text taken", entry("row", "1", "family", "g"), true, ""},
	} {
		for _, tree := range []*span.Tree{nil, new(span.Tree)} {
			c.in.Lenient = c.lenient
			got := ""
			if err := decode(c.in, tree); err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("%s: got  %s\nwant %s", c.name, got, c.want)
			}
			if tree != nil && tree.Check() != nil {
				t.Errorf("%s: %v", c.name, tree.Check())
			}
		}
	}
}

func TestTheFirstNamedPartIsOpened(t *testing.T) {
	p := format.NewParts(entry("value", "v", "bytes", "b"), nil, "toy", "byte")
	r, ok := p.OpenFirst(store.Row, store.Bytes, store.Value)
	if !ok || string(r.Rest(&fByte)) != "b" {
		t.Error("not the first of the names")
	}
	p.Close()
	if _, ok := p.OpenFirst(store.Row); ok {
		t.Error("an entry without a row has one")
	}
	err := p.Missing(store.Row)
	if !errors.Is(err, wire.ErrMissing) || err.Error() != "toy byte row: expected the part row, found none at offset 0 (0x0)" {
		t.Errorf("got %v", err)
	}
}

func TestScratchMemoryIsKept(t *testing.T) {
	var scratch []byte
	p := format.NewParts(entry("row", "1234"), nil, "toy", "byte")
	p.Scratch = &scratch
	r, _ := p.Open(store.Row)
	r.Invert(r.Rest(&fByte))
	p.ClosePrefix("")
	if cap(scratch) < 4 || p.Err() != nil {
		t.Error("the memory is lost", p.Err())
	}
}

func TestNothingIsAllocatedForParts(t *testing.T) {
	in := entry("row", "1", "family", "f")
	type memory struct{ n int }
	format.MemoryOf[memory](in).n = 1
	if n := testing.AllocsPerRun(100, func() {
		if decode(in, nil) != nil || format.MemoryOf[memory](in).n != 1 {
			t.Fatal("not decoded")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func encode(in *format.Input, fields string) (*store.Entry, error) {
	v, err := value.Parse([]byte(fields))
	if err != nil {
		return nil, err
	}
	dst := new(store.Entry)
	e := format.NewEncoder(in, dst, v, "text", "other")
	e.Limit, e.Writer = 3, "Toy"
	e.Part(store.Row, func() ([]byte, error) {
		text, ok := v.Member("text").Text()
		if !ok {
			return nil, format.Refuse("text", "expected a text")
		}
		return []byte(text), nil
	})
	e.Fixed(store.Family, "f")
	return dst, e.Err()
}

func TestPartsAreEncoded(t *testing.T) {
	for _, c := range []struct {
		in     format.Input
		fields string
		parts  int
		want   string
	}{
		{format.Input{}, `{"text":"abc"}`, 2, ""},
		{format.Input{Only: []string{"family"}}, `{}`, 1, ""},
		{format.Input{}, `{}`, 0, "text: expected a text"},
		{format.Input{}, `{"txt":"a"}`, 0, "txt: there is no such field; there are text, other"},
		{format.Input{}, `{"text":"abcd"}`, 0, "row: 4 bytes; Toy cannot write more than 3 (encode --unlimited, or unlimited in a request, writes it all the same)"},
		{format.Input{Unlimited: true}, `{"text":"abcd"}`, 2, ""},
	} {
		dst, err := encode(&c.in, c.fields)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want || len(dst.Parts) != c.parts {
			t.Errorf("%s: %d parts, got %q, want %q", c.fields, len(dst.Parts), got, c.want)
		}
	}
}

func TestKeysAreSorted(t *testing.T) {
	var w value.Writer
	format.WriteSorted(&w, [][]byte{{2}, {0xff}, {1, 0}, {1}})
	if string(w.Buf) != `{"sorted":["01","0100","02","ff"]}` {
		t.Errorf("got %s", w.Buf)
	}
}
