package rocksdb_test

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/internal/formattest"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

func random() *rand.Rand { return rand.New(rand.NewPCG(uint64(formattest.Seed()), 1)) }

// pair returns a row of a model's family.
func pair(t testing.TB, f rocksdb.FamilyType, key, val []byte) store.Entry {
	t.Helper()
	name, err := rocksdb.AppendFamily(nil, rocksdb.Family{Type: f, Model: 1})
	if err != nil {
		t.Fatal(err)
	}
	var e store.Entry
	e.Add("cf", name)
	e.Add(store.Key, bytes.Clone(key))
	e.Add(store.Value, bytes.Clone(val))
	return e
}

// indexKey returns the key of an index row: the reference after its length, then the entry.
func indexKey(reference, entry, key []byte) []byte {
	b := maryk.AppendVarint(nil, uint64(len(reference)))
	return slices.Concat(b, reference, entry, key)
}

// Rows of random records, latest and historic, decode as their kind and are written back. Together
// they are the record, and there is no finding about them.
func TestRandomRecordsComeBack(t *testing.T) {
	r, s := random(), models(t, "keepall")
	m := s.Model(1)
	probes := map[string]*formattest.Probe{}
	for range 200 {
		x := marykfixture.RandomWare(t, r, m.Def)
		version := hlc.Version(1 + r.Uint64()>>1)
		v, inverted := hlc.Append(nil, version), hlc.AppendInverted(nil, version)
		rec, verifier := rocksdb.NewRecord(m, x.Key), rocksdb.NewVerifier(s)
		add := func(kind string, f rocksdb.FamilyType, key, val []byte) {
			if probes[kind] == nil {
				probes[kind] = formattest.NewProbe(&rocksdb.Format, kind)
			}
			in := format.Input{Schema: s, Entry: pair(t, f, key, val)}
			if err := probes[kind].Decode(&in); err != nil || probes[kind].Err != nil {
				t.Fatalf("%s %x: %v, %v", kind, in.Entry.Parts, err, probes[kind].Err)
			}
			probes[kind].WrittenBack(t, &formattest.Case{ID: kind, Input: in})
			if err := rec.Add(rocksdb.Family{Type: f, Model: 1}, key, val); err != nil {
				t.Fatal(err)
			}
			verifier.Add(&in.Entry)
		}
		add("keys", rocksdb.Keys, x.Key, v)
		add("table-created", rocksdb.Table, x.Key, v)
		add("historic-created", rocksdb.HistoricTable, x.Key, v)
		add("table-last-update", rocksdb.Table, append(bytes.Clone(x.Key), 8), v)
		var name []byte
		x.Cells(t, cell.RocksDB, func(q, data []byte) {
			if string(q) == "\x21" {
				name = slices.Concat(q, data)
			}
			add("table-value", rocksdb.Table, slices.Concat(x.Key, q), slices.Concat(v, data))
			add("historic-value", rocksdb.HistoricTable, slices.Concat(x.Key, q, inverted), data)
		})
		add("unique", rocksdb.Unique, name, slices.Concat(v, x.Key))
		add("historic-unique", rocksdb.HistoricUnique, slices.Concat(name, inverted), x.Key)
		for _, index := range m.Def.Indexes {
			_, entries, err := index.Entries(&x.Record, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, entry := range entries {
				key := indexKey(index.Reference, entry, x.Key)
				add("index", rocksdb.Index, key, v)
				add("historic-index", rocksdb.HistoricIndex, slices.Concat(key, inverted), nil)
			}
		}
		add("update-history", rocksdb.UpdateHistory, slices.Concat(inverted, x.Key), nil)
		got := marykfixture.Written(t, rec, cell.Newest)
		if !got.Exists || got.Values["code"] == nil || got.FirstVersion != strconv.FormatUint(uint64(version), 10) {
			t.Fatalf("%x is %+v", x.Key, got)
		}
		if list := verifier.Findings(); len(list) > 0 {
			t.Fatalf("%x: %+v", x.Key, list)
		}
	}
}

// Rows of records are sorted by the parts of their keys, those of an index by its values, and
// changes newest first.
func TestRowsAreInTheOrderOfTheirValues(t *testing.T) {
	r, m := random(), models(t, "keepall").Model(1).Def
	for range 20_000 {
		a, b := marykfixture.RandomWare(t, r, m), marykfixture.RandomWare(t, r, m)
		if want := cmp.Compare(a.Code, b.Code); want != 0 && bytes.Compare(a.Key, b.Key) != want {
			t.Fatalf("keys of the codes %d and %d: %x, %x", a.Code, b.Code, a.Key, b.Key)
		}
		reference, x := a.Entry(t)
		_, y := b.Entry(t)
		x, y = indexKey(reference, x, a.Key), indexKey(reference, y, b.Key)
		if want := cmp.Compare(a.Stock, b.Stock); want != 0 && bytes.Compare(x, y) != want {
			t.Fatalf("rows of the stocks %d and %d: %x, %x", a.Stock, b.Stock, x, y)
		}
		older := hlc.Version(r.Uint64() >> 1)
		newer := older + 1 + hlc.Version(r.Uint64N(1<<40))
		if bytes.Compare(slices.Concat(hlc.AppendInverted(nil, newer), a.Key), slices.Concat(hlc.AppendInverted(nil, older), b.Key)) >= 0 {
			t.Fatalf("the change of version %d is not before that of %d", newer, older)
		}
	}
}

// Versions of one row are adjacent, newest first, even if the bytes of a longer row lie between
// them.
func TestVersionsOfOneRowStandTogether(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const keySize = 4
	for range 20_000 {
		row := make([]byte, keySize+1+random.IntN(6))
		for i := range row {
			row[i] = byte(random.UintN(256))
		}
		longer := append(bytes.Clone(row), byte(random.UintN(256)))
		older, newer := hlc.Version(random.Uint64()>>1), hlc.Version(0)
		newer = older + 1 + hlc.Version(random.Uint64N(1<<40))
		a := hlc.AppendInverted(bytes.Clone(row), newer)
		b := hlc.AppendInverted(bytes.Clone(row), older)
		c := hlc.AppendInverted(longer, hlc.Version(random.Uint64()))
		if rocksdb.CompareVersioned(a, b, keySize) != -1 || rocksdb.CompareVersioned(b, a, keySize) != 1 {
			t.Fatalf("%x is not before %x", a, b)
		}
		if rocksdb.CompareVersioned(b, c, keySize) != -1 || rocksdb.CompareVersioned(c, a, keySize) != 1 {
			t.Fatalf("%x is not behind %x", c, b)
		}
		if rocksdb.CompareVersioned(a, a, keySize) != 0 {
			t.Fatalf("%x is not itself", a)
		}
	}
}

// Keys that are not longer than a record's key are compared as a whole.
func TestShortKeysCompareAsTheyAre(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		a, b := make([]byte, random.IntN(11)), make([]byte, random.IntN(30))
		for i := range a {
			a[i] = byte(random.UintN(3))
		}
		for i := range b {
			b[i] = byte(random.UintN(3))
		}
		if got, want := rocksdb.CompareVersioned(a, b, 10), bytes.Compare(a, b); got != want {
			t.Fatalf("%x and %x: %d, want %d", a, b, got, want)
		}
	}
}
