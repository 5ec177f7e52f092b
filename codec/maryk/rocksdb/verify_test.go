package rocksdb_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/internal/formattest"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// fixture is a database that is read only once.
type fixture struct {
	schema  *cell.Schema
	list    []row
	entries []store.Entry
}

func load(t testing.TB, db string) *fixture {
	x := &fixture{schema: models(t, db), list: rows(t, db)}
	for i := range x.list {
		x.entries = append(x.entries, entryOf(t, x.list[i].CF, x.list[i].Key, x.list[i].Value))
	}
	return x
}

// findings verifies the rows; change may alter a copy of one, or leave it out.
func (x *fixture) findings(change func(i int, e *store.Entry) bool, more ...store.Entry) []format.Finding {
	return formattest.Verified(rocksdb.NewVerifier(x.schema), x.entries, change, more...)
}

func (x *fixture) without(lost int) []format.Finding {
	return x.findings(func(i int, _ *store.Entry) bool { return i != lost })
}

// codes returns the findings in order, without the note that tokens cannot be computed.
func codes(list []format.Finding) string {
	var names []string
	for _, f := range list {
		if f.Code != rocksdb.EncryptedUnique {
			names = append(names, f.Code)
		}
	}
	return strings.Join(names, " ")
}

func TestRealDatabasesAreSound(t *testing.T) {
	for db := range databases {
		list := load(t, db).findings(nil)
		if len(list) != 1 || list[0].Code != rocksdb.EncryptedUnique || list[0].Severity != format.Info {
			t.Errorf("%s: %+v", db, list)
		}
	}
}

// For each lost derived row there is exactly one finding, which says so.
func TestLostRowsAreMissed(t *testing.T) {
	want := map[string]string{
		"index": rocksdb.MissingIndexRow, "unique": rocksdb.MissingUniqueRow, "historic-index": rocksdb.MissingHistory,
		"historic-unique": rocksdb.MissingHistory,
		"table-created":   rocksdb.MissingTableRow, "table-last-update": rocksdb.MissingTableRow, "historic-created": rocksdb.MissingHistory,
		"model-name": rocksdb.PartialModel, "model-version": rocksdb.PartialModel, "model-definition": rocksdb.PartialModel,
		"model-dependents": rocksdb.MissingDependents,
	}
	updates := 0
	for db := range databases {
		x := load(t, db)
		for i := range x.list {
			lost := &x.list[i]
			kind := recordOf(lost)
			got := codes(x.without(i))
			switch {
			case kind == "keys":
				if !strings.Contains(got, rocksdb.RowsWithoutKey) {
					t.Errorf("%s without %s %s: %q", db, kind, lost.Key, got)
				}
			case kind == "update-history":
				if got == rocksdb.MissingUpdate || got == rocksdb.ExtraUpdate {
					updates++
				}
			case kind == "replication-tombstone" && db == "keepall":
				if got != rocksdb.MissingTombstone {
					t.Errorf("%s without %s %s: %q", db, kind, lost.Key, got)
				}
			case kind == "historic-index" && got == "" && strings.HasPrefix(lost.Key, "04d301012a"):
				// Upstream writes none for an item that is removed with the whole set.
			case want[kind] != "" && got != want[kind]:
				t.Errorf("%s without %s %s: %q", db, kind, lost.Key, got)
			case kind == "table-value" && db == "keepall" && lost.Fields["kind"] != "deleted" && lost.Fields["count"] != 0.0 &&
				got != rocksdb.HistoryDiffers:
				t.Errorf("%s without %s %s: %q", db, kind, lost.Key, got)
			}
		}
	}
	if updates < 41 { // the other 3 are of records that were hard-deleted later
		t.Errorf("only %d lost rows of the update history are missed", updates)
	}
}

// The rows of a single family are not a database: rows that other families would have are not missing, and there
// is nothing to repair.
func TestOneFamilyAloneIsNotJudged(t *testing.T) {
	for db := range databases {
		x := load(t, db)
		families := map[string]bool{}
		for i := range x.list {
			families[x.list[i].CF] = true
		}
		for family := range families {
			list := x.findings(func(i int, _ *store.Entry) bool { return x.list[i].CF == family })
			if got := codes(list); got != "" && got != rocksdb.PartialDatabase && got != rocksdb.RowsWithoutKey {
				t.Errorf("%s, family %s alone: %q", db, family, got)
			}
			for _, f := range list {
				if len(f.Mend) > 0 {
					t.Errorf("%s, family %s alone: %s is mended", db, family, f.Code)
				}
			}
		}
	}
}

