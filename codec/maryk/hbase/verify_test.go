package hbase_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/internal/formattest"
)

// tableOf is a fixture that is read only once.
type tableOf struct {
	schema  *cell.Schema
	list    []stored
	entries []store.Entry
}

func load(t testing.TB, db string) *tableOf { return tableWith(t, models(t, db), cells(t, db)) }

func tableWith(t testing.TB, schema *cell.Schema, list []stored) *tableOf {
	x := &tableOf{schema: schema, list: list}
	for i := range x.list {
		x.entries = append(x.entries, x.list[i].entry(t))
	}
	return x
}

// findings verifies the cells; change may alter a copy of one, or leave it out.
func (x *tableOf) findings(change func(i int, e *store.Entry) bool, more ...store.Entry) []format.Finding {
	return formattest.Verified(hbase.NewVerifier(x.schema), x.entries, change, more...)
}

func (x *tableOf) without(lost int) []format.Finding {
	return x.findings(func(i int, _ *store.Entry) bool { return i != lost })
}

// codes returns the codes of findings, except those of the fixtures' known defect.
func codes(list []format.Finding) string {
	names := map[string]bool{}
	for _, f := range list {
		if f.Defect != hbase.DefectNull {
			names[f.Code] = true
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(names)), " ")
}

// The only findings in the fixtures are those of upstream's defect: an indexed property that was
// set to null keeps its index cell. A plain scan finds the same.
func TestRealTablesHaveTheKnownDefect(t *testing.T) {
	want := map[string]int{"iEn4J": 1, "iEoEB": 1, "iBAIKEQIKCQ": 2}
	for db := range databases {
		x := load(t, db)
		for _, keep := range []func(int, *store.Entry) bool{nil, func(i int, _ *store.Entry) bool { return x.list[i].Scan }} {
			got := map[string]int{}
			for _, f := range x.findings(keep) {
				got[string(f.Parts[1].Bytes)]++
				if f.Code != hbase.NullLeftInIndex || f.Defect != hbase.DefectNull || f.Severity != format.Error ||
					!strings.Contains(f.Why, f.Defect) || f.Expected != "00" || f.Stored != "01" {
					t.Errorf("%s: %+v", db, f)
				}
			}
			if !maps.Equal(got, want) {
				t.Errorf("%s, plain scan %t: %v", db, keep != nil, got)
			}
		}
	}
	if _, err := hbase.Format.NewVerifier(format.Schema(nil), nil); err == nil {
		t.Error("verifying needs the models")
	}
}

// The finding about a lost cell says what it was. A cell that nothing implies is not missed.
func TestLostCellsAreMissed(t *testing.T) {
	may := map[string]string{ // what is derived from the cell, by what it is
		"created": hbase.WithoutCreation, "last-update": hbase.MissingLastUpdate, "hbase-delete-marker": hbase.MissingMarker,
	}
	x := load(t, "keepall")
	seen := map[string]int{}
	for i, lost := range x.list {
		what, _ := lost.Fields["what"].(string)
		if what == "value" || what == "soft-delete" || i%2 > 0 {
			continue
		}
		got := codes(x.without(i))
		if want := may[what]; want != "" && lost.Scan && !strings.Contains(got, want) || what == "hbase-delete-marker" &&
			!strings.Contains(got, want) {
			t.Errorf("without %s of %s: %q", what, lost.Row, got)
		}
		if what == "index" || what == "unique" {
			seen[got]++
			if missing := lost.Scan && lost.Value != "00"; missing && !strings.HasPrefix(got, "missing-"+what) && strings.Contains(got, " ") {
				t.Errorf("without %s %s: %q", what, lost.Row, got)
			}
			if strings.Contains(got, " ") {
				t.Errorf("without %s %s there are several findings: %q", what, lost.Row, got)
			}
		}
	}
	for code, least := range map[string]int{hbase.MissingIndexRow: 15, hbase.MissingUniqueRow: 5, hbase.ExtraIndexRow: 10,
		hbase.ExtraUniqueRow: 2, hbase.MissingHistory: 10} {
		if seen[code] < least {
			t.Errorf("%s is found %d times, want %d", code, seen[code], least)
		}
	}
}

