package exports

import (
	"bufio"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"
)

type benchRows struct {
	columns []Column
	json    Column
	cbor    Column
}

func edgeIndexes(b *testing.B) *benchRows {
	f, err := os.Open("../../golden/vectors/actionbase.jsonl.gz")
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		b.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	row, val := Column{Name: "row", Offsets: []int32{0}}, Column{Name: "value", Offsets: []int32{0}}
	n := 0
	var all [][2][]byte
	for lines.Scan() {
		var v struct {
			Record string
			Bytes  map[string]string
			Ops    []string
			Given  map[string]any
		}
		if json.Unmarshal(lines.Bytes(), &v) != nil || v.Record != "edge-index" || len(v.Ops) < 2 || v.Bytes["row"] == "" || v.Bytes["value"] == "" {
			continue
		}
		r, _ := hex.DecodeString(v.Bytes["row"])
		w, _ := hex.DecodeString(v.Bytes["value"])
		out := make([]byte, 1<<16)
		if Decode(0, "actionbase", "edge-index", []Part{{"row", r}, {"value", w}}, 0, FieldsCBOR, out, new(Error)) < 0 {
			continue
		}
		all = append(all, [2][]byte{r, w})
	}
	for n < 256 {
		a := all[n%len(all)]
		row.Data = append(row.Data, a[0]...)
		row.Offsets = append(row.Offsets, int32(len(row.Data)))
		val.Data = append(val.Data, a[1]...)
		val.Offsets = append(val.Offsets, int32(len(val.Data)))
		n++
	}
	s := &benchRows{columns: []Column{row, val}}
	for _, form := range []uint32{FieldsJSON, FieldsCBOR} {
		starts := make([]int32, 257)
		out := make([]byte, 1<<20)
		size := DecodeBatch(0, "actionbase", "edge-index", s.columns, 256, 0, form, starts, nil, out, new(Error))
		c := Column{Offsets: starts, Data: out[:size]}
		if form == FieldsJSON {
			s.json = c
		} else {
			s.cbor = c
		}
	}
	b.Logf("%d rows, %d json, %d cbor, %d %d", len(all), len(s.json.Data)/256, len(s.cbor.Data)/256, len(row.Data)/256, len(val.Data)/256)
	return s
}

func BenchmarkEdgeDecode(b *testing.B) {
	s := edgeIndexes(b)
	starts, codes := make([]int32, 257), make([]int32, 256)
	out := make([]byte, 1<<20)
	b.ReportAllocs()
	for b.Loop() {
		DecodeBatch(0, "actionbase", "edge-index", s.columns, 256, 0, FieldsCBOR, starts, codes, out, new(Error))
	}
}

func BenchmarkEdgeColumns(b *testing.B) {
	s := edgeIndexes(b)
	codes := make([]int32, 256)
	out := make([]byte, 1<<20)
	fields := []Field{{"tableCode", TypeInt64}, {"direction", TypeUTF8}, {"directedSource.value", TypeUTF8}, {"directedTarget.value", TypeUTF8}, {"version", TypeInt64}}
	b.ReportAllocs()
	for b.Loop() {
		DecodeColumns(0, "actionbase", "edge-index", s.columns, 256, 0, fields, codes, out, new(Error))
	}
}

func BenchmarkEdgeEncodeJSON(b *testing.B) {
	s := edgeIndexes(b)
	starts, codes := make([]int32, 257), make([]int32, 256)
	out := make([]byte, 1<<20)
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range []string{"row", "value"} {
			e := new(Error)
			if EncodeBatch(0, "actionbase", "edge-index", p, s.json.Offsets, s.json.Data, 256, 0, starts, codes, out, e) < 0 || codes[0] != 0 {
				b.Fatal(e, codes[0])
			}
		}
	}
}

func benchEncodeColumns(b *testing.B, fields []Values) {
	starts, codes := make([]int32, 2*257), make([]int32, 256)
	out := make([]byte, 1<<17)
	b.ReportAllocs()
	for b.Loop() {
		e := new(Error)
		if EncodeColumns(0, "actionbase", "edge-index", "row,value", fields, 256, 0, starts, codes, out, e) < 0 || codes[0] != 0 {
			b.Fatal(e, codes[0])
		}
	}
}

func BenchmarkEdgeEncodeCBOR(b *testing.B) {
	s := edgeIndexes(b)
	benchEncodeColumns(b, []Values{{Field: Field{"", TypeCBOR}, Offsets: s.cbor.Offsets, Data: s.cbor.Data}})
}

func BenchmarkEdgeEncodeJSON2(b *testing.B) {
	s := edgeIndexes(b)
	benchEncodeColumns(b, []Values{{Field: Field{"", TypeJSON}, Offsets: s.json.Offsets, Data: s.json.Data}})
}
