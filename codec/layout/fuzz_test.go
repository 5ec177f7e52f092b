package layout_test

import (
	"bytes"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/layout"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

// FuzzKey reads any bytes by any line: the line is refused at a column in it, every byte of a key has its place in the tree, and
// what is read is written again as the same bytes.
func FuzzKey(f *testing.F) {
	list, err := formattest.Vectors(vectorFile)
	if err != nil {
		f.Fatal(err)
	}
	for i := 0; i < len(list); i += 7 {
		line, _ := list[i].Input.Given.Member("layout").Text()
		f.Add(line, list[i].Input.Entry.Parts[0].Bytes)
	}
	for _, c := range hostile {
		f.Add(c.line, c.b[:min(len(c.b), 100)])
	}
	for _, c := range wrong {
		f.Add(c.line, []byte(nil))
	}
	p := formattest.NewProbe(&layout.Format, "key")
	f.Fuzz(func(t *testing.T, line string, b []byte) {
		l, err := layout.Parse(line)
		if err != nil {
			if e, ok := err.(*layout.Error); !ok || e.Column < 1 || e.Column > len(line)+1 {
				t.Fatalf("%q: %v", line, err)
			}
			return
		}
		s, err := layout.ParseSchema(value.OfMembers(value.Member{Name: "layout", Value: value.Of(line)}))
		if err != nil {
			t.Fatal(err)
		}
		in := format.Input{Schema: s}
		in.Entry.Add(store.Row, b)
		if err := p.Decode(&in); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if p.Fields == nil {
			return
		}
		fields, err := value.Parse(p.Fields)
		if err != nil {
			t.Fatal(err)
		}
		again, err := l.Append(nil, fields)
		for _, n := range p.Tree.Nodes {
			if n.Flags&span.Mismatch != 0 {
				return
			}
		}
		if err != nil || !bytes.Equal(again, b) {
			t.Fatalf("%q: %x is written as %x, %v", line, b, again, err)
		}
	})
}

// FuzzLearn learns layouts from any keys: each layout reads them.
func FuzzLearn(f *testing.F) {
	f.Add([]byte("evt:a\x00\x01evt:b\x00\x02evt:c\x00\x03"), 7)
	f.Add(bytes.Repeat([]byte{0, 0, 1, 0x8f, 0x3c}, 40), 20)
	f.Fuzz(func(t *testing.T, b []byte, n int) {
		var keys [][]byte
		for n = max(n&63, 1); len(b) > 0 && len(keys) < 40; b = b[min(n, len(b)):] {
			keys = append(keys, b[:min(n, len(b))])
		}
		list, _ := layout.Learn(keys)
		for _, l := range list {
			for _, k := range keys {
				if _, err := decoded(t, l.Layout.String(), k); err != nil {
					t.Fatalf("%s is proposed for %x: %v", l.Layout, k, err)
				}
			}
		}
	})
}
