package maryk_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

func TestCellsOfRecordsAreReadBack(t *testing.T) {
	s := marykfixture.Linked(t)
	for _, c := range []struct {
		model, qualifier, path string
		cell                   maryk.CellKind
	}{
		{"ComplexModel", "2c", "mapWithList", maryk.CellMap},
		{"ComplexModel", "2c016102", "mapWithList.@a", maryk.CellList},
		{"ComplexModel", "2c01610200000003", "mapWithList.@a.@3", maryk.CellValue},
		{"ComplexModel", "3c0161040162", "mapWithMap.@a.@b", maryk.CellValue},
		{"ComplexModel", "34016103", "mapWithSet.@a", maryk.CellSet},
		{"ComplexModel", "340161030162", "mapWithSet.@a.#b", maryk.CellValue},
		{"ComplexModel", "09", "multi", maryk.CellType},
		{"ComplexModel", "091d", "multi.*T3", maryk.CellEmbed},
		{"ComplexModel", "091d09", "multi.*T3.value", maryk.CellValue},
		{"ComplexModel", "09250200000000", "multi.*T4.@0", maryk.CellValue},
		{"ComplexModel", "2404000000071d09", "mapIntMulti.@7.*T3.value", maryk.CellValue},
		{"Zoo", "940104ffffffe8", "", 0},
		{"TestMarykModel", "940104ffffffe8", "incMap.@23", maryk.CellValue},
		{"TestMarykModel", "66161609", "embeddedValues.model.model.value", maryk.CellValue},
		{"TestMarykModel", "c903", "57", maryk.CellUnknown},
		{"", "2c01610200000003", "5.@0x61.@3", maryk.CellValue},
		{"", "691d09", "13.*3.1", maryk.CellUnknown},
		{"", "4b0480004792", "9.#0x80004792", maryk.CellValue},
		{"", "66", "12", maryk.CellEmbed},
	} {
		t.Run(c.model+" "+c.qualifier, func(t *testing.T) {
			var p maryk.Path
			b := marykfixture.Unhex(t, c.qualifier)
			err := maryk.DecodePath(b, s.Model(c.model), maryk.PathOptions{}, &p)
			if c.path == "" {
				if err == nil {
					t.Fatalf("%s is read, want a refusal", p.String())
				}
				return
			}
			if err != nil || p.String() != c.path || p.Cell() != c.cell {
				t.Fatalf("%s, %s, %v; want %s, %s", p.String(), p.Cell(), err, c.path, c.cell)
			}
			marykfixture.QualifierIsWrittenBack(t, b, s.Model(c.model))
		})
	}
}

// Every cell of a record in the vectors is read back. Its text is that of the reference that
// upstream writes, where cell and reference are the same.
func TestEveryWrittenCellIsReadBack(t *testing.T) {
	s := marykfixture.Linked(t)
	for name, text := range map[string]string{
		"ComplexModel": `{"multi":{"typeIndex":7,"value":{"type":"MultiType","typeIndex":2,"value":{"type":"SInt16","value":22}}},
			"mapWithList":{"value":[[{"value":"a"},{"value":[{"value":"b"},{"value":"c"}]}]]},
			"mapWithMap":{"value":[[{"value":"a"},{"value":[[{"value":"b"},{"value":"c"}]]}]]},
			"mapWithSet":{"value":[[{"value":""},{"value":[{"value":"z"},{"value":"y"}]}]]}}`,
		"TestMarykModel": `{"incMap":{"value":[[{"value":1},{"value":"one"}],[{"value":4294967295},{"value":"last"}]]},
			"list":{"value":[{"value":1},{"value":-1}]},"set":{"value":[{"value":"2020-03-01"},{"value":"1969-12-31"}]},
			"embeddedValues":{"value":{"model":{"value":{"value":{"value":"deep"}}}}}}`,
	} {
		fields, err := value.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		m := s.Model(name)
		record, err := maryk.ParseRecord(fields, m)
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		err = m.Cells(&record, func(c maryk.CellOut) error {
			count++
			var p maryk.Path
			if err := maryk.DecodePath(c.Qualifier, m, maryk.PathOptions{Known: true}, &p); err != nil {
				t.Errorf("%x: %v", c.Qualifier, err)
			} else if p.Cell() != c.Kind {
				t.Errorf("%x, %s, is the cell of a %s, want %s", c.Qualifier, p.String(), p.Cell(), c.Kind)
			}
			marykfixture.QualifierIsWrittenBack(t, c.Qualifier, m)
			return nil
		})
		if err != nil || count < 8 {
			t.Errorf("%s: %d cells, %v", name, count, err)
		}
	}
}

