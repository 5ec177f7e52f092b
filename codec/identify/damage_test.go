package identify_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/internal/formattest"
)

func vectorCases(t *testing.T) []formattest.Case {
	t.Helper()
	list, err := formattest.Vectors("vectors/actionbase.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 1000 {
		t.Fatalf("only %d vectors have bytes", len(list))
	}
	return list
}

// byRecord runs a subtest for each record kind with its vectors.
func byRecord(t *testing.T, check func(t *testing.T, p *formattest.Probe, c *formattest.Case)) {
	cases := vectorCases(t)
	for _, p := range formattest.Probes() {
		t.Run(p.Format.ID+" "+p.Record.Name, func(t *testing.T) {
			t.Parallel()
			for i := range cases {
				if cases[i].Format == p.Format && cases[i].Record == p.Record.Name {
					check(t, p, &cases[i])
				}
			}
		})
	}
}

func TestEveryVectorIsExplainedByteByByte(t *testing.T) {
	byRecord(t, func(t *testing.T, p *formattest.Probe, c *formattest.Case) {
		for _, lenient := range []bool{c.Input.Lenient, true} {
			in := c.Input
			in.Lenient = lenient
			if err := p.Decode(&in); err != nil {
				t.Errorf("%s: %v", c.ID, err)
			}
			if err := p.Canonical(&in); err != nil {
				t.Errorf("%s: %v", c.ID, err)
			}
		}
	})
}

// longPart is the length from which only a sample of a part's bytes is damaged:
// the vectors of 5120 bytes are one long text each.
const longPart = 512

// places returns the offsets at which a part of n bytes is damaged.
func places(n int) []int {
	var list []int
	for i := 0; i < n; i++ {
		if n > longPart && i > 64 && i < n-64 && i%97 != 0 {
			continue
		}
		list = append(list, i)
	}
	return list
}

// damaged calls check with copies of c's input in which one part is changed.
func damaged(c *formattest.Case, part int, b []byte, check func(in *format.Input)) {
	in := c.Input
	in.Entry.Parts = append([]store.Part(nil), c.Input.Entry.Parts...)
	in.Entry.Parts[part].Bytes = b
	check(&in)
}

func TestEveryPrefixOfAVectorIsExplained(t *testing.T) {
	byRecord(t, func(t *testing.T, p *formattest.Probe, c *formattest.Case) {
		for i, part := range c.Input.Entry.Parts {
			for _, n := range places(len(part.Bytes)) {
				damaged(c, i, part.Bytes[:n:n], func(in *format.Input) {
					if err := p.Decode(in); err != nil {
						t.Fatalf("%s, %s cut to %d bytes: %v", c.ID, part.Name, n, err)
					}
				})
			}
		}
	})
}

func TestEveryFlippedByteOfAVectorIsExplained(t *testing.T) {
	byRecord(t, func(t *testing.T, p *formattest.Probe, c *formattest.Case) {
		for i, part := range c.Input.Entry.Parts {
			b := append([]byte(nil), part.Bytes...)
			for _, at := range places(len(b)) {
				for _, x := range []byte{0x01, 0x80, 0xff} {
					b[at] ^= x
					damaged(c, i, b, func(in *format.Input) {
						if err := p.Decode(in); err != nil {
							t.Fatalf("%s, %s with byte %d XOR %#02x: %v", c.ID, part.Name, at, x, err)
						}
					})
					b[at] ^= x
				}
			}
		}
	})
}

func TestShortestInputsAreExplained(t *testing.T) {
	for _, p := range formattest.Probes() {
		for _, part := range p.Record.Parts {
			t.Run(p.Format.ID+" "+p.Record.Name+" "+part, func(t *testing.T) {
				t.Parallel()
				p := formattest.NewProbe(p.Format, p.Record.Name)
				var b [2]byte
				in := format.Input{}
				in.Entry.Add(part, nil)
				for n := 0; n <= 2; n++ {
					for x := 0; x < 1<<(8*n); x++ {
						b[0], b[1] = byte(x), byte(x>>8)
						in.Entry.Parts[0].Bytes = b[:n]
						in.Lenient = x&1 == 1
						if err := p.Decode(&in); err != nil {
							t.Fatalf("%x: %v", b[:n], err)
						}
					}
				}
			})
		}
	}
}

func TestAnEntryWithoutPartsIsRefused(t *testing.T) {
	for _, p := range formattest.Probes() {
		if err := p.Decode(&format.Input{}); err != nil || p.Err == nil && p.Given == nil {
			t.Errorf("%s: %v, %v", p.Record.Name, p.Err, err)
		}
	}
}
