package rocksdb_test

import (
	"encoding/json"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/rocksdb"
	maryk "github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/internal/storetest"
)

// keySizes are the key sizes of the fixtures' models, from MARYK_META.yml.
var keySizes = map[string]int{"\x01": 10, "\x03": 8, "\xc8\x01": 16}

// versioned is the comparator of Maryk's historic families, as a host provides it.
func versioned(comparator string, family []byte, side func(string) []byte) func(a, b []byte) int {
	size, ok := 0, false
	if len(family) > 1 {
		size, ok = keySizes[string(family[1:])]
	}
	if comparator != maryk.VersionedComparator || !ok || len(side("MARYK_META.yml")) == 0 {
		return nil
	}
	return func(a, b []byte) int { return maryk.CompareVersioned(a, b, size) }
}

// Databases written by Maryk's own store read as with RocksJava, historic families in the order
// of Maryk's comparator.
func TestMarykDatabasesReadAsTheLibraryReadsThem(t *testing.T) {
	historic := 0
	for _, name := range storetest.Names(t, "maryk-rocksdb") {
		set, err := file.Look(storetest.Folder(t, name), []*file.Kind{rocksdb.Kind})
		if err != nil {
			t.Fatal(err)
		}
		stores, err := set.Stores(file.Options{Compare: versioned})
		if err != nil || len(stores) != 1 {
			t.Fatal(len(stores), err)
		}
		lines, damage := storetest.Read(t, stores[0], file.Query{})
		if len(damage) > 0 {
			t.Errorf("%s: %+v", name, damage)
		}
		var got, want []string
		for _, l := range parse(t, lines) {
			if l.Empty {
				got = append(got, *l.CF)
			} else {
				got = append(got, *l.CF+" "+l.Key+" "+*l.Value)
			}
		}
		for _, text := range storetest.Lines(t, name, "rows.jsonl") {
			var l struct{ CF, Key, Value *string }
			if err := json.Unmarshal([]byte(text), &l); err != nil {
				t.Fatal(err)
			}
			if l.Key == nil {
				want = append(want, *l.CF)
				continue
			}
			want = append(want, *l.CF+" "+*l.Key+" "+*l.Value)
			if (*l.CF)[1] >= '6' && (*l.CF)[1] <= '8' {
				historic++
			}
		}
		if set := compareSets(got, want); set != "" {
			t.Errorf("%s: %s", name, set)
		}
		storetest.Compare(t, ofFamily(got, "06"), ofFamily(want, "06"))
	}
	if historic < 100 {
		t.Errorf("%d rows of historic families", historic)
	}
}

// ofFamily returns the rows whose family begins with cf.
func ofFamily(rows []string, cf string) []string {
	var of []string
	for _, r := range rows {
		if r[:2] == cf {
			of = append(of, r)
		}
	}
	return of
}

func compareSets(got, want []string) string {
	have := map[string]int{}
	for _, s := range got {
		have[s]++
	}
	for _, s := range want {
		if have[s]--; have[s] < 0 {
			return "missing " + s
		}
	}
	for s, n := range have {
		if n > 0 {
			return "too many: " + s
		}
	}
	return ""
}
