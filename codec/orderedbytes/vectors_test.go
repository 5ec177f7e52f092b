package orderedbytes_test

import (
	"errors"
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
	"github.com/rowlens/rowlens/fuzz"
	"github.com/rowlens/rowlens/golden"
)

const vectorFile = "vectors/hbase-orderedbytes.jsonl.gz"

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
		check(probes[c.Record], c)
	}
}

// probe decodes fast and annotated, and checks that every byte has its place.
func probe(t *testing.T, p *fuzz.Probe, c *fuzz.Case, b []byte) {
	t.Helper()
	for _, lenient := range []bool{false, true} {
		in := c.Input
		in.Entry = store.Entry{Parts: []store.Part{{Name: c.Input.Entry.Parts[0].Name, Bytes: b}}}
		in.Lenient = lenient
		if err := p.Decode(&in); err != nil {
			t.Fatalf("%s, bytes %x, lenient %v: %v", c.ID, b, lenient, err)
		}
	}
}

// places are the offsets at which n bytes are damaged: all, but of a long blob
// only its ends and some between.
func places(n int) []int {
	var list []int
	for i := range n {
		if i < 64 || i >= n-64 || n < 512 && i%7 == 0 || i%4999 == 0 {
			list = append(list, i)
		}
	}
	return list
}

func TestEveryVectorPrefixAndFlipIsExplained(t *testing.T) {
	eachVector(t, func(p *fuzz.Probe, c *fuzz.Case) {
		b := append([]byte(nil), c.Input.Entry.Parts[0].Bytes...)
		for _, i := range places(len(b)) {
			probe(t, p, c, b[:i:i])
			for _, x := range []byte{0x01, 0x80, 0xff} {
				b[i] ^= x
				probe(t, p, c, b)
				b[i] ^= x
			}
		}
	})
}

// A key of many values may be read with the record of a whole key too.
func TestEveryVectorIsAKey(t *testing.T) {
	p := fuzz.NewProbe(&orderedbytes.Format, "sequence")
	var list []orderedbytes.OrderedValue
	eachVector(t, func(q *fuzz.Probe, c *fuzz.Case) {
		in := format.Input{Entry: c.Input.Entry}
		if err := p.Decode(&in); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		if err := p.Canonical(&in); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		var err error
		list, _, err = orderedbytes.DecodeValues(in.Entry.Parts[0].Bytes, list[:0], nil)
		if (err == nil) != (p.Err == nil) {
			t.Fatalf("%s: DecodeValues says %v, the record %v", c.ID, err, p.Err)
		}
		var e *wire.Error
		if err != nil && (!errors.As(err, &e) || e.Offset != p.Err.Offset || e.Code != p.Err.Code) {
			t.Fatalf("%s: DecodeValues says %v, the record %v", c.ID, err, p.Err)
		}
	})
}
