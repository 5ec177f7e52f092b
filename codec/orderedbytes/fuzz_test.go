package orderedbytes_test

import (
	"bytes"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/internal/formattest"
)

// FuzzKey decodes any bytes as a key, strictly and leniently. Every byte has its place in the tree,
// and what a strict reader accepts is written again the same, or something says that it is not.
func FuzzKey(f *testing.F) {
	list, err := formattest.Vectors(vectorFile)
	if err != nil {
		f.Fatal(err)
	}
	for i := 0; i < len(list); i += 9 {
		f.Add(list[i].Input.Entry.Parts[0].Bytes)
	}
	for _, b := range hostile() {
		if len(b) < 1<<10 {
			f.Add(b)
		}
	}
	p := formattest.NewProbe(&orderedbytes.Format, "sequence")
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, lenient := range []bool{false, true} {
			in := format.Input{Lenient: lenient}
			in.Entry.Add("row", b)
			if err := p.Decode(&in); err != nil {
				t.Fatal(err)
			}
			if err := p.Canonical(&in); err != nil {
				t.Fatal(err)
			}
		}
		key, _, err := orderedbytes.DecodeValues(b, nil, nil)
		if err != nil {
			return
		}
		once, err := orderedbytes.AppendValues(nil, key)
		if err != nil {
			t.Fatalf("%x decodes to what cannot be written: %v", b, err)
		}
		again, _, err := orderedbytes.DecodeValues(once, nil, nil)
		if err != nil {
			t.Fatalf("%x is written as %x: %v", b, once, err)
		}
		if twice, err := orderedbytes.AppendValues(nil, again); err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%x is written as %x and then as %x, %v", b, once, twice, err)
		}
	})
}
