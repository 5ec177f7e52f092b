package lexicoder_test

import (
	"bytes"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

// FuzzKey decodes any bytes as any lexicoder, or as the one that they suggest. Every byte has its
// place in the tree, and what a strict reader accepts is written again the same.
func FuzzKey(f *testing.F) {
	list, err := formattest.Vectors(vectorFile)
	if err != nil {
		f.Fatal(err)
	}
	for i := 0; i < len(list); i += 9 {
		e, _ := lexicoder.Parse(list[i].Input.Given.Member("lexicoder"))
		f.Add(e.String(), list[i].Input.Entry.Parts[0].Bytes)
	}
	for _, c := range hostile {
		if len(c.b) < 1<<10 {
			f.Add(c.lexicoder, c.b)
		}
	}
	p := formattest.NewProbe(&lexicoder.Format, "key")
	f.Fuzz(func(t *testing.T, e string, b []byte) {
		l, err := lexicoder.Parse(value.Of(e))
		in := format.Input{}
		in.Entry.Add(store.Row, b)
		if err == nil {
			in.Schema = &lexicoder.Schema{Lexicoder: l}
		} else if l = lexicoder.Guess(b); l == nil {
			return
		}
		for _, in.Lenient = range []bool{true, false} {
			if err := p.Decode(&in); err != nil {
				t.Fatalf("%s: %v", l, err)
			}
		}
		var v lexicoder.Value
		err = l.Decode(b, &v)
		if (err == nil) != (p.Err == nil) {
			t.Fatalf("%s: Decode says %v, the record %v", l, err, p.Err)
		}
		if in.Schema == nil && err != nil {
			t.Fatalf("%x: %s is guessed, and refused: %v", b, l, err)
		}
		if err != nil {
			return
		}
		if again, err := l.Append(nil, &v); err != nil || !bytes.Equal(again, b) {
			t.Fatalf("%s: %x is written as %x, %v", l, b, again, err)
		}
	})
}
