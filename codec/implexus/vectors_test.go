package implexus_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/fuzz"
	"github.com/rowlens/rowlens/golden"
)

const vectorFile = "vectors/implexus.jsonl.gz"

func TestEveryVectorIsAnswered(t *testing.T) {
	var s codec.Session
	golden.Run(t, vectorFile, func(line []byte) []byte { return s.Answer(nil, line) })
}

// eachVector calls check with a probe and an input for every vector with bytes.
func eachVector(t *testing.T, check func(p *fuzz.Probe, c *fuzz.Case)) {
	t.Helper()
	list, err := fuzz.Vectors(vectorFile)
	if err != nil || len(list) < 1000 {
		t.Fatalf("%d vectors, %v", len(list), err)
	}
	probes := map[string]*fuzz.Probe{}
	for i := range list {
		c := &list[i]
		if probes[c.Record] == nil {
			probes[c.Record] = fuzz.NewProbe(c.Format, c.Record)
		}
		if probes[c.Record].Record.Decode != nil {
			check(probes[c.Record], c)
		}
	}
}

// probe decodes the case with other bytes in its last part, and checks that every
// byte has its place.
func probe(t *testing.T, p *fuzz.Probe, c *fuzz.Case, b []byte) {
	t.Helper()
	for _, lenient := range []bool{false, true} {
		in := c.Input
		in.Entry = store.Entry{Parts: append([]store.Part(nil), c.Input.Entry.Parts...)}
		in.Entry.Parts[len(in.Entry.Parts)-1].Bytes = b
		in.Lenient = lenient
		if err := p.Decode(&in); err != nil {
			t.Fatalf("%s, bytes %x, lenient %v: %v", c.ID, b, lenient, err)
		}
		if err := p.Canonical(&in); err != nil {
			t.Fatalf("%s, bytes %x, lenient %v: %v", c.ID, b, lenient, err)
		}
	}
}

// places are the offsets at which n bytes are damaged: all, but of a long value
// only its ends and some between.
func places(n int) []int {
	var list []int
	for i := range n {
		if i < 48 || i >= n-16 || i%97 == 0 {
			list = append(list, i)
		}
	}
	return list
}

func TestEveryVectorPrefixAndFlipIsExplained(t *testing.T) {
	eachVector(t, func(p *fuzz.Probe, c *fuzz.Case) {
		parts := c.Input.Entry.Parts
		b := append([]byte(nil), parts[len(parts)-1].Bytes...)
		probe(t, p, c, b)
		for _, i := range places(len(b)) {
			probe(t, p, c, b[:i:i])
			for _, x := range []byte{0x01, 0x05, 0x80, 0xff} {
				b[i] ^= x
				probe(t, p, c, b)
				b[i] ^= x
			}
		}
	})
}
