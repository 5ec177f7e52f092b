package hbase_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// Scans by typed values and bounds find the cells of each index and unique property that a comparison of all
// values finds.
func TestScansByTypedValues(t *testing.T) {
	random := rand.New(rand.NewPCG(23, 24))
	for db := range databases {
		list := map[string]*marykfixture.Scan{}
		schema := models(t, db)
		for _, c := range cells(t, db) {
			what, _ := c.Fields["what"].(string)
			text := func(name string) string { s, _ := c.Fields[name].(string); return s }
			m := schema.Model(c.Model)
			x := marykfixture.Scan{Format: &hbase.Format, Record: what, Schema: schema, Compare: bytes.Compare,
				Fields: []value.Member{{Name: "model", Value: value.OfInt(int64(c.Model))}}}
			row := marykfixture.ScanRow{Seek: marykfixture.Unhex(t, c.Row), Entry: c.entry(t)}
			switch what {
			case "index":
				index := m.IndexOf(marykfixture.Unhex(t, text("index")))
				var e maryk.IndexEntry
				if err := maryk.DecodeIndexEntry(row.Seek, index, 0, &e); err != nil {
					t.Fatal(err)
				}
				for i := range e.Values {
					row.Values = append(row.Values, e.Values[i].Value.Clone())
				}
				x.Names = cell.NewMembers(index.Values(), "valueAndLengths", "index", true).Names()
				for i := range index.Values() {
					x.Names[i] = x.Names[2*i+1]
				}
				x.Names = x.Names[:len(index.Values())]
				x.Fields = append(x.Fields, value.Member{Name: "index", Value: value.Of(text("index"))})
			case "unique":
				var path maryk.Path
				if err := maryk.DecodePath(row.Seek, m.Def, maryk.PathOptions{}, &path); err != nil {
					t.Fatal(err)
				}
				row.Seek = marykfixture.Unhex(t, c.Qualifier)
				v := new(maryk.Value)
				if err := maryk.DecodeValue(row.Seek[1:], path.Def(), v); err != nil {
					t.Fatal(err)
				}
				row.Values, x.Names, x.Columns = []maryk.Value{v.Clone()}, []string{"value"}, true
				x.Fields = append(x.Fields, value.Member{Name: "reference", Value: value.Of(c.Row)})
			default:
				continue
			}
			id := c.Table + c.Family
			if what == "unique" {
				id += c.Row
			}
			if list[id] == nil {
				list[id] = &x
			}
			list[id].Rows = append(list[id].Rows, row)
		}
		asked, found, filtered := 0, 0, 0
		for _, x := range list {
			a, b, c := x.Check(t, random, 120)
			asked, found, filtered = asked+a, found+b, filtered+c
		}
		t.Logf("%s: %d places, %d queries, %d found rows, %d with a filter", db, len(list), asked, found, filtered)
		if len(list) < 4 || found < asked/4 || filtered == 0 {
			t.Errorf("%s: %d places, %d of %d queries found rows, %d had a filter", db, len(list), found, asked, filtered)
		}
	}
}

// A version bounds the timestamps, and a property the columns.
func TestTimesAndColumns(t *testing.T) {
	in := format.Input{Schema: models(t, "keepall"), Given: value.OfMembers()}
	fields := value.OfMembers(value.Member{Name: "model", Value: value.OfInt(1)},
		value.Member{Name: "record", Value: value.Of("0000000000017fffffff")}, value.Member{Name: "property", Value: value.Of("name")})
	r := hbase.Format.Record("data-value")
	p, err := keys.RangeOf(&hbase.Format, r, &in, &format.Query{Fields: fields, At: "7"})
	if err != nil || p.Times != (format.Times{To: 8}) || p.Columns == nil || !bytes.Equal(p.Columns.Start, []byte{0x21}) {
		t.Errorf("%+v, %v", p, err)
	}
	hides := func(note string) bool { return strings.Contains(note, "deleted for good later") }
	if !slices.ContainsFunc(p.Notes, hides) {
		t.Errorf("nothing says what HBase hides: %q", p.Notes)
	}
	p, err = keys.RangeOf(&hbase.Format, r, &in, &format.Query{Fields: fields, Since: "7"})
	if err != nil || p.Times.From != 7 || p.Times.Versions < 1000 || !slices.ContainsFunc(p.Notes, hides) {
		t.Errorf("%+v, %v", p, err)
	}
}
