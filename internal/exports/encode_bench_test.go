package exports

import (
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/golden"
)

// edgeIndexes are 256 rows of edge indexes: their parts, and their fields in a form.
func edgeIndexes(b *testing.B, form uint32) (parts []Column, fields Column) {
	vectors, err := golden.Vectors("vectors/actionbase.jsonl.gz")
	if err != nil {
		b.Fatal(err)
	}
	parts = []Column{{Name: "row", Offsets: []int32{0}}, {Name: "value", Offsets: []int32{0}}}
	for i := 0; len(parts[0].Offsets) <= 256; i++ {
		v := &vectors[i%len(vectors)]
		bytes, err := value.Parse(v.Bytes)
		if v.Record != "edge-index" || !slices.Contains(v.Ops, "encode") || err != nil {
			continue
		}
		var cells [2][]byte
		for k := range parts {
			cells[k], _ = bytes.Member(parts[k].Name).Hex()
		}
		whole := []Part{{"row", cells[0]}, {"value", cells[1]}}
		if len(cells[1]) == 0 || Decode(0, "actionbase", "edge-index", whole, 0, form, nil, new(Error)) < 0 {
			continue
		}
		for k, cell := range cells {
			parts[k].Data = append(parts[k].Data, cell...)
			parts[k].Offsets = append(parts[k].Offsets, int32(len(parts[k].Data)))
		}
	}
	starts, out := make([]int32, 257), make([]byte, 1<<20)
	n := DecodeBatch(0, "actionbase", "edge-index", parts, 256, 0, form, starts, nil, out, new(Error))
	return parts, Column{Offsets: starts, Data: out[:n]}
}

func BenchmarkIndexDecode(b *testing.B) {
	parts, _ := edgeIndexes(b, FieldsCBOR)
	starts, out := make([]int32, 257), make([]byte, 1<<20)
	b.ReportAllocs()
	for b.Loop() {
		DecodeBatch(0, "actionbase", "edge-index", parts, 256, 0, FieldsCBOR, starts, nil, out, new(Error))
	}
}

func BenchmarkIndexDecodeColumns(b *testing.B) {
	parts, _ := edgeIndexes(b, FieldsCBOR)
	fields := []Field{{"tableCode", TypeInt64}, {"direction", TypeUTF8}, {"directedSource.value", TypeUTF8},
		{"directedTarget.value", TypeUTF8}, {"version", TypeInt64}}
	out := make([]byte, 1<<20)
	b.ReportAllocs()
	for b.Loop() {
		DecodeColumns(0, "actionbase", "edge-index", parts, 256, 0, fields, nil, out, new(Error))
	}
}

func BenchmarkIndexEncode(b *testing.B) {
	for _, c := range []struct {
		name string
		form uint32
		kind uint32
	}{{"JSON", FieldsJSON, TypeJSON}, {"CBOR", FieldsCBOR, TypeCBOR}} {
		b.Run(c.name, func(b *testing.B) {
			_, fields := edgeIndexes(b, c.form)
			columns := []Values{{Field: Field{"", c.kind}, Offsets: fields.Offsets, Data: fields.Data}}
			starts, out := make([]int32, 2*257), make([]byte, 1<<20)
			b.ReportAllocs()
			for b.Loop() {
				if n := EncodeColumns(0, "actionbase", "edge-index", "row,value", columns, 256, 0, starts, nil, out, new(Error)); n < 0 {
					b.Fatal(n)
				}
			}
		})
	}
}