// A lookup takes constant time: the benchmark takes as long for 10 properties as for 1000.
func BenchmarkPropertyLookup(b *testing.B) {
	for _, count := range []int{10, 50, 200, 1000} {
		m := modelOf(b, count)
		b.Run(itoa(count), func(b *testing.B) {
			var p maryk.Path
			var references [64][]byte
			for i := range references {
				references[i] = maryk.AppendExtra(nil, uint32(1+i*(count-1)/(len(references)-1)), maryk.TagValue)
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if err := maryk.DecodePath(references[i%len(references)], m, maryk.PathOptions{Known: true}, &p); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}

func BenchmarkReadPath(b *testing.B) {
	m := marykfixture.Linked(b).Model("TestMarykModel")
	var p maryk.Path
	src := marykfixture.Unhex(b, "66161609")
	b.ReportAllocs()
	for b.Loop() {
		if err := maryk.DecodePath(src, m, maryk.PathOptions{}, &p); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadStored(b *testing.B) {
	var zoo *maryk.Stored
	for _, d := range marykfixture.Linked(b).Stored {
		if d.Model.Name == "Zoo" {
			zoo = d
		}
	}
	model, err := maryk.AppendModel(nil, zoo.Model)
	if err != nil {
		b.Fatal(err)
	}
	deps, err := maryk.AppendDependents(nil, zoo.Dependents)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(model) + len(deps)))
	b.ReportAllocs()
	for b.Loop() {
		d, err := maryk.ReadStored(model, deps)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := maryk.NewSchema(d); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadKey(b *testing.B) {
	m := marykfixture.Linked(b).Model("Log")
	key := marykfixture.Unhex(b, "7fffffa516713f7f840001")
	var k maryk.Key
	b.ReportAllocs()
	for b.Loop() {
		if err := maryk.DecodeKey(key, m, &k); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadIndexEntry(b *testing.B) {
	x := marykfixture.Linked(b).Model("Zoo").IndexByReference(marykfixture.Unhex(b, "04020a29020b31020a19"))
	entry := marykfixture.Unhex(b, "00017fffb86d610104020102")
	var e maryk.IndexEntry
	b.ReportAllocs()
	for b.Loop() {
		if err := maryk.DecodeIndexEntry(entry, x, 2, &e); err != nil {
			b.Fatal(err)
		}
	}
}

func TestAPathHasNoEmptyName(t *testing.T) {
	j, err := value.Parse([]byte(`{"kind":"RootModel","name":"M","version":"1.0","key":{"part":"UUIDv4"},"keyByteSize":16,"keyIndices":[0],` +
		`"properties":[{"index":1,"name":"a","alternativeNames":[""],"definition":{"type":"Boolean","required":true,"final":false,"unique":false}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	stored, err := maryk.ParseStored(j, value.Value{})
	if err != nil {
		t.Fatal(err)
	}
	for text, ok := range map[string]bool{"a": true, "": false, "a.": false} {
		if p, err := maryk.ParsePath(text, stored.Model); (err == nil) != ok {
			t.Errorf("%q is %s, %v", text, p.String(), err)
		}
	}
}
