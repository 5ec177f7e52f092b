package orderedbytes

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// decodeVaruintRecord reads a varuint on its own.
func decodeVaruintRecord(in *format.Input, t *span.Tree, w *value.Writer) error {
	p := newParts(in, t, "varuint64")
	r, ok := open(&p)
	if !ok {
		return p.Missing(store.Value)
	}
	x := byte(0)
	if c, _ := in.Given.Member("complement").Bool(); c {
		x = 0xff
	}
	r.Begin(&fRoot)
	n := decodeVaruint(r, &fVaruint, x)
	if p.Close(); p.Err() != nil {
		return p.Err()
	}
	if w != nil {
		w.Object()
		w.Key("value")
		w.Uint64(n)
		w.EndObject()
	}
	return nil
}

func encodeVaruintRecord(in *format.Input, fields value.Value, dst *store.Entry) error {
	n, ok := fields.Member("value").Uint()
	if !ok {
		return format.Refuse("value", "expected an unsigned number of 64 bits")
	}
	c, _ := in.Given.Member("complement").Bool()
	dst.Add(in.OnlyPart(store.Value), AppendVaruint(nil, n, c))
	return nil
}

// deriveOrder encodes values and sorts the encodings as HBase does.
func deriveOrder(in *format.Input, w *value.Writer) error {
	o, err := parseOrder(in.Given)
	if err != nil {
		return err
	}
	kind := BlobVar
	if what, _ := in.Given.Member("what").Text(); what == "blob-copy" {
		kind = BlobCopy
	}
	list, err := format.List(in.Given, "values")
	if err != nil {
		return err
	}
	var all [][]byte
	for _, it := range list {
		var v Value
		if err := v.parse(it, kind); err != nil {
			return err
		}
		b, err := AppendValue(nil, &v, o)
		if err != nil {
			return err
		}
		all = append(all, b)
	}
	format.WriteSorted(w, all)
	return nil
}
