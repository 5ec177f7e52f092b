package hbase_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

// FuzzCell decodes any bytes as every kind of cell, with and without a model. Every byte has its
// place, and what is read strictly is written again as it was.
func FuzzCell(f *testing.F) {
	list, err := formattest.Vectors(vectorFile)
	if err != nil {
		f.Fatal(err)
	}
	for i := 0; i < len(list); i += 7 {
		e := &list[i].Input.Entry
		row, _ := e.Part("row")
		family, ok := e.Part("family")
		qualifier, _ := e.Part("qualifier")
		val, _ := e.Part("value")
		if ok {
			f.Add(row, family, qualifier, val, i%2 == 0)
		}
	}
	s := models(f, "keepall")
	var probes []*formattest.Probe
	for _, p := range formattest.Probes() {
		if p.Format == &hbase.Format && !strings.HasPrefix(p.Record.Name, "table-") {
			probes = append(probes, p)
		}
	}
	f.Fuzz(func(t *testing.T, row, family, qualifier, val []byte, lenient bool) {
		for _, schema := range []format.Schema{s, nil} {
			in := format.Input{Schema: schema, Lenient: lenient}
			for _, p := range [...]store.Part{{Name: "row", Bytes: row}, {Name: "family", Bytes: family},
				{Name: "qualifier", Bytes: qualifier}, {Name: "value", Bytes: val}} {
				in.Entry.Add(p.Name, p.Bytes)
			}
			for _, p := range probes {
				if err := p.Decode(&in); err != nil {
					t.Fatalf("%s: %v", p.Record.Name, err)
				}
				if !lenient && p.Fields != nil && !unwritten(p.Fields) {
					p.WrittenBack(t, &formattest.Case{ID: p.Record.Name, Input: in})
				}
			}
		}
	})
}

// unwritten reports fields that name a case which the model does not have, or a NaN
// whose bits the fields do not say: they cannot be written again.
func unwritten(fields []byte) bool {
	v, err := value.Parse(fields)
	if err != nil {
		return false
	}
	text, _ := v.Member("value").Text()
	return text == "%Unknown" || text == "NaN"
}
