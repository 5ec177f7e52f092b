package xxh32

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"
)

func TestHashesOfTheSpecification(t *testing.T) {
	for _, c := range []struct {
		text string
		seed uint32
		want uint32
	}{
		{"", 0, 0x02cc5d05},
		{"", 0x9e3779b1, 0x36b78ae7},
		{"a", 0, 0x550d7456},
		{"abc", 0, 0x32d153ff},
		{"Nobody inspects the spammish repetition", 0, 0xe2293b2f},
	} {
		if got := SumSeed([]byte(c.text), c.seed); got != c.want {
			t.Errorf("%q with seed %#x: %#08x, want %#08x", c.text, c.seed, got, c.want)
		}
	}
}

func TestHashesOfTheVectors(t *testing.T) {
	file, err := os.Open("../../../golden/vectors/actionbase.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := json.NewDecoder(z)
	lengths := map[int]bool{}
	for lines.More() {
		var v struct {
			ID, Record string
			Given      struct{ Seed uint32 }
			Bytes      json.RawMessage
			Result     json.RawMessage
		}
		if err := lines.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if v.Record != "xxhash32" {
			continue
		}
		var in struct{ Input string }
		var out struct{ Hash uint32 }
		if json.Unmarshal(v.Bytes, &in) != nil || json.Unmarshal(v.Result, &out) != nil {
			t.Fatal(v.ID)
		}
		b, err := hex.DecodeString(in.Input)
		if err != nil {
			t.Fatal(err)
		}
		lengths[len(b)] = true
		if got := SumSeed(b, v.Given.Seed); got != out.Hash {
			t.Errorf("%s: %d, want %d", v.ID, got, out.Hash)
		}
	}
	if len(lengths) < 10 {
		t.Errorf("only %d lengths", len(lengths))
	}
}

// slow is XXH32, written exactly as in its specification.
func slow(b []byte, seed uint32) uint32 {
	le := func(i int) uint32 {
		return uint32(b[i]) | uint32(b[i+1])<<8 | uint32(b[i+2])<<16 | uint32(b[i+3])<<24
	}
	rot := func(x uint32, n int) uint32 { return x<<n | x>>(32-n) }
	i, h := 0, seed+374761393
	if len(b) >= 16 {
		acc := [4]uint32{seed + 606290984, seed + 2246822519, seed, seed - 2654435761}
		for ; i+16 <= len(b); i += 16 {
			for lane := range acc {
				acc[lane] = rot(acc[lane]+le(i+4*lane)*2246822519, 13) * 2654435761
			}
		}
		h = rot(acc[0], 1) + rot(acc[1], 7) + rot(acc[2], 12) + rot(acc[3], 18)
	}
	h += uint32(len(b))
	for ; i+4 <= len(b); i += 4 {
		h = rot(h+le(i)*3266489917, 17) * 668265263
	}
	for ; i < len(b); i++ {
		h = rot(h+uint32(b[i])*374761393, 11) * 2654435761
	}
	h = (h ^ h>>15) * 2246822519
	h = (h ^ h>>13) * 3266489917
	return h ^ h>>16
}

func TestEveryLengthHashesAsTheSpecificationSays(t *testing.T) {
	b := bytes.Repeat([]byte{0, 1, 0x7f, 0x80, 0xff, 'a', 0x9e}, 40)
	for n := range b {
		for _, seed := range []uint32{0, 1, 0xffffffff} {
			if got, want := SumSeed(b[:n], seed), slow(b[:n], seed); got != want {
				t.Errorf("%d bytes, seed %d: %#08x, want %#08x", n, seed, got, want)
			}
		}
		if Sum(b[:n]) != SumSeed(b[:n], 0) {
			t.Errorf("%d bytes: Sum has another seed than 0", n)
		}
	}
}
