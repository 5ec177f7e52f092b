package hbase_test

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/internal/formattest"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

func random() *rand.Rand { return rand.New(rand.NewPCG(uint64(formattest.Seed()), 1)) }

// put returns a cell of a record kind.
func put(kind string, version hlc.Version, row, family, qualifier, val []byte) (string, store.Entry) {
	e := store.Entry{Timestamp: strconv.FormatUint(uint64(version), 10), Source: store.Source{Table: "rlkeepall:Ware"}}
	for _, p := range [...]store.Part{{Name: store.Row, Bytes: row}, {Name: store.Family, Bytes: family},
		{Name: store.Qualifier, Bytes: qualifier}, {Name: store.Value, Bytes: val}} {
		e.Add(p.Name, bytes.Clone(p.Bytes))
	}
	return kind, e
}

// Cells of random records decode as their kind and are written back. Together they are the record,
// and sound cells cause no findings.
func TestRandomRecordsComeBack(t *testing.T) {
	r, s := random(), models(t, "keepall")
	m := s.Model(1)
	probes := map[string]*formattest.Probe{}
	for range 1000 {
		x := marykfixture.RandomWare(t, r, m.Def)
		version := hlc.Version(1 + r.Uint64()>>1)
		v := hlc.Append(nil, version)
		rec, verifier := hbase.NewRecord(m, x.Key), hbase.NewVerifier(s)
		add := func(kind string, e store.Entry) {
			if probes[kind] == nil {
				probes[kind] = formattest.NewProbe(&hbase.Format, kind)
			}
			in := format.Input{Schema: s, Entry: e}
			if err := probes[kind].Decode(&in); err != nil || probes[kind].Err != nil {
				t.Fatalf("%s %x: %v, %v", kind, e.Parts, err, probes[kind].Err)
			}
			probes[kind].WrittenBack(t, &formattest.Case{ID: kind, Input: in})
			if err := rec.Add(&e); err != nil {
				t.Fatal(err)
			}
			verifier.Add(&e)
		}
		d := []byte("d")
		add(put("data-created", version, x.Key, d, []byte{0, 0}, v))
		add(put("data-last-update", version, x.Key, d, []byte{0, 1}, v))
		var name []byte
		x.Cells(t, cell.HBase, func(q, data []byte) {
			if string(q) == "\x21" {
				name = bytes.Clone(data)
			}
			add(put("data-value", version, x.Key, d, q, data))
		})
		add(put("unique", version, []byte{0x21}, []byte("u"), name, x.Key))
		for _, index := range m.Def.Indexes {
			_, entries, err := index.Entries(&x.Record, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, entry := range entries {
				add(put("index", version, entry, hbase.AppendIndexFamily(nil, index.Reference), x.Key, []byte{1}))
			}
		}
		got := marykfixture.Written(t, rec, cell.Newest)
		if !got.Exists || got.Values["code"] == nil || got.FirstVersion != strconv.FormatUint(uint64(version), 10) {
			t.Fatalf("%x is %+v", x.Key, got)
		}
		if list := verifier.Findings(); len(list) > 0 {
			t.Fatalf("%x: %+v", x.Key, list)
		}
	}
}

// Rows of records are sorted by the parts of their keys, and those of an index by its values.
func TestRowsAreInTheOrderOfTheirValues(t *testing.T) {
	r, m := random(), models(t, "keepall").Model(1).Def
	for range 20_000 {
		a, b := marykfixture.RandomWare(t, r, m), marykfixture.RandomWare(t, r, m)
		if want := cmp.Compare(a.Code, b.Code); want != 0 && bytes.Compare(a.Key, b.Key) != want {
			t.Fatalf("keys of the codes %d and %d: %x, %x", a.Code, b.Code, a.Key, b.Key)
		}
		_, x := a.Entry(t)
		_, y := b.Entry(t)
		if want := cmp.Compare(a.Stock, b.Stock); bytes.Compare(x, y) != want {
			t.Fatalf("rows of the stocks %d and %d: %x, %x", a.Stock, b.Stock, x, y)
		}
	}
}
