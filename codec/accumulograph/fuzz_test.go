package accumulograph_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/internal/formattest"
)

func seeds(f *testing.F, record string) *formattest.Probe {
	list, err := formattest.Vectors(vectorFile)
	if err != nil {
		f.Fatal(err)
	}
	p := formattest.NewProbe(&accumulograph.Format, record)
	n := 0
	for i := range list {
		if list[i].Record != record {
			continue
		}
		if n++; n%5 == 0 {
			f.Add(formattest.Join(p.Record, &list[i].Input))
		}
	}
	return p
}

func check(t *testing.T, p *formattest.Probe, data []byte) {
	for _, lenient := range []bool{false, true} {
		var in format.Input
		formattest.Split(p.Record, data, &in)
		in.Lenient = lenient
		if err := p.Decode(&in); err != nil {
			t.Fatal(err)
		}
		if err := p.Canonical(&in); err != nil {
			t.Fatal(err)
		}
	}
}

// FuzzValue reads any bytes as a typed value. Every byte has its place, fast and annotated reading
// agree, and what is read strictly is written back or reported as different.
func FuzzValue(f *testing.F) {
	p := seeds(f, "value")
	for _, text := range hostile() {
		if len(text) < 1<<10 {
			f.Add(append([]byte{0}, text...))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) { check(t, p, data) })
}

// FuzzEntry does the same for entries.
func FuzzEntry(f *testing.F) {
	p := seeds(f, "entry")
	f.Fuzz(func(t *testing.T, data []byte) { check(t, p, data) })
}
