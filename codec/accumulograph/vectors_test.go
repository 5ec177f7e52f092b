package accumulograph_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/fuzz"
	"github.com/rowlens/rowlens/golden"
)

const vectorFile = "vectors/accumulograph.jsonl.gz"

func TestEveryVectorIsAnswered(t *testing.T) {
	var s codec.Session
	golden.Run(t, vectorFile, func(line []byte) []byte { return s.Answer(nil, line) })
}

// eachVector calls check with a probe and an input for every vector with parts.
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
		check(probes[c.Record], c)
	}
}

// damaged is the entry with other bytes in one part.
func damaged(e *store.Entry, part int, b []byte) store.Entry {
	c := store.Entry{Parts: append([]store.Part(nil), e.Parts...)}
	c.Parts[part].Bytes = b
	return c
}

func TestEveryVectorPrefixAndFlipIsExplained(t *testing.T) {
	n := 0
	eachVector(t, func(p *fuzz.Probe, c *fuzz.Case) {
		n++
		try := func(part int, b []byte) {
			t.Helper()
			for _, lenient := range []bool{false, true} {
				in := format.Input{Lenient: lenient, Given: c.Input.Given, Entry: damaged(&c.Input.Entry, part, b)}
				if err := p.Decode(&in); err != nil {
					t.Fatalf("%s, part %d is %x, lenient %v: %v", c.ID, part, b, lenient, err)
				}
			}
		}
		for part := range c.Input.Entry.Parts {
			b := append([]byte(nil), c.Input.Entry.Parts[part].Bytes...)
			for i := range b {
				if i > 9 && i%61 != n%61 {
					continue // long ones are Java streams, which are much alike
				}
				try(part, b[:i:i])
				for _, x := range []byte{0x01, 0x80, 0xff} {
					b[i] ^= x
					try(part, b)
					b[i] ^= x
				}
			}
		}
	})
}

// What is read strictly is written back the same, or somebody says that it is not.
func TestEveryVectorIsWrittenBack(t *testing.T) {
	eachVector(t, func(p *fuzz.Probe, c *fuzz.Case) {
		in := c.Input
		if err := p.Decode(&in); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		if err := p.Canonical(&in); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
	})
}

// The rows of an entry stand with the names of parts that other formats have, too.
func TestPartsHaveBothNames(t *testing.T) {
	eachVector(t, func(p *fuzz.Probe, c *fuzz.Case) {
		if c.Record != "entry" {
			return
		}
		in := c.Input
		in.Entry = c.Input.Entry.Clone()
		for i := range in.Entry.Parts {
			switch part := &in.Entry.Parts[i]; part.Name {
			case "cf":
				part.Name = store.Family
			case "cq":
				part.Name = store.Qualifier
			case "vis":
				part.Name = store.Visibility
			}
		}
		if err := p.Decode(&in); err != nil || p.Fields == nil {
			t.Fatalf("%s: %v %v", c.ID, err, p.Err)
		}
		if err := p.Canonical(&in); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
	})
}