// later is a version after all those of the fixtures, earlier one before them.
const later, earlier = "1a1fd00000000000", "1a1f000000000000"

// A changed version of a row is noticed, and nothing else is then said about its record.
func TestChangedVersionsAreNoticed(t *testing.T) {
	x := load(t, "keepall")
	for i := range x.list {
		changed := &x.list[i]
		switch changed.CFType {
		case "table", "index", "unique", "keys", "replication-tombstone":
		default:
			continue
		}
		for _, v := range []string{later, earlier} {
			got := codes(x.findings(func(k int, e *store.Entry) bool {
				if k == i {
					copy(e.Parts[2].Bytes, marykfixture.Unhex(t, v))
				}
				return true
			}))
			few := slices.Compact(strings.Fields(got))
			if len(few) == 0 || few[0] != cell.WrongVersion && few[0] != rocksdb.HistoryDiffers && changed.CFType != "keys" {
				t.Errorf("version %s of %s %s: %q", v, recordOf(changed), changed.Key, got)
			}
		}
	}
}

// A changed byte in the key or value of a derived row is noticed.
func TestChangedBytesAreNoticed(t *testing.T) {
	x := load(t, "keepall")
	random := rand.New(rand.NewPCG(3, 4))
	for i := range x.list {
		changed := &x.list[i]
		kind := recordOf(changed)
		if i%2 > 0 || changed.CFType == "model" || changed.CFType == "table" || changed.CFType == "historic-table" ||
			strings.HasPrefix(changed.Key, "04d301012a") {
			continue
		}
		for part := 1; part <= 2; part++ {
			got := x.findings(func(k int, e *store.Entry) bool {
				if b := e.Parts[part].Bytes; k == i && len(b) > 0 {
					b[random.IntN(len(b))] ^= byte(1 + random.UintN(255))
				} else if k == i {
					e.Parts[part].Bytes = []byte{7}
				}
				return true
			})
			if codes(got) == "" && !(kind == "historic-unique" && changed.Fields["kind"] == nil && changed.Model == 3) {
				t.Errorf("nobody notices a change in part %d of %s %s", part, kind, changed.Key)
			}
		}
	}
}

// Extra rows are reported one by one, with the record.
func TestStrayRowsAreNoticed(t *testing.T) {
	x := load(t, "keepall")
	const record, gone = "0000000000017fffffff", "0000007f012c7fffebc8"
	old := "e5e039894cbfffff" // a version of the record
	for _, c := range []struct{ cf, key, val, code string }{
		{"0401", "020a217a7a02" + record, later, rocksdb.ExtraIndexRow},
		{"0401", "020a217a7a02" + gone, later, rocksdb.ExtraIndexRow},
		{"0401", "020a7f7a7a02" + record, later, rocksdb.ExtraIndexRow},
		{"0501", "21017a7a", later + record, rocksdb.ExtraUniqueRow},
		{"0501", "21017a7a", later + gone, rocksdb.ExtraUniqueRow},
		{"0701", "020a217a7a02" + record + old, "", rocksdb.ExtraHistory},
		{"0701", "020a217a7a02" + gone + old, "", rocksdb.ExtraHistory},
		{"0701", "020a217a7a02" + gone + old, "00", rocksdb.StaleHistoricIndex},
		{"0801", "21017a7a" + old, record, rocksdb.ExtraHistory},
		{"0801", "21017a7a" + old, gone, rocksdb.ExtraHistory},
		{"0901", "0000000000000000" + record, "", rocksdb.ExtraUpdate},
		{"0901", old[:14] + "00" + record, "01", rocksdb.ExtraUpdate},
		{"0901", old + "000000aa00017fffffff", "", rocksdb.ExtraUpdate},
		{"0a01", record, later, rocksdb.TombstoneOfLiving},
		{"0a01", "000000aa00017fffffff", later, rocksdb.MissingUpdate},
		{"0301", "000000aa00017fffffff09", later + "0100000001", rocksdb.RowsWithoutKey},
		{"0201", "00", later, cell.UndecodableRow},
		{"0301", record + "5a80", later + "01", cell.UndecodableRow},
		{"0701", "020a217a7a", "", cell.UndecodableRow},
	} {
		list := x.findings(nil, entryOf(t, c.cf, c.key, c.val))
		if codes(list) != c.code {
			t.Errorf("%s %s %s: %+v", c.cf, c.key, c.val, list)
		}
		for _, f := range list {
			if strings.HasPrefix(c.code, "extra") && !strings.Contains(f.Item, c.key[len(c.key)-4:]) && f.Code == c.code && f.Item == "Ware" {
				t.Errorf("%+v does not say the record", f)
			}
		}
	}
}

