package lexicoder_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

var benches = []struct {
	lexicoder string
	v         lexicoder.Value
}{
	{"long", lexicoder.Value{Num: 42}},
	{"double", lexicoder.Value{Num: 0x3ff8000000000000}},
	{"uuid", lexicoder.Value{Num: 1 << 60, Least: 1 << 61}},
	{"string", lexicoder.Value{Bytes: []byte("twenty letters of it")}},
	{"biginteger", lexicoder.Value{Bytes: []byte{0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0, 0x11, 0x22}}},
	{"reverse(date)", lexicoder.Value{Num: 1_700_000_000_000}},
	{"pair(string, long)", lexicoder.Value{Items: []lexicoder.Value{{Bytes: []byte("twenty letters of it")}, {Num: 42}}}},
	{"list(string)", lexicoder.Value{Items: []lexicoder.Value{{Bytes: []byte("one")}, {Bytes: []byte("two")},
		{Bytes: []byte("three")}, {Bytes: []byte("four")}}}},
}

func TestNothingIsAllocatedAKey(t *testing.T) {
	record := lexicoder.Format.Record("key")
	for _, c := range benches {
		l := parse(t, c.lexicoder)
		stored, err := l.Append(make([]byte, 0, 256), &c.v)
		if err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, 0, 256)
		if n := testing.AllocsPerRun(100, func() { buf, err = l.Append(buf[:0], &c.v) }); n != 0 || err != nil {
			t.Errorf("%s: writing allocates %v times, %v", c.lexicoder, n, err)
		}
		in := format.Input{Schema: &lexicoder.Schema{Lexicoder: l}}
		in.Entry.Add(store.Row, stored)
		w := value.Writer{Buf: make([]byte, 0, 1024)}
		decode := func() {
			w.Reset()
			err = record.Decode(&in, nil, &w)
		}
		if n := testing.AllocsPerRun(100, decode); n != 0 || err != nil {
			t.Errorf("%s: reading allocates %v times, %v", c.lexicoder, n, err)
		}
	}
}

func BenchmarkKey(b *testing.B) {
	for _, c := range benches {
		b.Run(c.lexicoder, func(b *testing.B) { benchKey(b, c.lexicoder, &c.v) })
	}
}

func benchKey(b *testing.B, e string, v *lexicoder.Value) {
	l, err := lexicoder.Parse(value.Of(e))
	if err != nil {
		b.Fatal(err)
	}
	stored, err := l.Append(nil, v)
	if err != nil {
		b.Fatal(err)
	}
	buf := make([]byte, 0, 256)
	b.Run("encode", func(b *testing.B) {
		b.SetBytes(int64(len(stored)))
		b.ReportAllocs()
		for b.Loop() {
			buf, _ = l.Append(buf[:0], v)
		}
	})
	in := format.Input{Schema: &lexicoder.Schema{Lexicoder: l}}
	in.Entry.Add(store.Row, stored)
	record := lexicoder.Format.Record("key")
	var w value.Writer
	b.Run("decode", func(b *testing.B) {
		b.SetBytes(int64(len(stored)))
		b.ReportAllocs()
		for b.Loop() {
			w.Reset()
			if err := record.Decode(&in, nil, &w); err != nil {
				b.Fatal(err)
			}
		}
	})
}
