package hbase_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// upstreamTable returns the cells of a raw scan of tables that Maryk 0.7.0 wrote with all versions. Memo 1 has its
// unique b set to null. Memo 2 is deleted softly, then a and b are changed. Memo 4 is deleted softly, 5 takes its b, and 4 is
// deleted once more. Of Memo 6, one change sets a to null and b to another value. Of Memo 7, one change removes p and
// sets p.code. Of Ware 1 and 2, sets.@q is set by its reference; then sets of Ware 2 is set anew.
func upstreamTable(t *testing.T) *tableOf {
	t.Helper()
	return tableWith(t, models(t, "upstream"), marykfixture.Parsed[stored](t, marykfixture.HBase, "upstream.cells.jsonl"))
}

// What upstream leaves behind has its names, and nothing else is found.
func TestUpstreamsDefectsAreNamed(t *testing.T) {
	x, got := upstreamTable(t), map[string]int{}
	for _, f := range x.findings(nil) {
		got[strings.TrimSpace(f.Code+" "+f.Defect)]++
	}
	want := map[string]int{
		"undecodable-row nested-collection-without-marker": 5,
		"missing-last-update replace-without-last-update":  3,
		"index-cell-of-a-null null-leaves-index-cell":      4,
		"extra-unique-cell null-leaves-unique-cell":        1,
		"extra-index-cell change-of-deleted-record":        3,
		"extra-unique-cell change-of-deleted-record":       1,
		"missing-unique-cell deleted-record-frees-value":   1,
		hbase.ExtraHistory /* a warning: p.code without a p */ : 1,
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// A defect is no excuse for other damage: the loss of a cell of an index or unique value is told.
func TestDefectsExcuseNoDamage(t *testing.T) {
	x := upstreamTable(t)
	sound := x.findings(nil)
	same := func(a, b format.Finding) bool { return a.Code == b.Code && a.Why == b.Why && a.Defect == b.Defect }
	for i := range x.list {
		c := &x.list[i]
		if c.Family == "64" && c.Qualifier != "0000" || c.Value == "00" { // some values are freed twice
			continue
		}
		if slices.EqualFunc(x.without(i), sound, same) {
			t.Errorf("nobody misses %s %s:%s %s", c.Row, c.Family, c.Qualifier, c.Value)
		}
	}
}

// Two records have a value, which only one of them may have: nothing says which, so that its cell is not repaired.
func TestRepairLeavesTheValuesOfOthers(t *testing.T) {
	const taken = "017537" // by Memo 6
	x, told := upstreamTable(t), false
	for _, f := range x.findings(func(i int, e *store.Entry) bool {
		if c := &x.list[i]; c.Row == "0005" && c.Family == "64" && c.Qualifier == "19" {
			e.Parts[3].Bytes = marykfixture.Unhex(t, taken)
		}
		return true
	}) {
		told = told || f.Code == hbase.MissingUniqueRow && f.Defect == ""
		for i := range f.Mend {
			if _, b, _ := f.Mend[i].First(store.Qualifier); string(b) == string(marykfixture.Unhex(t, taken)) {
				t.Errorf("%s: %s: %+v", f.Code, f.Why, f.Mend)
			}
		}
	}
	if !told {
		t.Error("nobody tells that two records have a value")
	}
}

// Ware 1 can't be read by upstream, nor here; of Ware 2, the cells in question were removed.
func TestRemovedCellsWithoutMarkersAreSkipped(t *testing.T) {
	x := upstreamTable(t)
	for key, want := range map[string]string{"0000000100017fffb8a9": "", "0000000200017fffb8a9": `"sets":{"r":["b"]}`} {
		rec := hbase.NewRecord(x.schema.Model(1), marykfixture.Unhex(t, key))
		for i := range x.entries {
			if x.list[i].Table == "Ware" {
				if err := rec.Add(&x.entries[i]); err != nil {
					t.Fatal(err)
				}
			}
		}
		var w value.Writer
		if err := rec.Write(&w, cell.Newest); (err != nil) != (want == "") || !strings.Contains(string(w.Buf), want) {
			t.Errorf("%s: %s, %v", key, w.Buf, err)
		}
	}
}