// The known defects of upstream are reported by their names.
func TestDefectsHaveNames(t *testing.T) {
	x := load(t, "keepall")
	named := func(list []format.Finding, code, defect string) {
		t.Helper()
		if len(list) != 2 || codes(list) != code {
			t.Fatalf("%+v", list)
		}
		for _, f := range list {
			if f.Code == code && (f.Defect != defect || !strings.Contains(f.Why, defect)) {
				t.Errorf("%+v", f)
			}
		}
	}
	// What a hard delete of a key of only ff bytes leaves.
	ff := bytes.Repeat([]byte{0xff}, 8)
	named(x.findings(func(i int, e *store.Entry) bool {
		return x.list[i].Model != 3 || !bytes.Contains(e.Parts[1].Bytes, ff) && !bytes.HasSuffix(e.Parts[2].Bytes, ff) ||
			x.list[i].CFType == "table" || x.list[i].CFType == "historic-table"
	}), rocksdb.RowsWithoutKey, rocksdb.DefectHardDeleteFF)
	named(x.findings(nil, entryOf(t, "0701", "020a217a7a020000007f012c7fffebc8e5e039894cbfffff", "00")),
		rocksdb.StaleHistoricIndex, rocksdb.DefectHistoricIndex)
	// What a replicated add of a soft-deleted record does not write.
	named(x.findings(func(i int, e *store.Entry) bool {
		return x.list[i].CFType != "historic-table" || !strings.HasPrefix(x.list[i].Key, "0000000100027ffff5e200")
	}), rocksdb.MissingHistory, rocksdb.DefectReplicatedState)
	// An item that was removed with the whole set keeps its index row.
	set := "04d301012a706c61696e05" + "0000000000017fffffff"
	named(x.findings(func(i int, e *store.Entry) bool {
		return x.list[i].CFType != "historic-index" || x.list[i].Key != set+"e5e039894cbfffff"
	}, entryOf(t, "0401", set, "1a1fc6766e900000")), rocksdb.ExtraIndexRow, rocksdb.DefectReplacedItems)
}

// An old database has index keys without a length.
func TestIndexFormat1IsVerified(t *testing.T) {
	x := load(t, "keepall")
	old := *x.schema
	old.IndexFormat = cell.IndexFormat1
	x.schema = &old
	for i := range x.list {
		if key := &x.entries[i].Parts[1].Bytes; strings.HasSuffix(x.list[i].CFType, "index") {
			*key = (*key)[1:]
		}
	}
	if got := codes(x.findings(nil)); got != "" {
		t.Errorf("%q", got)
	}
}

func TestUnknownModelsAreTold(t *testing.T) {
	list := load(t, "latest").findings(func(_ int, e *store.Entry) bool {
		e.Parts[0].Bytes = append(e.Parts[0].Bytes[:1:1], 99)
		return true
	})
	if len(list) != 1 || list[0].Code != cell.UnknownModel || list[0].Severity != format.Info {
		t.Errorf("%+v", list)
	}
	if _, err := rocksdb.Format.NewVerifier(nil, nil); err == nil {
		t.Error("verifying needs the models")
	}
}

// Whatever the rows hold, verifying ends and says something.
func TestVerifyingDamagedRows(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	x := load(t, "keepall")
	for range 100 {
		list := x.findings(func(_ int, e *store.Entry) bool {
			if b := e.Parts[1+random.IntN(2)].Bytes; len(b) > 0 && random.IntN(8) == 0 {
				b[random.IntN(len(b))] ^= byte(1 + random.UintN(255))
			}
			if b := &e.Parts[1+random.IntN(2)].Bytes; random.IntN(20) == 0 {
				*b = (*b)[:random.IntN(len(*b)+1)]
			}
			return true
		})
		if codes(list) == "" {
			t.Error("nothing is found in a damaged database")
		}
	}
}
