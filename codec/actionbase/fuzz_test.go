package actionbase_test

import (
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/internal/formattest"
)

// FuzzRow decodes any bytes as key, qualifier and cell of each kind of row, strictly and leniently.
// Every byte has its place in the tree, and what a strict reader accepts is written again the same,
// or something says that it is not.
func FuzzRow(f *testing.F) {
	list, err := formattest.Vectors(vectorFile)
	if err != nil {
		f.Fatal(err)
	}
	for i := 0; i < len(list); i += 9 {
		e := &list[i].Input.Entry
		row, _ := e.Part(store.Row)
		qualifier, _ := e.Part(store.Qualifier)
		cell, _ := e.Part(store.Value)
		f.Add(row, qualifier, cell)
	}
	for _, a := range adversaries {
		f.Add([]byte(nil), a.make(64), a.make(64))
	}
	var probes []*formattest.Probe
	for i := range actionbase.Format.Records {
		probes = append(probes, formattest.NewProbe(&actionbase.Format, actionbase.Format.Records[i].Name))
	}
	f.Fuzz(func(t *testing.T, row, qualifier, cell []byte) {
		for _, p := range probes {
			for _, lenient := range []bool{false, true} {
				in := format.Input{Lenient: lenient}
				for _, part := range [...]store.Part{{Name: store.Row, Bytes: row}, {Name: store.Qualifier, Bytes: qualifier},
					{Name: store.Value, Bytes: cell}} {
					if slices.Contains(p.Record.Parts, part.Name) {
						in.Entry.Add(part.Name, part.Bytes)
					}
				}
				if err := p.Decode(&in); err != nil {
					t.Fatalf("%s: %v", p.Record.Name, err)
				}
				if err := p.Canonical(&in); err != nil {
					t.Fatalf("%s: %v", p.Record.Name, err)
				}
			}
		}
	})
}
