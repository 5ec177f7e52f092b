package exports

import (
	"bytes"
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// BenchmarkNative decodes the same rows without this package, for comparison with a batch.
func BenchmarkNative(b *testing.B) {
	f := codec.Find("actionbase")
	r := f.Record("value")
	in := &format.Input{}
	var w value.Writer
	w.CBOR = true
	for b.Loop() {
		for range 256 {
			in.Entry.Reset()
			in.Entry.Add("value", long)
			w.Reset()
			if r.Decode(in, nil, &w) != nil {
				b.Fatal()
			}
		}
	}
}

func BenchmarkDecodeBatch(b *testing.B) {
	columns := []Column{equal("value", long, 256)}
	starts, codes := make([]int32, 257), make([]int32, 256)
	out := make([]byte, 1<<16)
	b.SetBytes(int64(len(columns[0].Data)))
	b.ReportAllocs()
	for b.Loop() {
		DecodeBatch(0, "actionbase", "value", columns, 256, 0, FieldsCBOR, starts, codes, out, new(Error))
	}
}

// BenchmarkDecodeColumns decodes the same rows into two columns.
func BenchmarkDecodeColumns(b *testing.B) {
	columns := []Column{equal("value", long, 256)}
	fields := []Field{{"value.type", TypeUTF8}, {"value.value", TypeInt64}}
	codes, out := make([]int32, 256), make([]byte, 1<<16)
	b.ReportAllocs()
	for b.Loop() {
		DecodeColumns(0, "actionbase", "value", columns, 256, 0, fields, codes, out, new(Error))
	}
}

func BenchmarkAnswer(b *testing.B) {
	out := make([]byte, 1<<16)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		out := bytes.Clone(out)
		for pb.Next() {
			Answer([]byte(valueLine), out, new(Error))
		}
	})
}

// BenchmarkDecode makes single calls, without the overhead of C.
func BenchmarkDecode(b *testing.B) {
	parts := []Part{{"value", long}}
	out := make([]byte, 4096)
	b.ReportAllocs()
	for b.Loop() {
		Decode(0, "actionbase", "value", parts, 0, FieldsCBOR, out, new(Error))
	}
}

// BenchmarkKindDecode makes the same calls with a kind that was opened once.
func BenchmarkKindDecode(b *testing.B) {
	kind := KindOpen(0, "actionbase", "value", 0, new(Error))
	defer KindClose(kind)
	parts := []Part{{"value", long}}
	out := make([]byte, 4096)
	b.ReportAllocs()
	for b.Loop() {
		KindDecode(kind, parts, FieldsCBOR, out, new(Error))
	}
}
