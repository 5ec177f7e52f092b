package hbase_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
)

// findings verifies the cells of a fixture without some of them, as codes by family.
func findings(t *testing.T, db string, keep func(i int, c *stored) bool) map[string]int {
	t.Helper()
	v, err := hbase.Format.NewVerifier(models(t, db), nil)
	if err != nil {
		t.Fatal(err)
	}
	list := cells(t, db)
	for i := range list {
		if keep == nil || keep(i, &list[i]) {
			e := list[i].entry(t)
			v.Add(&e)
		}
	}
	codes := map[string]int{}
	for _, f := range v.Findings() {
		codes[f.Code+" "+string(f.Parts[1].Bytes)]++
	}
	return codes
}

// The only findings in the fixtures are those of upstream's defect: an indexed
// property that was set to null keeps its index cell.
func TestRealTablesHaveTheKnownDefect(t *testing.T) {
	want := map[string]int{
		hbase.NullLeftInIndex + " iEn4J": 1, hbase.NullLeftInIndex + " iEoEB": 1, hbase.NullLeftInIndex + " iBAIKEQIKCQ": 2,
	}
	for db := range databases {
		got := findings(t, db, nil)
		for code, n := range want {
			if got[code] != n {
				t.Errorf("%s: %s %d times, want %d", db, code, got[code], n)
			}
			delete(got, code)
		}
		if len(got) > 0 {
			t.Errorf("%s: also %v", db, got)
		}
		plain := findings(t, db, func(_ int, c *stored) bool { return c.Scan })
		for code, n := range want {
			if plain[code] != n {
				t.Errorf("%s, a plain scan: %s %d times, want %d", db, code, plain[code], n)
			}
		}
	}
}

// Index and unique cells of records that exist are missed when they are lost.
func TestLostCellsAreMissed(t *testing.T) {
	list := cells(t, "latest")
	missed := 0
	for i := range list {
		c := &list[i]
		if !c.Scan || c.Family == "64" || len(c.Value) == 2 && c.Value == "00" {
			continue
		}
		n := 0
		for code, k := range findings(t, "latest", func(k int, _ *stored) bool { return k != i }) {
			if code[:7] == "missing" {
				n += k
			}
		}
		missed += min(n, 1)
	}
	if missed < 15 {
		t.Errorf("only %d lost cells are missed", missed)
	}
	if _, err := hbase.Format.NewVerifier(format.Schema(nil), nil); err == nil {
		t.Error("verifying needs the models")
	}
}

// Whatever the cells hold, verifying comes to an end and says something.
func TestVerifyingDamagedCells(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	list := cells(t, "latest")
	s := models(t, "latest")
	for range 60 {
		v := hbase.NewVerifier(s)
		for i := range list {
			e := list[i].entry(t)
			if b := e.Parts[random.IntN(4)].Bytes; len(b) > 0 && random.IntN(8) == 0 {
				b[random.IntN(len(b))] ^= byte(1 + random.UintN(255))
			}
			if b := &e.Parts[random.IntN(4)].Bytes; random.IntN(20) == 0 {
				*b = (*b)[:random.IntN(len(*b)+1)]
			}
			v.Add(&e)
		}
		if len(v.Findings()) == 0 {
			t.Error("nothing is found in a damaged table")
		}
	}
}
