package value_test

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/rowlens/rowlens/codec/value"
)

func TestHexOfAllBytesInAllPlaces(t *testing.T) {
	var all []byte
	for i := range 300 {
		all = append(all, byte(i*7))
	}
	for from := range 256 {
		for size := range 20 {
			b := all[from : from+size]
			for _, room := range []int{0, 3 + 2*size} {
				got := value.AppendHex(append(make([]byte, 0, room), "abc"...), b)
				if want := "abc" + hex.EncodeToString(b); string(got) != want {
					t.Fatalf("%q, want %q", got, want)
				}
			}
		}
	}
}

func BenchmarkAppendHex(b *testing.B) {
	in := bytes.Repeat([]byte("some key "), 13)
	out := make([]byte, 0, 2*len(in))
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		out = value.AppendHex(out[:0], in)
	}
}
