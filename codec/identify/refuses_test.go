package identify_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/internal/formattest"
)

// samples are byte strings of every format, each also cut and with a byte changed.
func samples(t *testing.T) (list [][]byte) {
	list = append(list, nil)
	for _, f := range codec.Formats() {
		cases, err := formattest.Vectors("vectors/" + f.ID + ".jsonl.gz")
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(cases); i += 1 + len(cases)/100 {
			for _, p := range cases[i].Input.Entry.Parts {
				b := p.Bytes[:min(len(p.Bytes), 256)]
				list = append(list, b, b[:len(b)/2])
				if len(b) > 0 {
					changed := append([]byte(nil), b...)
					changed[i%len(b)] ^= 1 << (i % 8)
					list = append(list, changed)
				}
			}
		}
	}
	return list
}

func TestAShapeIsRefusedOnlyIfDecodeRefusesIt(t *testing.T) {
	list := samples(t)
	for _, f := range codec.Formats() {
		for i := range f.Records {
			r := &f.Records[i]
			if r.Refuses == nil {
				continue
			}
			n := 0
			for _, b := range list {
				for _, part := range r.Parts {
					in := format.Input{Entry: store.Entry{Parts: []store.Part{{Name: part, Bytes: b}}}}
					if !r.Refuses(&in) {
						continue
					}
					n++
					for _, in.Lenient = range []bool{false, true} {
						if r.Decode(&in, nil, nil) == nil {
							t.Errorf("%s %s takes %s %x, lenient %t", f.ID, r.Name, part, b, in.Lenient)
						}
					}
				}
			}
			if n == 0 {
				t.Errorf("%s %s: nothing was refused", f.ID, r.Name)
			}
		}
	}
}

// TestBestIsTheFirstCandidate: also where it skips what only people read, and readings below it.
func TestBestIsTheFirstCandidate(t *testing.T) {
	var quick, full identify.Finder
	for _, b := range samples(t) {
		q := identify.Lone(b)
		parsed, nearest := quick.Best(q)
		want, refused := full.Candidates(q)
		if (len(parsed) == 0) != (len(want) == 0) || len(want) == 0 && len(refused) > 0 && *nearest != *refused[0].Err {
			t.Errorf("%x: %d readings and %v, not %d", b, len(parsed), nearest, len(want))
			continue
		}
		for i, w := range want {
			if !w.AsGood(want[0]) {
				break
			}
			c := parsed[min(i, len(parsed)-1)]
			if c.Title() != w.Title() || c.Tie != w.Tie || c.Canonical != w.Canonical || c.Dots != w.Dots || string(c.Fields) != string(w.Fields) {
				t.Errorf("%x, reading %d: %s %s, want %s %s", b, i, c.Title(), c.Fields, w.Title(), w.Fields)
			}
		}
	}
}
