package exports

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/golden"
)

const benchRows = 256

// measured are the record kinds that cshared/bench measures, each with some columns.
var measured = []struct {
	format, record, parts string
	columns               []Field
}{
	{"actionbase", "value", "value", []Field{{"value.type", TypeUTF8}, {"value.value", TypeInt64}}},
	{"actionbase", "edge-state", "row,value", []Field{{"tableCode", TypeInt64}, {"source.value", TypeUTF8},
		{"target.value", TypeUTF8}, {"active", TypeBool}, {"version", TypeInt64}}},
	{"actionbase", "edge-index", "row,value", []Field{{"tableCode", TypeInt64}, {"direction", TypeUTF8},
		{"directedSource.value", TypeUTF8}, {"directedTarget.value", TypeUTF8}, {"version", TypeInt64}}},
	{"maryk-core", "hlc", "value", []Field{{"physical", TypeInt64}, {"logical", TypeInt64}}},
}

// measuredRows returns rows of a record kind: their parts, and their fields in a given form.
func measuredRows(b *testing.B, formatID, record, names string, form uint32) (parts []Column, fields Column) {
	vectors, err := golden.Vectors("vectors/" + formatID + ".jsonl.gz")
	if err != nil {
		b.Fatal(err)
	}
	for name := range strings.SplitSeq(names, ",") {
		parts = append(parts, Column{Name: name, Offsets: []int32{0}})
	}
	for i := 0; len(parts[0].Offsets) <= benchRows; i++ {
		v := &vectors[i%len(vectors)]
		bytes, err := value.Parse(v.Bytes)
		if v.Record != record || !slices.Contains(v.Ops, "encode") || err != nil {
			continue
		}
		var whole []Part
		for k := range parts {
			cell, _ := bytes.Member(parts[k].Name).Hex()
			whole = append(whole, Part{parts[k].Name, cell})
		}
		if len(whole[len(whole)-1].Data) == 0 || Decode(0, formatID, record, whole, 0, form, nil, new(Error)) < 0 {
			continue
		}
		for k, part := range whole {
			parts[k].Data = append(parts[k].Data, part.Data...)
			parts[k].Offsets = append(parts[k].Offsets, int32(len(parts[k].Data)))
		}
	}
	starts, out := make([]int32, benchRows+1), make([]byte, 1<<20)
	n := DecodeBatch(0, formatID, record, parts, benchRows, 0, form, starts, nil, out, new(Error))
	return parts, Column{Offsets: starts, Data: out[:n]}
}

func BenchmarkRowsDecode(b *testing.B) {
	for _, m := range measured {
		b.Run(m.record, func(b *testing.B) {
			parts, _ := measuredRows(b, m.format, m.record, m.parts, FieldsCBOR)
			starts, out := make([]int32, benchRows+1), make([]byte, 1<<20)
			b.ReportAllocs()
			for b.Loop() {
				DecodeBatch(0, m.format, m.record, parts, benchRows, 0, FieldsCBOR, starts, nil, out, new(Error))
			}
		})
	}
}

func BenchmarkRowsColumns(b *testing.B) {
	for _, m := range measured {
		b.Run(m.record, func(b *testing.B) {
			parts, _ := measuredRows(b, m.format, m.record, m.parts, FieldsCBOR)
			out := make([]byte, 1<<20)
			b.ReportAllocs()
			for b.Loop() {
				if DecodeColumns(0, m.format, m.record, parts, benchRows, 0, m.columns, nil, out, new(Error)) < 0 {
					b.Fatal("the columns are refused")
				}
			}
		})
	}
}

func BenchmarkRowsEncode(b *testing.B) {
	for _, m := range measured {
		for _, c := range []struct {
			name string
			form uint32
			kind uint32
		}{{"JSON", FieldsJSON, TypeJSON}, {"CBOR", FieldsCBOR, TypeCBOR}} {
			b.Run(m.record+"/"+c.name, func(b *testing.B) {
				parts, fields := measuredRows(b, m.format, m.record, m.parts, c.form)
				columns := []Values{{Field: Field{"", c.kind}, Offsets: fields.Offsets, Data: fields.Data}}
				starts, out := make([]int32, len(parts)*(benchRows+1)), make([]byte, 1<<20)
				b.ReportAllocs()
				for b.Loop() {
					if n := EncodeColumns(0, m.format, m.record, m.parts, columns, benchRows, 0, starts, nil, out, new(Error)); n < 0 {
						b.Fatal(n)
					}
				}
			})
		}
	}
}
