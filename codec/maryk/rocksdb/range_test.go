package rocksdb_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/store"
)

// Every kind of row can be scanned for, and in the order of its family the keys that
// begin with a prefix stand together: with nothing between them, and none elsewhere.
func TestKeysOfAPrefixStandTogether(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	x := load(t, "keepall")
	families := map[string][][]byte{}
	for i := range x.list {
		r := &x.list[i]
		if rocksdb.Format.Record(recordOf(r)).Prefix == nil {
			t.Errorf("no scan finds %s", recordOf(r))
		}
		key := unhex(t, r.Key)
		families[r.CF] = append(families[r.CF], key)
		if len(key) > 1 { // its neighbours too
			other := bytes.Clone(key)
			other[random.IntN(len(other))] ^= byte(1 << random.UintN(8))
			families[r.CF] = append(families[r.CF], other)
		}
	}
	for cf, keys := range families {
		f, err := rocksdb.DecodeFamily(unhex(t, cf), false)
		if err != nil {
			t.Fatal(err)
		}
		size := x.schema.Model(f.Model).KeySize
		rocksdb.SortKeys(keys, f.Type.Historic(), size)
		for range 300 {
			key := keys[random.IntN(len(keys))]
			prefix := key[:1+random.IntN(len(key))]
			row := func(key []byte) []byte { return key }
			if f.Type.Historic() && len(prefix) < len(key) {
				row = func(key []byte) []byte { // fields give no part of a version
					if len(key) > size {
						return key[:max(len(key)-8, 0)]
					}
					return key
				}
			}
			if bytes.HasPrefix(row(key), prefix) {
				together(t, keys, prefix, row, f.Type.Historic())
			}
		}
	}
}

// together checks that the keys with a prefix are one run of sorted keys, and in a
// family in the order of bytes just those of the range.
func together(t *testing.T, keys [][]byte, prefix []byte, row func([]byte) []byte, versioned bool) {
	t.Helper()
	stop := codec.After(prefix)
	runs, inside := 0, false
	for _, key := range keys {
		begins := bytes.HasPrefix(row(key), prefix)
		if begins && !inside {
			runs++
		}
		inside = begins
		if ranged := bytes.Compare(key, prefix) >= 0 && (stop == nil || bytes.Compare(key, stop) < 0); !versioned && ranged != begins {
			t.Errorf("prefix %x: %x is in the range: %t", prefix, key, ranged)
		}
	}
	if runs != 1 {
		t.Errorf("the keys that begin with %x are in %d places", prefix, runs)
	}
}

// A record with very many versions of very many items is not followed, which would
// take a time that is quadratic in them.
func TestVerifyingALargeRecordEnds(t *testing.T) {
	x := load(t, "keepall")
	const labels = "0601" + "0000000000017fffffff" + "d301"
	var more []store.Entry
	for n := range 1000 {
		item := []byte{4, byte('a' + n>>12&15), byte('a' + n>>8&15), byte('a' + n>>4&15), byte('a' + n&15)}
		version := []byte{0xe5, 0xe0, 0x39, 0x80, byte(n >> 8), byte(n), 0, 0}
		key := append(append(unhex(t, labels[4:]), item...), version...)
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
		told = told || f.Code == rocksdb.HistoryNotVerified
	}
	if !told {
		t.Error("nobody says that the history was not verified")
	}
}
