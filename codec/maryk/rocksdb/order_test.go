package rocksdb_test

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// Shuffled rows of every family are sorted as the store had them.
func TestMixedUpRowsAreSortedAsInTheStore(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for db := range databases {
		o := keys.Order{Format: &rocksdb.Format, Schema: models(t, db)}
		families := map[string][]store.Entry{}
		for _, r := range rows(t, db) {
			e := store.Entry{Source: store.Source{CF: r.CF}}
			e.Add(store.Value, nil)
			e.Add(store.Key, marykfixture.Unhex(t, r.Key))
			families[r.CF] = append(families[r.CF], e)
		}
		for cf, want := range families {
			got := slices.Clone(want)
			random.Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
			slices.SortStableFunc(got, func(a, b store.Entry) int { return o.Compare(&a, &b) })
			for i := range got {
				if a, b := got[i].Parts[1].Bytes, want[i].Parts[1].Bytes; !bytes.Equal(a, b) {
					t.Fatalf("%s %s: position %d is %x, want %x", db, cf, i, a, b)
				}
			}
		}
	}
}

// The deciding byte is where the comparator decides: the bytes before it are equal in the compared
// pieces, and there one piece ends or has the lower byte.
func TestTheDecidingByteIsTheComparators(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	schema, err := rocksdb.Format.ParseSchema(value.OfMembers(value.Member{Name: "1",
		Value: value.OfMembers(value.Member{Name: "name", Value: value.Of("M")}, value.Member{Name: "keySize", Value: value.OfInt(4)})}))
	if err != nil {
		t.Fatal(err)
	}
	o := keys.Order{Format: &rocksdb.Format, Schema: schema}
	for range 50_000 {
		a, b := randomEntry(random, "0601"), randomEntry(random, "0601")
		x, y := a.Parts[0].Bytes, b.Parts[0].Bytes
		d := o.Decide(&a, &b)
		if want := rocksdb.CompareVersioned(x, y, 4); d.Order != want {
			t.Fatalf("%x and %x: %d, want %d", x, y, d.Order, want)
		}
		if d.Order == 0 {
			continue
		}
		at := d.Offset
		if !bytes.Equal(x[:at], y[:at]) || at > d.Ends[0] || at > d.Ends[1] {
			t.Fatalf("%x and %x: byte %d decides %+v", x, y, at, d)
		}
		lower := at == d.Ends[0] && at < d.Ends[1] || at < d.Ends[0] && at < d.Ends[1] && x[at] < y[at]
		if lower != (d.Order < 0) {
			t.Fatalf("%x and %x: byte %d decides %+v", x, y, at, d)
		}
	}
	a, b := randomEntry(random, "0301"), randomEntry(random, "0301")
	if c := o.Comparator(&a); c != nil || o.Compare(&a, &b) != bytes.Compare(a.Parts[0].Bytes, b.Parts[0].Bytes) {
		t.Errorf("the latest table is sorted by %+v", c)
	}
	if c := (keys.Order{Format: &rocksdb.Format}).Comparator(&store.Entry{Source: store.Source{CF: "0601"}}); c == nil ||
		!strings.Contains(c.Note, "give the model") {
		t.Errorf("without a model: %+v", c)
	}
}

func randomEntry(random *rand.Rand, cf string) store.Entry {
	key := make([]byte, random.IntN(16))
	for i := range key {
		key[i] = byte(random.UintN(3))
	}
	e := store.Entry{Source: store.Source{CF: cf}}
	e.Add(store.Key, key)
	return e
}

// The reason names the version, or that the shorter row ends before its version.
func TestReasonsAmongVersions(t *testing.T) {
	o := keys.Order{Format: &rocksdb.Format, Schema: models(t, "keepall")}
	placed := func(key string) keys.SortedKey {
		b, _ := hex.DecodeString(key)
		e := store.Entry{Source: store.Source{CF: "0601"}}
		e.Add(store.Key, b)
		return keys.SortedKey{Entry: e}
	}
	record := "000003ea00027fffb276"
	a, b := placed(record+"21"+"e5ffffffffffffff"), placed(record+"2161"+"e5ffffffffffff00")
	if r := o.Reason(&a, &b); r.Before != "the end" || r.After != "0x61" || r.Offset != 11 {
		t.Errorf("%+v", r)
	}
	c := placed(record + "21" + "e5fffffffffffff0")
	if r := o.Reason(&c, &a); r.Before != "0xf0" || r.After != "0xff" || r.Offset != 18 {
		t.Errorf("%+v", r)
	}
}
