package rocksdb_test

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// Every kind of row can be scanned for. Of real rows and their neighbours, a range has those that
// begin with its prefix.
func TestRangesOfRealRows(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	x := load(t, "keepall")
	families := map[string]*family{}
	for i := range x.list {
		r := &x.list[i]
		if rocksdb.Format.Record(recordOf(r)).Scan == nil {
			t.Errorf("no scan finds %s", recordOf(r))
		}
		f := families[r.CF]
		if f == nil {
			name, err := rocksdb.DecodeFamily(marykfixture.Unhex(t, r.CF), false)
			if err != nil {
				t.Fatal(err)
			}
			f = &family{kind: name.Type, record: recordOf(r), keySize: x.schema.Model(name.Model).KeySize}
			families[r.CF] = f
		}
		key := marykfixture.Unhex(t, r.Key)
		f.keys = append(f.keys, key)
		if len(key) > 1 {
			other := bytes.Clone(key)
			other[random.IntN(len(other))] ^= byte(1 << random.UintN(8))
			f.keys = append(f.keys, other)
		}
	}
	for _, f := range families {
		f.check(t, random, 300)
	}
}

// Keys about as long as a record's key, and their neighbours, are in the range of each
// of their prefixes, and no others are.
func TestRangesOfMadeUpRows(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for n := range 600 {
		f := &family{keySize: []int{1, 4, 10, 16}[n%4]}
		switch n % 3 {
		case 0:
			f.kind, f.record = rocksdb.HistoricTable, "historic-value"
		case 1:
			f.kind, f.record = rocksdb.HistoricIndex, "historic-index"
		case 2:
			f.kind, f.record = rocksdb.HistoricUnique, "historic-unique"
		}
		for range 30 {
			f.add(random)
		}
		f.check(t, random, 60)
	}
}

// family is the keys of a column family.
type family struct {
	kind    rocksdb.FamilyType
	record  string // a record kind in the family
	keySize int
	keys    [][]byte
}

// add adds a row with some versions, near to an existing one.
func (f *family) add(random *rand.Rand) {
	some := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = []byte{0, 1, 0x21, 0xe5, 0xfe, 0xff}[random.IntN(6)]
		}
		return b
	}
	row := some(1 + random.IntN(6))
	if f.kind == rocksdb.HistoricTable {
		key := some(f.keySize)
		f.keys = append(f.keys, key)
		row = append(bytes.Clone(key), row...)
	}
	if n := len(f.keys); n > 0 && random.IntN(2) == 0 {
		if near := f.row(f.keys[random.IntN(n)]); f.kind != rocksdb.HistoricTable || len(near) > f.keySize {
			row = append(bytes.Clone(near), some(random.IntN(3))...)
		}
	}
	versions := []hlc.Version{0, 1 << 56, 0x1a1fc66331500000 + hlc.Version(random.IntN(3)), hlc.Version(random.Uint64() >> 1)}
	if len(row)+8 > f.keySize {
		// Inverted, it ends in zeros. Where it is compared as the end of a row, the zeros of a
		// bound equal them.
		versions = append(versions, 1<<56-1)
	}
	for _, v := range versions {
		f.keys = append(f.keys, hlc.AppendInverted(bytes.Clone(row), v))
	}
}

// row returns a key without its version.
func (f *family) row(key []byte) []byte {
	if !f.kind.Historic() || f.kind == rocksdb.HistoricTable && len(key) <= f.keySize {
		return key
	}
	return key[:len(key)-8]
}

func (f *family) compare(a, b []byte) int {
	if f.kind.Historic() {
		return rocksdb.CompareVersioned(a, b, f.keySize)
	}
	return bytes.Compare(a, b)
}

// check makes ranges from prefixes that some key has, and from whole keys.
func (f *family) check(t *testing.T, random *rand.Rand, count int) {
	t.Helper()
	rocksdb.SortKeys(f.keys, f.kind.Historic(), f.keySize)
	for range count {
		key := f.keys[random.IntN(len(f.keys))]
		row := f.row(key)
		prefix := row[:random.IntN(len(row)+1)]
		f.ranged(t, prefix, value.OfMembers(), func(k []byte) bool {
			// Where a key is compared as a whole, its version may look like the prefix.
			return bytes.HasPrefix(f.row(k), prefix) || len(k) <= f.keySize && bytes.HasPrefix(k, prefix)
		})
		if len(row) < len(key) {
			f.ranged(t, key, value.OfMembers(value.Member{Name: "version", Value: value.Of("given")}), func(k []byte) bool {
				return bytes.Equal(k, key) || len(key) <= f.keySize && bytes.HasPrefix(k, key)
			})
		}
	}
}

