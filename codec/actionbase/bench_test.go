package actionbase_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// golden/bench compares with other libraries; these are for tuning.

func text(s string) actionbase.Value {
	return actionbase.Value{Kind: actionbase.String, Text: []byte(s)}
}

func long(n int64) actionbase.Value { return actionbase.Value{Kind: actionbase.Long, Num: uint64(n)} }

var (
	prefix = actionbase.Prefix{Source: long(100), Table: actionbase.Code("demo.follow")}

	benchState = actionbase.EdgeStateKey{Prefix: prefix, Target: text("item-0123456789-abcd")}

	benchStateValue = actionbase.EdgeStateValue{
		Active: true, Version: 1_700_000_000_000, CreatedAt: actionbase.Instant{Set: true, Value: 1_700_000_000_000},
		Properties: []actionbase.StateProperty{
			{Code: actionbase.Code("memo"), Value: text("twenty letters of it"), Version: 1_700_000_000_000},
			{Code: actionbase.Code("rank"), Value: long(-7), Version: 1_700_000_000_000},
			{Code: actionbase.Code("public"), Value: actionbase.Value{Kind: actionbase.Boolean, Num: 1}, Version: 1_700_000_000_000},
		},
	}

	benchIndexValue = actionbase.EdgeIndexValue{
		Version: 1_700_000_000_000,
		Properties: []actionbase.IndexProperty{
			{Code: actionbase.Code("memo"), Value: text("twenty letters of it")},
			{Code: actionbase.Code("rank"), Value: long(-7)},
		},
	}
)

func benchIndex(o order.Order) *actionbase.EdgeIndexKey {
	return &actionbase.EdgeIndexKey{
		Prefix: prefix, Direction: actionbase.Out, Index: actionbase.Code("by_name"),
		Values: []actionbase.OrderedValue{{Value: text("a name of 20 letters"), Order: o}},
		Target: text("item-0123456789-abcd"),
	}
}

func BenchmarkEdgeStateKey(b *testing.B) {
	benchPart(b, &benchState, actionbase.AppendEdgeStateKey, actionbase.DecodeEdgeStateKey, (*actionbase.EdgeStateKey).Read)
}

func BenchmarkEdgeStateValue(b *testing.B) {
	benchPart(b, &benchStateValue, actionbase.AppendEdgeStateValue, actionbase.DecodeEdgeStateValue, (*actionbase.EdgeStateValue).Read)
}

func BenchmarkEdgeIndexKey(b *testing.B) {
	for _, o := range []order.Order{order.Asc, order.Desc} {
		b.Run(o.String(), func(b *testing.B) {
			benchPart(b, benchIndex(o), actionbase.AppendEdgeIndexKey, actionbase.DecodeEdgeIndexKey, (*actionbase.EdgeIndexKey).Read)
		})
	}
}

func BenchmarkEdgeIndexValue(b *testing.B) {
	benchPart(b, &benchIndexValue, actionbase.AppendEdgeIndexValue, actionbase.DecodeEdgeIndexValue, (*actionbase.EdgeIndexValue).Read)
}

// annotated reads a part into a tree, which is reused.
func annotated[T any](stored []byte, view *T, tree *span.Tree, read func(*T, *wire.Reader, *actionbase.Schema)) func() error {
	r := new(wire.Reader)
	return func() error {
		tree.Reset()
		tree.Part("part", stored)
		*r = wire.NewReader(stored, tree)
		read(view, r, nil)
		return r.Finish()
	}
}

// benchPart measures the three verbs of one part.
func benchPart[T any](b *testing.B, v *T, encode func([]byte, *T) ([]byte, error), decode func([]byte, *T) error,
	read func(*T, *wire.Reader, *actionbase.Schema)) {
	stored, err := encode(nil, v)
	if err != nil {
		b.Fatal(err)
	}
	run := func(name string, f func() error) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(stored)))
			b.ReportAllocs()
			for b.Loop() {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	view, tree, buf := new(T), new(span.Tree), make([]byte, 0, 2*len(stored))
	run("encode", func() (err error) { buf, err = encode(buf[:0], v); return err })
	run("decode", func() error { return decode(stored, view) })
	run("annotate", annotated(stored, view, tree, read))
}

func BenchmarkValue(b *testing.B) {
	for name, v := range map[string]actionbase.Value{
		"long":   long(-7),
		"double": {Kind: actionbase.Double, Num: 1 << 62},
		"text20": text("twenty letters of it"),
		"text12": text("twelve of it"),
		"text2":  text("ab"),
		"json":   {Kind: actionbase.JSON, Text: []byte(`{"a":[1,2,3],"b":"text"}`)},
	} {
		for _, o := range []order.Order{order.Asc, order.Desc} {
			b.Run(name+"/"+o.String(), func(b *testing.B) { benchValue(b, &v, o) })
		}
	}
}

func benchValue(b *testing.B, v *actionbase.Value, o order.Order) {
	stored, err := actionbase.AppendValue(nil, v, o)
	if err != nil {
		b.Fatal(err)
	}
	var buf, scratch []byte
	b.Run("encode", func(b *testing.B) {
		b.SetBytes(int64(len(stored)))
		b.ReportAllocs()
		for b.Loop() {
			buf, _ = actionbase.AppendValue(buf[:0], v, o)
		}
	})
	b.Run("decode", func(b *testing.B) {
		b.SetBytes(int64(len(stored)))
		b.ReportAllocs()
		var list []actionbase.OrderedValue
		for b.Loop() {
			if list, scratch, err = actionbase.DecodeValues(stored, list[:0], scratch[:0]); err != nil {
				b.Fatal(err)
			}
		}
	})
}
