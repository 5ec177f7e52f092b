package verify

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// corrupt is a checker with the rows of the damaged database of Implexus.
func corrupt(t *testing.T) *Checker {
	t.Helper()
	v, err := New(nil, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../golden/implexus/corrupt.dump.hex.txt")
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := dump.ParseText(text, dump.Options{File: "dump.txt"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range parsed.Rows {
		v.Add(&parsed.Rows[i].Entry)
	}
	return v
}

func TestWhatARepairLeavesHasAReason(t *testing.T) {
	v := corrupt(t)
	before := v.Totals()
	lines, changes, left := v.Repair()
	if changes == 0 || strings.Count(string(lines), "\n") != changes || len(left) == 0 {
		t.Fatalf("%d changes, %d findings left:\n%s", changes, len(left), lines)
	}
	for i := range left {
		if f := &left[i]; f.NoMend == "" || len(f.Mend) > 0 {
			t.Errorf("%s is left: %q, %d rows would mend it", f.Code, f.NoMend, len(f.Mend))
		}
	}
	if after := v.Totals(); after.Errors >= before.Errors {
		t.Errorf("%d errors, then %d", before.Errors, after.Errors)
	}
	if _, again, _ := v.Repair(); again != 0 {
		t.Errorf("%d more changes", again)
	}
}

func TestAcceptedFindingsAreNotRepaired(t *testing.T) {
	v := corrupt(t)
	if err := v.Accept([]byte(`{"code":"dangling-child","parts":{"key":"6368696c6472656e3a2f7573657273"},"item":"bob"}`)); err != nil {
		t.Fatal(err)
	}
	for _, f := range v.Findings() {
		if f.Code == "dangling-child" {
			t.Errorf("%s is not accepted", f.Item)
		}
	}
	if got := v.Totals(); got.Accepted != 1 || got.Gone != 0 {
		t.Errorf("%+v", got)
	}
}

func TestRowsAreFoundByWhatIdentifiesThem(t *testing.T) {
	var r rows
	cell := func(row, qualifier, val, at, table string) store.Entry {
		return store.Entry{Timestamp: at, Source: store.Source{File: "f", Table: table}, Parts: []store.Part{
			{Name: store.Row, Bytes: []byte(row)}, {Name: store.Qualifier, Bytes: []byte(qualifier)}, {Name: store.Value, Bytes: []byte(val)}}}
	}
	list := []store.Entry{
		cell("a", "bc", "1", "5", "t"), cell("ab", "c", "2", "5", "t"), cell("a", "bc", "3", "7", "t"), cell("a", "bc", "4", "6", "t"),
		cell("a", "bc", "5", "7", "t"), cell("a", "bc", "6", "9", "u"), {Parts: []store.Part{{Name: store.Row, Bytes: []byte("abc")}}},
	}
	for i := range list {
		r.add(&list[i])
	}
	r.index()
	for _, c := range []struct {
		row, qualifier, at, table string
		want                      int
	}{
		{"a", "bc", "", "t", 4}, {"a", "bc", "6", "t", 3}, {"a", "bc", "", "", 5}, {"ab", "c", "", "", 1}, {"abc", "", "", "", -1},
		{"a", "bc", "8", "", -1},
	} {
		e := cell(c.row, c.qualifier, "", "", "")
		if got := r.find(format.Keyed(e.Parts), c.at, store.Source{Table: c.table}); got != c.want {
			t.Errorf("%+v: row %d", c, got)
		}
	}
	for i := range list {
		got := r.entry(i)
		if got.Timestamp != list[i].Timestamp || got.Source != list[i].Source || len(got.Parts) != len(list[i].Parts) ||
			!slices.EqualFunc(got.Parts, list[i].Parts,
				func(a, b store.Part) bool { return a.Name == b.Name && string(a.Bytes) == string(b.Bytes) }) {
			t.Errorf("%+v is kept as %+v", list[i], got)
		}
	}
}
