package rocksdb_test

import (
	"bytes"
	_ "embed"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// upstream has rows that Maryk 0.12 wrote with all versions and the update history: name of a database, family, key,
// value. In soft, a record with an index over int is deleted softly, then changed, then restored and changed at once;
// another is deleted softly and changed at once, then changed. In anew, an embed is set to the value that it has, and
// later another property is set. In multi, a multi type gets another embed of the same type. In unique, unique values are
// in embeds, maps and multi types.
//
//go:embed testdata/upstream-0.12.txt
var upstream string

func upstreamRows(t *testing.T, db string) (list []store.Entry) {
	t.Helper()
	for line := range strings.Lines(upstream) {
		f := append(strings.Fields(line), "")
		if f[0] == db {
			list = append(list, entryOf(t, f[1], f[2], f[3]))
		}
	}
	return list
}

// With each change of a soft-deleted record, upstream writes that its entries are not set: 01, or 00 for those that it
// no longer has. Such rows are right, but only at versions of the record.
func TestChangesOfSoftDeletedRecords(t *testing.T) {
	list := upstreamRows(t, "soft")
	s, _ := foundIn(t, list)
	if found := formattest.Verified(rocksdb.NewVerifier(s), list, nil); len(list) < 40 || len(found) > 0 {
		t.Errorf("%d rows: %+v", len(list), found)
	}
	states := 0
	for i := range list {
		val, _ := list[i].Part(store.Value)
		key, _ := list[i].Part(store.Key)
		if family := list[i].Parts[0].Bytes; family[0] != 7 || len(val) == 0 {
			continue
		}
		states++
		found := formattest.Verified(rocksdb.NewVerifier(s), list, func(j int, e *store.Entry) bool {
			if j == i {
				e.Parts[1].Bytes[len(key)-3] ^= 1 // the version
			}
			return true
		})
		if codes(found) == "" {
			t.Errorf("%x has a version that the record does not have, which is not found", key)
		}
	}
	if states != 8 {
		t.Errorf("%d historic rows end an entry", states)
	}
}

// When an embed is set to the value that it has, upstream writes an update without a value. Nothing tells that from
// lost historic rows, so it is a warning.
func TestAnEmbedSetAnewIsNoError(t *testing.T) {
	list := upstreamRows(t, "anew")
	s, _ := foundIn(t, list)
	found := formattest.Verified(rocksdb.NewVerifier(s), list, nil)
	if len(found) != 1 || found[0].Code != rocksdb.ExtraUpdate || found[0].Severity != format.Warning || len(found[0].Mend) > 0 {
		t.Errorf("%+v", found)
	}
}

// An entry of an index over a type stays as it is when the multi type gets another value of the same type.
func TestTheIndexOfATypeMayBeOlderThanItsValue(t *testing.T) {
	list := upstreamRows(t, "multi")
	s, _ := foundIn(t, list)
	found := formattest.Verified(rocksdb.NewVerifier(s), list, nil)
	if len(list) < 30 || strings.Contains(codes(found), cell.WrongVersion) {
		t.Errorf("%d rows: %+v", len(list), found)
	}
}

// Upstream writes unique rows of an embed that is a type of a multi type, also in maps. Without the model, a value and
// the type that follows it cannot be told from a value and a token.
func TestUniqueValuesBelowMultiTypes(t *testing.T) {
	for db, want := range map[string]struct {
		found string
		paths []string
	}{
		"multi": {"", []string{"multi.*E.code", "mm.@3.*E.code"}},
		// The multi type was set to null, which leaves the row of its unique value: the value can't be used again.
		"unique": {"extra-unique-row missing-historic-row", []string{"multi.*E.code", "mm.@3.*E.code", "mm.@3.*E.sub.code"}},
	} {
		list := upstreamRows(t, db)
		s, _ := foundIn(t, list)
		if found := formattest.Verified(rocksdb.NewVerifier(s), list, nil); len(list) < 30 || codes(found) != want.found {
			t.Errorf("%s: %d rows: %+v", db, len(list), found)
		}
		paths := map[string]bool{}
		for i := range list {
			key, _ := list[i].Part(store.Key)
			family := list[i].Parts[0].Bytes[0]
			record := map[bool]string{true: "unique", false: "historic-unique"}[family == 5]
			if key[0] == 0 {
				record = "unique-marker"
			}
			if family != 5 && family != 8 {
				continue
			}
			text := decoded(t, record, &format.Input{Schema: s, Entry: list[i]}) // and encodes
			for _, p := range want.paths {
				paths[p] = paths[p] || strings.Contains(text, `"`+p+`"`)
			}
			found := formattest.Verified(rocksdb.NewVerifier(s), list, func(j int, e *store.Entry) bool { return j != i })
			if key[0] != 0 && codes(found) == want.found {
				t.Errorf("%s: %x is lost, which is not found", db, key)
			}
		}
		for _, p := range want.paths {
			if !paths[p] {
				t.Errorf("%s: no row of %s is decoded", db, p)
			}
		}
	}
}

// An entry that stays the same is not written again, whatever happens to its value: another value of a map's key, an
// item that is added again, a text that is the same when normalised, another value of the same type.
func TestEntriesMayBeOlderThanTheirValues(t *testing.T) {
	for _, db := range []string{"versions", "latest"} {
		list := upstreamRows(t, db)
		s, _ := foundIn(t, list)
		found := formattest.Verified(rocksdb.NewVerifier(s), list, nil)
		if len(found) != 1 || found[0].Code != rocksdb.ExtraIndexRow || found[0].Defect != rocksdb.DefectReplacedItems {
			t.Errorf("%s: %+v", db, found)
		}
		exact := 0
		for i := range list {
			val, _ := list[i].Part(store.Value)
			key, _ := list[i].Part(store.Key)
			if list[i].Parts[0].Bytes[0] != 4 || !strings.HasPrefix(string(key), "\x07\x04\x02\x0a\x39\x02\x0a\x09") {
				continue
			}
			found := formattest.Verified(rocksdb.NewVerifier(s), list, func(j int, e *store.Entry) bool {
				if j == i {
					e.Parts[2].Bytes = append(bytes.Clone(val[:5]), 0, 0, 0) // older than the name, which is in the entry as it is
				}
				return true
			})
			if exact++; len(found) != 2 {
				t.Errorf("%s: nobody notices that %x is older than its values", db, key)
			}
		}
		if exact != 1 {
			t.Errorf("%s: %d entries", db, exact)
		}
	}
}

// The hard delete of a record leaves the historic index rows of soft deletes and restores. Only a tombstone tells those of
// restores from the rows of a record that was lost.
func TestHistoricIndexRowsOfRecordsDeletedForGood(t *testing.T) {
	list := upstreamRows(t, "hard")
	s, _ := foundIn(t, list)
	found := formattest.Verified(rocksdb.NewVerifier(s), list, nil)
	for _, f := range found {
		if f.Code != rocksdb.StaleHistoricIndex || f.Severity != format.Info || len(f.Mend) > 0 {
			t.Errorf("%+v", f)
		}
	}
	if len(found) != 8 {
		t.Errorf("%d rows are left", len(found))
	}
	found = formattest.Verified(rocksdb.NewVerifier(s), list, func(_ int, e *store.Entry) bool { return e.Parts[0].Bytes[0] < 9 })
	if n := strings.Count(codes(found), rocksdb.ExtraHistory); n != 3 {
		t.Errorf("without tombstones, %d rows are errors: %s", n, codes(found))
	}
}

// When a collection in a map is changed by its reference, upstream leaves the marker byte out, and can't read the record
// any more. Other damage has another reason.
func TestCollectionsWithoutMarkers(t *testing.T) {
	list := upstreamRows(t, "nested")
	s, _ := foundIn(t, list)
	named := func(found []format.Finding) (n int) {
		for _, f := range found {
			if f.Code == cell.UndecodableRow && f.Defect == rocksdb.DefectUnmarked {
				n++
			}
		}
		return n
	}
	if found := formattest.Verified(rocksdb.NewVerifier(s), list, nil); len(found) != 12 || named(found) != 12 {
		t.Errorf("%+v", found)
	}
	for i := range list {
		if key, _ := list[i].Part(store.Key); list[i].Parts[0].Bytes[0] != 3 || len(key) < 20 {
			continue
		}
		found := formattest.Verified(rocksdb.NewVerifier(s), list, func(j int, e *store.Entry) bool {
			if j == i {
				e.Parts[1].Bytes[17] = 7 // the length of the map's key becomes too great
			}
			return true
		})
		if len(found) != 12 || named(found) != 11 {
			t.Errorf("%d of %d findings have the defect", named(found), len(found))
		}
	}
}

// Records are what upstream returned: it reads the values of embeds that are not there, and shows those without values
// if they had some.
func TestEmbedsAreAsTheStoreReturnedThem(t *testing.T) {
	list := upstreamRows(t, "embeds")
	s, _ := foundIn(t, list)
	for key, want := range map[string]string{
		"6f319a9704454f833cc1258a3200511c": `{"emb":{"sub":{"value":"v","code":"c1"}},"me":{"a":{"tags":[]},"c":{"value":"x"}}}`,
		"bbe2669eb57d45a23f1a7e310ed903f3": `{"emb":{"value":"v","sub":{}}}`,
		"d2a3e5b3d17447fb1f3dcecf7d3e8853": `{"emb":{"tags":["t"]}}`,
	} {
		record := rocksdb.NewRecord(s.Model(1), marykfixture.Unhex(t, key))
		for i := range list {
			family, err := rocksdb.DecodeFamily(list[i].Parts[0].Bytes, false)
			if err != nil {
				t.Fatal(err)
			}
			val, _ := list[i].Part(store.Value)
			row, _ := list[i].Part(store.Key)
			if err := record.Add(family, row, val); err != nil {
				t.Fatal(err)
			}
		}
		var w value.Writer
		if err := record.Write(&w, cell.Newest); err != nil || !strings.Contains(string(w.Buf), `"values":`+want+`}`) {
			t.Errorf("%s: %s, %v, want %s", key, w.Buf, err, want)
		}
	}
	found := formattest.Verified(rocksdb.NewVerifier(s), list, nil)
	if codes(found) != "extra-unique-row missing-historic-row" || found[0].Defect != rocksdb.DefectEmbedUnique ||
		found[1].Defect != rocksdb.DefectEmbedUnique {
		t.Errorf("%+v", found)
	}
}