// ranged checks that a range has exactly the keys that it should have, and that a seek finds them:
// all keys before one of them are before its bounds too. Only rows that are not longer than a
// record's key, in families where that size means nothing, have no consistent order.
func (f *family) ranged(t *testing.T, prefix []byte, fields value.Value, want func(key []byte) bool) {
	t.Helper()
	in := format.Input{Given: value.OfMembers(value.Member{Name: "keySize", Value: value.OfInt(int64(f.keySize))})}
	start, stop, err := rocksdb.Seek(f.kind, &in, fields, prefix)
	if err != nil {
		t.Fatal(err)
	}
	consistent := !slices.ContainsFunc(f.keys, func(key []byte) bool { return len(f.row(key)) < len(key) && len(key) <= f.keySize })
	var begun, ended bool
	for _, key := range f.keys {
		from := f.compare(key, start) >= 0
		behind := stop != nil && f.compare(key, stop) >= 0
		if inside := from && !behind; inside != want(key) {
			t.Fatalf("%s, keys of %d bytes, prefix %x: %x is in the range from %x to %x: %t", f.kind, f.keySize, prefix, key,
				start, stop, inside)
		}
		if consistent && (begun && !from || ended && !behind) {
			t.Fatalf("%s, keys of %d bytes, prefix %x: %x is sorted behind a bound of %x to %x", f.kind, f.keySize, prefix, key,
				start, stop)
		}
		begun, ended = from, behind
	}
}

// Seek keys have a version where the comparator expects one.
func TestSeekKeys(t *testing.T) {
	s := schemaWith(t, "familyNumbering", value.Of("new"))
	const record, eight = "0000000000017fffffff", "0000000000000000"
	for _, c := range []struct{ record, fields, start, stop string }{
		{"table-value", `{"record":"` + record + `","property":"name"}`, record + "21", record + "22"},
		{"historic-created", `{"record":"` + record + `"}`, record, "00000000000180"},
		{"historic-value", `{"record":"0000"}`, "0000", "0001"},
		{"historic-value", `{"record":"` + record + `","property":"name"}`, record + "21" + eight, record + "22" + eight},
		{"historic-value", `{"record":"` + record + `","property":"name","version":"1882441382351601664"}`,
			record + "21e5e039894e6fffff", record + "21e5e039894e700000"},
		{"historic-value", `{"record":"` + record + `","property":"name","version":"0"}`, record + "21ffffffffffffffff",
			record + "2100" + eight},
		{"historic-soft-delete", `{"record":"` + record + `"}`, record + "00" + eight, record + "01" + eight},
		{"historic-index", `{}`, "", ""},
		{"historic-index", `{"indexName":"name"}`, "020a21" + eight, "020a22" + eight},
		{"historic-unique", `{"property":"name"}`, "210000" + eight, "220000" + eight},
	} {
		fields, err := value.Parse([]byte(c.fields))
		if err != nil {
			t.Fatal(err)
		}
		in := format.Input{Schema: s, Given: value.OfMembers(value.Member{Name: "model", Value: value.OfInt(1)})}
		k, err := keys.RangeOf(&rocksdb.Format, rocksdb.Format.Record(c.record), &in, &format.Query{Fields: fields})
		if err != nil || hex.EncodeToString(k.Seek.Start) != c.start || hex.EncodeToString(k.Seek.Stop) != c.stop {
			t.Errorf("%s %s: %x to %x, %v, want %s to %s", c.record, c.fields, k.Seek.Start, k.Seek.Stop, err, c.start, c.stop)
		}
	}
	// Without a model, the record's key in the fields tells the size of keys.
	fields, _ := value.Parse([]byte(`{"record":"0102","reference":"21"}`))
	k, err := keys.RangeOf(&rocksdb.Format, rocksdb.Format.Record("historic-value"), &format.Input{}, &format.Query{Fields: fields})
	if err != nil || hex.EncodeToString(k.Seek.Start) != "010221"+eight || hex.EncodeToString(k.Prefix) != "010221" {
		t.Errorf("%x, %v", k.Seek.Start, err)
	}
}

// A record with very many versions of very many items is not followed, because that would take
// quadratic time.
func TestVerifyingALargeRecordEnds(t *testing.T) {
	x := load(t, "keepall")
	const labels = "0601" + "0000000000017fffffff" + "d301"
	var more []store.Entry
	for n := range 1000 {
		item := []byte{4, byte('a' + n>>12&15), byte('a' + n>>8&15), byte('a' + n>>4&15), byte('a' + n&15)}
		version := []byte{0xe5, 0xe0, 0x39, 0x80, byte(n >> 8), byte(n), 0, 0}
		key := append(append(marykfixture.Unhex(t, labels[4:]), item...), version...)
		var e store.Entry
		e.Add("cf", []byte{6, 1})
		e.Add("key", key)
		e.Add("value", append([]byte{1}, item[1:]...))
		more = append(more, e)
		e = store.Entry{}
		e.Add("cf", []byte{3, 1})
		e.Add("key", key[:len(key)-8])
		value := bytes.Clone(version)
		for i := range value {
			value[i] = ^value[i]
		}
		e.Add("value", append(append(value, 1), item[1:]...))
		more = append(more, e)
	}
	told := false
	for _, f := range x.findings(nil, more...) {
		told = told || f.Code == cell.HistoryNotVerified
	}
	if !told {
		t.Error("nobody says that the history was not verified")
	}
}
