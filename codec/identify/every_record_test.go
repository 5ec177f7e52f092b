package identify_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/internal/formattest"
)

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
