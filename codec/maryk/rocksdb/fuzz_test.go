package rocksdb_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

// FuzzRow decodes any bytes as every kind of row, with and without a model. Every byte has its
// place, and what is read strictly is written again as it was.
func FuzzRow(f *testing.F) {
	list, err := formattest.Vectors(vectorFile)
	if err != nil {
		f.Fatal(err)
	}
	for i := 0; i < len(list); i += 13 {
		e := &list[i].Input.Entry
		cf, _ := e.Part("cf")
		key, _ := e.Part("key")
		val, _ := e.Part("value")
		f.Add(cf, key, val, false)
	}
	s := models(f, "keepall")
	var probes []*formattest.Probe
	for _, p := range formattest.Probes() {
		if p.Format == &rocksdb.Format {
			probes = append(probes, p)
		}
	}
	f.Fuzz(func(t *testing.T, cf, key, val []byte, lenient bool) {
		for _, schema := range []format.Schema{s, nil} {
			in := format.Input{Schema: schema, Lenient: lenient}
			for _, p := range [...]store.Part{{Name: "cf", Bytes: cf}, {Name: "key", Bytes: key}, {Name: "value", Bytes: val}} {
				in.Entry.Add(p.Name, p.Bytes)
			}
			for _, p := range probes {
				if err := p.Decode(&in); err != nil {
					t.Fatalf("%s: %v", p.Record.Name, err)
				}
				if !lenient && p.Fields != nil && !unwritten(p.Fields) {
					p.WrittenBack(t, &formattest.Case{ID: p.Record.Name, Input: in})
				}
			}
		}
	})
}

// unwritten reports fields that name a case which the model does not have, or a NaN
// whose bits the fields do not say: they cannot be written again.
func unwritten(fields []byte) bool {
	v, err := value.Parse(fields)
	if err != nil {
		return false
	}
	text, _ := v.Member("value").Text()
	return text == "%Unknown" || text == "NaN"
}

// FuzzRecord joins any two cells with the creation of a record: whatever the rows say must do no
// harm.
func FuzzRecord(f *testing.F) {
	f.Add([]byte{0x21}, []byte("\x01name"), []byte{0x5a}, []byte{1})
	f.Add([]byte("\x2c\x01a\x02"), []byte{2}, []byte("\x2c\x01a\x02\x00\x00\x00\x00"), []byte("\x01b"))
	f.Add([]byte{0x81, 0x01}, []byte{0x1b}, []byte{0x81, 0x01, 0x1d}, []byte{4, 1})
	s := models(f, "keepall")
	m := s.Model(1)
	key := make([]byte, m.KeySize)
	f.Fuzz(func(t *testing.T, q1, d1, q2, d2 []byte) {
		x := rocksdb.NewRecord(m, key)
		version := hlc.Append(nil, 5)
		if err := x.Add(rocksdb.Family{Type: rocksdb.Keys, Model: 1}, key, version); err != nil {
			t.Fatal(err)
		}
		for _, c := range [...][2][]byte{{q1, d1}, {q2, d2}} {
			k := append(append([]byte(nil), key...), c[0]...)
			_ = x.Add(rocksdb.Family{Type: rocksdb.Table, Model: 1}, k, append(hlc.Append(nil, 5), c[1]...))
			_ = x.Add(rocksdb.Family{Type: rocksdb.HistoricTable, Model: 1}, hlc.AppendInverted(k, 5), c[1])
		}
		for _, at := range []hlc.Version{0, 5, cell.Newest} {
			var w value.Writer
			if x.Write(&w, at) != nil {
				continue
			}
			if _, err := value.Parse(w.Buf); err != nil {
				t.Fatalf("%v in %s", err, w.Buf)
			}
		}
	})
}
