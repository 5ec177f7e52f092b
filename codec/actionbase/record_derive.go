package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/xxh32"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// deriveCode hashes a name.
func deriveCode(in *format.Input, w *value.Writer) error {
	name, ok := in.Given.Member("text").Text()
	if !ok {
		return refuse("text", "expected the name to hash")
	}
	w.Object()
	w.Key("code")
	w.Int(int64(Code(value.Questioned(name))))
	w.EndObject()
	return nil
}

// deriveHash hashes bytes.
func deriveHash(in *format.Input, w *value.Writer) error {
	b, ok := in.Entry.Part("input")
	seed, seeded := in.Given.Member("seed").Uint()
	if !ok || !seeded || seed > 1<<32-1 {
		return refuse("input", "expected bytes to hash and a seed of 32 bits")
	}
	w.Object()
	w.Key("hash")
	w.Int(int64(xxh32.SumSeed(b, uint32(seed))))
	w.EndObject()
	return nil
}

// deriveOrder encodes values, or index rows, and sorts the encodings as HBase
// does: by unsigned bytes.
func deriveOrder(in *format.Input, w *value.Writer) error {
	o, err := valueOrder(in.Given)
	if err != nil {
		return err
	}
	rows, err := parseList(in.Given, "values", func(v value.Value) ([]byte, error) {
		if _, ok := v.Get("directedSource"); ok {
			var e store.Entry
			err := encodeIndexKey(v, &e)
			b, _ := e.Part(store.Row)
			return b, err
		}
		x, err := parseValue(v)
		if err != nil {
			return nil, err
		}
		return AppendValue(nil, &x, o)
	})
	if err != nil {
		return err
	}
	format.WriteSorted(w, rows)
	return nil
}

func encodeIndexKey(v value.Value, dst *store.Entry) error {
	var k EdgeIndexKey
	if err := k.parse(v); err != nil {
		return err
	}
	row, err := AppendEdgeIndexKey(nil, &k)
	if err != nil {
		return err
	}
	dst.Add(store.Row, row)
	return nil
}
