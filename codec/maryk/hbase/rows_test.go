package hbase_test

import (
	"flag"
	"maps"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/objects"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// The objects of a database give exactly its cells.
func TestObjectsAreTheirCells(t *testing.T) {
	for db := range databases {
		var rows []marykfixture.Row
		for _, c := range cells(t, db) {
			what, _ := c.Fields["what"].(string)
			rows = append(rows, marykfixture.Row{Entry: c.entry(t), Record: recordNames[what]})
		}
		left := marykfixture.Unexplained(t, &hbase.Format, models(t, db), rows)
		if want := unexplained[db]; !maps.Equal(left, want) {
			t.Errorf("%s: %v is left, want %v", db, left, want)
		}
	}
}

// unexplained are the cells that objects do not explain: a table with VERSIONS 1 has lost the values from
// which its older cells of indexes and unique values were made.
var unexplained = map[string]map[string]int{
	"keepall": {},
	"latest":  {"index": 27, "unique": 6, "made up: index": 9, "made up: unique": 4},
}

// A change puts the cells that upstream put at its version.
func TestChangesAreUpstreamsCells(t *testing.T) {
	s := models(t, "keepall")
	real := map[string]map[string]string{} // by timestamp
	list := marykfixture.Assembled(t, &hbase.Format, s, func(yield func(*store.Entry)) {
		for _, c := range cells(t, "keepall") {
			e := c.entry(t)
			if real[e.Timestamp] == nil {
				real[e.Timestamp] = map[string]string{}
			}
			real[e.Timestamp][marykfixture.Place(&e)] = c.Value
			yield(&e)
		}
	})
	checked := 0
	for _, o := range list {
		states := o.Member("history").Items()
		for i := 1; i < len(states); i++ {
			exists, _ := states[i].Member("record").Member("exists").Bool()
			if _, more := states[i].Get("cells"); more || !exists {
				continue // written in addition to what the values imply
			}
			var identity []value.Member
			for _, name := range [...]string{"model", "key", "table"} {
				identity = append(identity, value.Member{Name: name, Value: o.Member(name)})
			}
			from := value.OfMembers(append(identity, value.Member{Name: "history", Value: value.OfList(states[:i]...)})...)
			to := value.OfMembers(append(identity, value.Member{Name: "isDeleted", Value: states[i].Member("record").Member("isDeleted")},
				value.Member{Name: "values", Value: states[i].Member("record").Member("values")})...)
			in := format.Input{Schema: s, Given: value.OfMembers(value.Member{Name: "version", Value: states[i].Member("version")})}
			rows, err := objects.Changes(&hbase.Format, &in, "record", from, to)
			if err != nil {
				t.Fatal(err)
			}
			version, _ := states[i].Member("version").Text()
			want, got := maps.Clone(real[version]), 0
			for _, r := range rows {
				val, _ := r.Entry.Part(store.Value)
				if want[marykfixture.Place(&r.Entry)] != string(value.AppendHex(nil, val)) {
					t.Errorf("%s: %s = %x, want %q", version, marykfixture.Place(&r.Entry), val, want[marykfixture.Place(&r.Entry)])
				}
				delete(want, marykfixture.Place(&r.Entry))
				got++
			}
			if len(want) > 0 || got == 0 {
				t.Errorf("%s: %d rows, without %v", version, got, want)
			}
			checked++
		}
	}
	t.Logf("%d changes", checked)
	if checked < 20 {
		t.Errorf("only %d changes", checked)
	}
}

var objectCount = flag.Int("objects", 1500, "how many random objects")

// Random objects equal what is assembled from their rows.
func TestRandomObjects(t *testing.T) {
	marykfixture.RandomObjects(t, &hbase.Format, models(t, "keepall"), cell.HBase, *objectCount)
}
