package implexus_test

import (
	"bytes"
	"math/rand"
	"testing"

	"github.com/rowlens/rowlens/codec/implexus"
	"github.com/rowlens/rowlens/internal/formattest"
)

// grow appends a random element, with all that is in it, to v.
func grow(r *rand.Rand, v *implexus.Value, key []byte, depth int) {
	kinds := 9
	if depth > 3 {
		kinds = 7 // no containers
	}
	i := len(v.Elements)
	v.Elements = append(v.Elements, implexus.Element{Type: implexus.Type(r.Intn(kinds)), Key: key})
	switch e := &v.Elements[i]; e.Type {
	case implexus.Bool:
		e.Num = uint64(r.Intn(2))
	case implexus.Int64, implexus.Uint64, implexus.Double:
		e.Num = uint64(1)<<r.Intn(63) + uint64(r.Intn(3))
	case implexus.String, implexus.Binary:
		e.Bytes = []byte("0123456789ä"[:r.Intn(11)])
	case implexus.Array, implexus.Dictionary:
		n := r.Intn(4)
		for k := range n {
			var name []byte
			if e.Type == implexus.Dictionary {
				name = []byte{'k', byte('0' + k)}
			}
			grow(r, v, name, depth+1)
			e = &v.Elements[i]
		}
		v.Elements[i].Count, v.Elements[i].Size = n, len(v.Elements)-i-1
	}
}

// The bytes of elements do not sort as their values do: nothing in a database is keyed by
// them. What they must do is come back.
func TestRandomElementsComeBack(t *testing.T) {
	r := rand.New(rand.NewSource(formattest.Seed()))
	for range 5000 {
		var v, back implexus.Value
		grow(r, &v, nil, 0)
		for _, opt := range []implexus.Options{{Keys: implexus.RawKeys}, {Keys: implexus.TaggedKeys}, {Keys: implexus.RawKeys, LittleDoubles: true}} {
			v.Keys = opt.Keys
			stored, err := implexus.AppendValue(nil, &v, opt)
			if err != nil {
				t.Fatal(err)
			}
			if err := implexus.DecodeValue(stored, &back, opt); err != nil || len(back.Elements) != len(v.Elements) {
				t.Fatalf("%x: %v", stored, err)
			}
			back.Keys = opt.Keys
			again, err := implexus.AppendValue(nil, &back, opt)
			if err != nil || !bytes.Equal(again, stored) {
				t.Fatalf("%x comes back as %x, %v", stored, again, err)
			}
			for i := range v.Elements {
				a, b := &v.Elements[i], &back.Elements[i]
				if a.Type != b.Type || a.Num != b.Num || a.Count != b.Count || !bytes.Equal(a.Bytes, b.Bytes) || !bytes.Equal(a.Key, b.Key) {
					t.Fatalf("%+v comes back as %+v", a, b)
				}
			}
		}
	}
}
