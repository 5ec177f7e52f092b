package orderedbytes_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func number(s string) orderedbytes.Value {
	d, _ := orderedbytes.ParseDecimal(s)
	return orderedbytes.Value{Type: orderedbytes.Numeric, Dec: d}
}

var benchValues = map[string]orderedbytes.Value{
	"int64":     {Type: orderedbytes.Int64, Num: 42},
	"float64":   {Type: orderedbytes.Float64, Num: 1 << 62},
	"text20":    {Type: orderedbytes.Text, Bytes: []byte("twenty letters of it")},
	"blobvar20": {Type: orderedbytes.BlobVar, Bytes: []byte("twenty bytes of blob")},
	"numeric3":  number("12.5"),
	"numeric31": number("-1234567890123456789012345678.901"),
	"numericE":  number("6.02214076E+23"),
}

var benchKey = []orderedbytes.OrderedValue{
	{Value: benchValues["text20"]}, {Value: benchValues["int64"], Order: order.Desc},
	{Value: benchValues["numeric31"], Order: order.Desc}, {Value: benchValues["text20"], Order: order.Desc},
}

func TestNothingIsAllocatedAKey(t *testing.T) {
	buf, scratch := make([]byte, 0, 256), make([]byte, 0, 256)
	list := make([]orderedbytes.OrderedValue, 0, 8)
	w := value.Writer{Buf: make([]byte, 0, 4096)}
	in := format.Input{}
	in.Entry.Add(store.Row, nil)
	record := orderedbytes.Format.Record("sequence")
	for name, f := range map[string]func() error{
		"append a key": func() (err error) { buf, err = orderedbytes.AppendValues(buf[:0], benchKey); return err },
		"decode a key": func() (err error) {
			list, scratch, err = orderedbytes.DecodeValues(buf, list[:0], scratch[:0])
			return err
		},
		"decode a row": func() (err error) {
			w.Reset()
			in.Entry.Parts[0].Bytes = buf
			return record.Decode(&in, nil, &w)
		},
		"append numbers": func() error {
			b := orderedbytes.AppendLong(buf[:0], -1234567890123456789, order.Desc)
			b = orderedbytes.AppendDouble(b, -1234.56789e-20, order.Asc)
			d, _ := orderedbytes.ParseDecimal("0.99999999999999999999999999999999")
			b = orderedbytes.AppendNumeric(b, d, order.Asc)
			_ = orderedbytes.AppendVaruint(b, 1<<40, true)
			return nil
		},
	} {
		if _, err := orderedbytes.AppendValues(buf[:0], benchKey); err != nil {
			t.Fatal(err)
		}
		buf, _ = orderedbytes.AppendValues(buf[:0], benchKey)
		var err error
		if n := testing.AllocsPerRun(100, func() { err = f() }); n != 0 || err != nil {
			t.Errorf("%s allocates %v times, error %v", name, n, err)
		}
	}
}

func BenchmarkValue(b *testing.B) {
	for name, v := range benchValues {
		for _, o := range orders {
			b.Run(name+"/"+o.String(), func(b *testing.B) { benchValue(b, &v, o) })
		}
	}
}

func benchValue(b *testing.B, v *orderedbytes.Value, o order.Order) {
	stored, err := orderedbytes.AppendValue(nil, v, o)
	if err != nil {
		b.Fatal(err)
	}
	buf, scratch := make([]byte, 0, 256), make([]byte, 0, 256)
	list := make([]orderedbytes.OrderedValue, 0, 8)
	b.Run("encode", func(b *testing.B) {
		b.SetBytes(int64(len(stored)))
		b.ReportAllocs()
		for b.Loop() {
			buf, _ = orderedbytes.AppendValue(buf[:0], v, o)
		}
	})
	b.Run("decode", func(b *testing.B) {
		b.SetBytes(int64(len(stored)))
		b.ReportAllocs()
		for b.Loop() {
			if list, scratch, err = orderedbytes.DecodeValues(stored, list[:0], scratch[:0]); err != nil {
				b.Fatal(err)
			}
		}
	})
}