// A changed timestamp or value of a cell is noticed, and so is an extra cell.
func TestChangedCellsAreNoticed(t *testing.T) {
	x := load(t, "keepall")
	for i, c := range x.list {
		what, _ := c.Fields["what"].(string)
		if !c.Scan || what == "value" || i%2 > 0 {
			continue
		}
		later := x.findings(func(k int, e *store.Entry) bool {
			if k == i {
				e.Timestamp = "1882441309999999999"
			}
			return true
		})
		if codes(later) == "" && what != "soft-delete" && (what != "index" || c.Value != "01" || len(later) == 4) {
			t.Errorf("nobody notices another version of %s %s %s", what, c.Row, c.Qualifier)
		}
		other := x.findings(func(k int, e *store.Entry) bool {
			if k == i {
				e.Parts[3].Bytes[0] ^= 0x40
			}
			return true
		})
		if codes(other) == "" {
			t.Errorf("nobody notices another value of %s %s %s", what, c.Row, c.Qualifier)
		}
		if what == "index" || what == "unique" {
			stray := x.entries[i].Clone()
			stray.Parts[0].Bytes = append([]byte{}, stray.Parts[0].Bytes...)
			stray.Parts[0].Bytes[0] ^= 0x20
			if c.Value != "00" && codes(x.findings(nil, stray)) == "" {
				t.Errorf("nobody notices a stray %s in %x", what, stray.Parts[0].Bytes)
			}
		}
	}
}

// Where the table keeps only the newest cells, the size of its collection tells that the cell of an item is lost.
func TestLostItemsAreMissed(t *testing.T) {
	x, items := load(t, "latest"), 0
	for i, c := range x.list {
		property, _ := c.Fields["property"].(string)
		_, item, _ := strings.Cut(property, ".")
		if c.Fields["kind"] != "value" || !strings.HasPrefix(item, "@") && !strings.HasPrefix(item, "#") || strings.Contains(item, ".") {
			continue
		}
		if items++; !strings.Contains(codes(x.without(i)), cell.SizeDiffers) {
			t.Errorf("nobody misses %s of %s", property, c.Row)
		}
	}
	if items < 10 {
		t.Errorf("%d items", items)
	}
}

// An index cell over the type of a multi type is written when the type changes. Another value of the same type leaves it.
func TestTheIndexOfATypeMayBeOlderThanItsValue(t *testing.T) {
	const record, last = "0000000000017fffffff", "1882441320762441728"
	x := load(t, "latest")
	for at, want := range map[string]string{"1882441320588378112": "", last: "", "1882441320005369857": "", "1882441320762441729": cell.WrongVersion} {
		changed := 0
		found := x.findings(func(i int, e *store.Entry) bool {
			c := &x.list[i]
			switch {
			case c.Fields["record"] != record:
			case c.Fields["property"] == "shape": // null in the fixture
				e.Parts[3].Bytes, e.Timestamp = []byte("\xc2\x0cback"), last
				changed++
			case c.Fields["indexName"] == "shape.*" && c.Value == "01":
				e.Timestamp = at
				changed++
			}
			return true
		})
		if changed != 2 || codes(found) != want {
			t.Errorf("index cell at %s: %d cells are changed, found %q, want %q", at, changed, codes(found), want)
		}
	}
}

// A hard delete of a record whose key is the row of another's index cell hides it.
func TestAHardDeleteHidesOtherCells(t *testing.T) {
	x := load(t, "latest")
	for i, c := range x.list {
		if what, _ := c.Fields["what"].(string); what != "unique" || !c.Scan || c.Value == "00" {
			continue
		}
		marker := x.entries[i].Clone()
		marker.Deleted = "DeleteFamily"
		found := false
		for _, f := range x.findings(nil, marker) {
			found = found || f.Defect == hbase.DefectHidden && f.Code == hbase.MissingUniqueRow
		}
		if !found {
			t.Errorf("nobody notices that %s is hidden", c.Row)
		}
	}
}

// Whatever the cells hold, verifying ends and says something.
func TestVerifyingDamagedCells(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	x := load(t, "latest")
	for range 200 {
		list := x.findings(func(_ int, e *store.Entry) bool {
			if b := e.Parts[random.IntN(4)].Bytes; len(b) > 0 && random.IntN(8) == 0 {
				b[random.IntN(len(b))] ^= byte(1 + random.UintN(255))
			}
			if b := &e.Parts[random.IntN(4)].Bytes; random.IntN(20) == 0 {
				*b = (*b)[:random.IntN(len(*b)+1)]
			}
			return true
		})
		if len(list) == 0 {
			t.Error("nothing is found in a damaged table")
		}
	}
}
