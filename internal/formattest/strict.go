package formattest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// strictCases is how many damaged vectors of a format to try; `make soak` tries a million.
var strictCases = flag.Int("strict", 3000, "damaged vectors whose strict readings are written back, for each format")

// strictSeed makes the damage repeatable.
const strictSeed = 20240504

// Strict damages vectors at random. Whatever a strict reader still accepts must encode
// to the same bytes, unless the reader, without a tree, has reported a doubt. This is
// checked only for stored data; operations accept the same thing in several spellings.
func (v *VectorFile) Strict(t *testing.T) {
	t.Helper()
	list := slices.DeleteFunc(v.cases(t), func(c Case) bool {
		return !slices.ContainsFunc(c.Format.Records, func(r format.Record) bool { return r.Name == c.Record })
	})
	r := rand.New(rand.NewPCG(strictSeed, uint64(len(list))))
	probes := map[string]*Probe{}
	taken, failed := 0, 0
	for range *strictCases {
		c := &list[r.IntN(len(list))]
		p := probes[c.Record]
		if p == nil {
			p = NewProbe(c.Format, c.Record)
			probes[c.Record] = p
		}
		in := c.Input
		in.Lenient, in.Prefix = false, false
		in.Entry.Parts = slices.Clone(in.Entry.Parts)
		if v.Once != nil {
			in.Entry.Parts = slices.DeleteFunc(in.Entry.Parts, func(p store.Part) bool { return v.Once(c.Record, p.Name) })
		}
		part := &in.Entry.Parts[r.IntN(len(in.Entry.Parts))]
		part.Bytes = damage(r, slices.Clone(part.Bytes))
		ok, err := p.strict(&in)
		if ok {
			taken++
		}
		if err != nil {
			if failed++; failed <= 20 {
				t.Errorf("%s, %s %x: %v", c.ID, part.Name, part.Bytes, err)
			}
		}
	}
	if failed > 20 {
		t.Errorf("and %d more", failed-20)
	}
	if taken < *strictCases/100 {
		t.Errorf("only %d of %d were taken", taken, *strictCases)
	}
}

// damage changes, removes or adds bytes in one to three places.
func damage(r *rand.Rand, b []byte) []byte {
	for range 1 + r.IntN(3) {
		at := r.IntN(len(b) + 1)
		switch k := r.IntN(8); {
		case at == len(b) || k == 0:
			b = slices.Insert(b, at, byte(r.Uint32()))
		case k == 1:
			b = slices.Delete(b, at, at+1)
		case k == 2:
			b = b[:at]
		case k == 3:
			b[at] = byte(r.Uint32())
		case k == 4:
			b[at]++
		default:
			b[at] ^= 1 << r.IntN(8)
		}
	}
	return b
}

// strict reports whether a strict reader accepts the entry, and what is wrong with the
// re-encoded bytes.
func (p *Probe) strict(in *format.Input) (taken bool, err error) {
	p.fastW.Reset()
	if p.Record.Decode(p.input(&p.fast, in), nil, &p.fastW) != nil {
		return false, nil
	}
	if p.Record.Encode == nil || p.fast.Doubtful {
		return true, nil
	}
	fields, err := value.Parse(p.fastW.Buf)
	if unwritten(err) {
		return true, nil
	}
	if err != nil {
		return true, err
	}
	e := format.Input{Schema: in.Schema, Schemas: in.Schemas, Given: in.Given, Zones: in.Zones, Unlimited: true, Only: []string{}}
	for _, part := range in.Entry.Parts {
		e.Only = append(e.Only, part.Name)
	}
	var out store.Entry
	if err := p.Record.Encode(&e, fields, &out); err != nil && !unwritten(err) {
		return true, fmt.Errorf("%s cannot be written: %w", p.fastW.Buf, err)
	} else if err == nil && !sameParts(&in.Entry, &out) {
		return true, fmt.Errorf("%s is written as %x", p.fastW.Buf, out.Parts)
	}
	return true, nil
}
