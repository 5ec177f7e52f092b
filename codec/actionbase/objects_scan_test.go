package actionbase_test

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// seoul knows the only zone in the golden schema.
type seoul struct{}

func (seoul) Offset(string, int64) (int, bool) { return 9 * 3600, true }

// identityOf returns the members that identify an assembled edge.
func identityOf(t *testing.T, fields []byte, cursor bool) value.Value {
	t.Helper()
	v, err := value.Parse(fields)
	if err != nil {
		t.Fatal(err)
	}
	members := []value.Member{{Name: "tableCode", Value: v.Member("tableCode")}}
	if cursor {
		var e store.Entry
		ends := value.OfMembers(value.Member{Name: "source", Value: v.Member("source")}, value.Member{Name: "target", Value: v.Member("target")})
		if err := actionbase.Format.Record("edge-id").Encode(&format.Input{}, ends, &e); err != nil {
			t.Fatal(err)
		}
		members = append(members, value.Member{Name: "edgeId", Value: value.Of(string(e.Parts[0].Bytes))})
	} else {
		for _, end := range []string{"source", "target"} {
			members = append(members, value.Member{Name: end, Value: v.Member(end)})
		}
	}
	for _, p := range v.Member("properties").Items() {
		for _, name := range []string{"_source", "_target"} {
			if n, _ := p.Member("code").Int(); int32(n) == actionbase.Code(name) {
				members = append(members, value.Member{Name: name, Value: p.Member("value")})
			}
		}
	}
	return value.OfMembers(members...)
}

// The scans for all rows of an edge, with their filters, find its rows and no others.
func TestScansOfAnObjectFindItsRows(t *testing.T) {
	list, model := actionbase.Dump(t, "actionbase-hbase-shell.expected.jsonl"), actionbase.FixtureSchema(t)
	for _, s := range []format.Schema{model, nil} {
		joiner, err := actionbase.Format.Objects.NewJoiner(model)
		if err != nil {
			t.Fatal(err)
		}
		j := shuffle.NewObjects(joiner, nil)
		for i := range list {
			if _, err := j.Add(&list[i]); err != nil {
				t.Fatal(err)
			}
		}
		kind, n := actionbase.Format.ObjectKind("edge"), 0
		err = j.Each(format.Moment{}, func(o format.Object) bool {
			n++
			in := format.Input{Schema: s, Given: value.OfMembers(), Zones: seoul{}}
			ranges, err := keys.ObjectRanges(&actionbase.Format, kind, &in, identityOf(t, o.Fields, n%2 == 0))
			if err != nil {
				t.Fatalf("%s: %v", o.Fields, err)
			}
			checkRanges(t, list, ranges, rowsOf(t, model, o.Fields))
			return true
		})
		if err != nil || n < 10 {
			t.Errorf("%d objects, %v", n, err)
		}
	}
}

// rowsOf returns the rows of an object by their bytes, and whether each belongs only to it.
func rowsOf(t *testing.T, model format.Schema, fields []byte) map[string]bool {
	t.Helper()
	v, err := value.Parse(fields)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]bool{}
	in := format.Input{Schema: model, Zones: seoul{}, Given: value.OfMembers()}
	err = actionbase.Format.Objects.Rows(&in, "edge", v, func(record string, e *store.Entry) error {
		rows[record+" "+place(e)] = !e.Increment
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func place(e *store.Entry) string {
	row, _ := e.Part(store.Row)
	qualifier, _ := e.Part(store.Qualifier)
	return hex.EncodeToString(row) + " " + hex.EncodeToString(qualifier)
}

func checkRanges(t *testing.T, list []store.Entry, ranges []keys.ObjectRange, want map[string]bool) {
	t.Helper()
	got := map[string]bool{}
	for i := range ranges {
		r := &ranges[i]
		where, err := filter.Parse(r.Where)
		if err != nil {
			t.Fatalf("%s: %v", r.Where, err)
		}
		if (where == nil) != (len(r.Meets) == 0) {
			t.Errorf("a filter %q for %q", r.Where, r.Meets)
		}
		for n := range list {
			row, _ := list[n].Part(store.Row)
			if bytes.Compare(row, r.Start) < 0 || r.Stop != nil && bytes.Compare(row, r.Stop) >= 0 {
				continue
			}
			var d stream.Decoder
			var w value.Writer
			if where == nil || where.Take(&stream.Row{Entry: &list[n]}, &d, &w) {
				got[r.Record+" "+place(&list[n])] = true
			}
		}
	}
	for row, alone := range want {
		if !got[row] && alone {
			t.Errorf("no scan finds %s", row)
		}
		if !got[row] && !alone {
			t.Errorf("no scan finds the number %s", row)
		}
	}
	for row := range got {
		if _, has := want[row]; !has && !strings.HasPrefix(row, "edge-group") && !strings.HasPrefix(row, "edge-count") {
			t.Errorf("a scan finds %s, which is another's", row)
		}
	}
}
