package rocksdb_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/store"
)

// findings verifies the rows of a fixture; change may alter an entry, or leave it out.
func findings(t *testing.T, db string, change func(i int, r *row, e *store.Entry) bool) []format.Finding {
	t.Helper()
	v, err := rocksdb.Format.NewVerifier(models(t, db), nil)
	if err != nil {
		t.Fatal(err)
	}
	list := rows(t, db)
	for i := range list {
		e := entryOf(t, list[i].CF, list[i].Key, list[i].Value)
		if change == nil || change(i, &list[i], &e) {
			v.Add(&e)
		}
	}
	return v.Findings()
}

func TestRealDatabasesAreSound(t *testing.T) {
	for db := range databases {
		if list := findings(t, db, nil); len(list) > 0 {
			t.Errorf("%s: %+v", db, list)
		}
	}
}

// Every row that is lost is missed by some rule, but those that nothing follows from.
func TestLostRowsAreMissed(t *testing.T) {
	codes := map[string]int{}
	for db := range databases {
		for i, lost := range rows(t, db) {
			if i%3 != 0 {
				continue
			}
			list := findings(t, db, func(k int, _ *row, _ *store.Entry) bool { return k != i })
			for _, f := range list {
				codes[f.Code]++
			}
			optional := lost.CFType == "model" || lost.CFType == "replication-tombstone" || lost.CFType == "update-history" ||
				lost.CFType == "historic-unique" || lost.CFType == "historic-index" || lost.CFType == "historic-table" || lost.Fields["kind"] == "deleted" || db == "latest" && lost.CFType == "table"
			if len(list) == 0 && !optional {
				t.Errorf("%s: nobody misses %s %s", db, lost.CFType, lost.Key)
			}
		}
	}
	for _, code := range []string{rocksdb.MissingIndexRow, rocksdb.ExtraIndexRow, rocksdb.MissingUniqueRow, rocksdb.ExtraUniqueRow, rocksdb.RowsWithoutKey,
		rocksdb.MissingTableRow, rocksdb.HistoryDiffers, rocksdb.MissingHistory, rocksdb.MissingUpdate} {
		if codes[code] == 0 {
			t.Errorf("no lost row is a %s", code)
		}
	}
}

// A row whose value was changed is noticed.
func TestChangedRowsAreNoticed(t *testing.T) {
	for i, changed := range rows(t, "keepall") {
		if i%2 == 0 || changed.CFType != "table" && changed.CFType != "index" && changed.CFType != "unique" && changed.CFType != "keys" {
			continue
		}
		list := findings(t, "keepall", func(k int, _ *row, e *store.Entry) bool {
			if k == i {
				e.Parts[2].Bytes[0] ^= 0x40
			}
			return true
		})
		if len(list) == 0 {
			t.Errorf("nobody notices another version of %s %s", changed.CFType, changed.Key)
		}
	}
}

func TestUnknownModelsAreTold(t *testing.T) {
	list := findings(t, "latest", func(_ int, _ *row, e *store.Entry) bool {
		e.Parts[0].Bytes = append(e.Parts[0].Bytes[:1:1], 99)
		return true
	})
	if len(list) != 1 || list[0].Code != rocksdb.UnknownModel || list[0].Severity != format.Info {
		t.Errorf("%+v", list)
	}
	if _, err := rocksdb.Format.NewVerifier(nil, nil); err == nil {
		t.Error("verifying needs the models")
	}
}

// Whatever the rows hold, verifying comes to an end and says something.
func TestVerifyingDamagedRows(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		damaged := 0
		list := findings(t, "keepall", func(_ int, _ *row, e *store.Entry) bool {
			if b := e.Parts[1+random.IntN(2)].Bytes; len(b) > 0 && random.IntN(8) == 0 {
				b[random.IntN(len(b))] ^= byte(1 + random.UintN(255))
				damaged++
			}
			if b := &e.Parts[1+random.IntN(2)].Bytes; random.IntN(20) == 0 {
				*b = (*b)[:random.IntN(len(*b)+1)]
				damaged++
			}
			return true
		})
		if damaged > 0 && len(list) == 0 {
			t.Error("nothing is found in a damaged database")
		}
	}
}
