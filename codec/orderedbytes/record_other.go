package orderedbytes

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// decodeVaruintRecord reads a varuint that stands alone.
func decodeVaruintRecord(in *format.Input, t *span.Tree, w *value.Writer) error {
	name, b, err := part(in, "varuint64")
	if err != nil {
		return err
	}
	r := reader(in, t, name, b)
	x := byte(0)
	if c, _ := in.Given.Member("complement").Bool(); c {
		x = 0xff
	}
	r.Begin(&fRoot)
	n := decodeVaruint(&r, &fVaruint, x)
	if err := r.Finish(); err != nil {
		return format.Locate(err, formatID, "varuint64", name)
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
	dst.Add(onlyPart(in), AppendVaruint(nil, n, c))
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
	var all [][]byte
	for _, it := range in.Given.Member("values").Items() {
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
	slices.SortStableFunc(all, bytes.Compare)
	w.Object()
	w.Key("sorted")
	w.Array()
	for _, b := range all {
		w.Hex(b)
	}
	w.EndArray()
	w.EndObject()
	return nil
}
