package golden_test

import (
	"bytes"
	"slices"
	"strconv"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// Scans of the tables of Maryk: every index and unique property by its values, every record, and its columns and versions.
func TestScansOfMarykAreThoseThatHBaseRan(t *testing.T) {
	var tables []*hbaseTable
	for _, db := range []struct {
		name, cells string
		versions    int64
	}{{"keepall", "keepall.cells.jsonl.gz", 1<<31 - 1}, {"latest", "latest.cells.jsonl", 1}} {
		schema := marykfixture.HBase.Models(t, db.name)
		for _, m := range schema.Models {
			x := &hbaseTable{format: &hbase.Format, schema: schema, settings: settings{Table: "rl" + db.name + ":" + m.Name,
				Cells: "maryk-hbase/" + db.cells, Families: []string{"d", "u"}, Versions: db.versions, NewVersionBehavior: true}}
			for _, i := range m.Def.Indexes {
				x.Families = append(x.Families, string(hbase.AppendIndexFamily(nil, i.Reference)))
			}
			x.read(t)
			for _, i := range m.Def.Indexes {
				x.index(t, i)
			}
			x.unique(t, m.Def)
			x.records(t, db.versions > 1)
			tables = append(tables, x)
		}
	}
	slices.SortFunc(tables, func(a, b *hbaseTable) int { return bytes.Compare([]byte(a.Table), []byte(b.Table)) })
	agreeLines(t, "scans/hbase/maryk-hbase.jsonl", tables...)
}

// inFamily returns the cells in a family that are not markers.
func (x *hbaseTable) inFamily(name string) (list []*hbaseCell) {
	for i := range x.cells {
		if c := &x.cells[i]; string(c.family) == name && !c.marker {
			list = append(list, c)
		}
	}
	return list
}

// index asks for rows of an index: by none, some or all of its values, with and without bounds.
func (x *hbaseTable) index(t *testing.T, index *maryk.Index) {
	var rows [][]string
	for _, c := range x.inFamily(string(hbase.AppendIndexFamily(nil, index.Reference))) {
		var e maryk.IndexEntry
		if err := maryk.DecodeIndexEntry(c.row, index, 0, &e); err != nil {
			t.Fatal(err)
		}
		var row []string
		for i := range e.Values {
			row = append(row, string(e.Values[i].Value.AppendText(nil)))
		}
		rows = append(rows, row)
	}
	var names []string
	for i, name := range cell.NewMembers(index.Values(), "valueAndLengths", "index", true).Names() {
		if i%2 > 0 {
			names = append(names, name)
		}
	}
	fields := []value.Member{{Name: "index", Value: value.Of(string(value.AppendHex(nil, index.Reference)))}}
	x.byValues(t, "index", fields, names, rows)
}

// unique asks for the columns of the wide row of each unique property.
func (x *hbaseTable) unique(t *testing.T, m *maryk.Model) {
	rows := map[string][][]string{}
	for _, c := range x.inFamily("u") {
		var path maryk.Path
		if err := maryk.DecodePath(c.row, m, maryk.PathOptions{}, &path); err != nil {
			t.Fatal(err)
		}
		var v maryk.Value
		if err := maryk.DecodeValue(c.qualifier[1:], path.Def(), &v); err != nil {
			t.Fatal(err)
		}
		reference := string(value.AppendHex(nil, c.row))
		rows[reference] = append(rows[reference], []string{string(v.AppendText(nil))})
	}
	var references []string
	for reference := range rows {
		references = append(references, reference)
	}
	slices.Sort(references)
	for _, reference := range references {
		x.byValues(t, "unique", []value.Member{{Name: "reference", Value: value.Of(reference)}}, []string{"value"}, rows[reference])
	}
}

// byValues asks for rows by random values that rows have, with a bound on the next value.
func (x *hbaseTable) byValues(t *testing.T, record string, fields []value.Member, names []string, rows [][]string) {
	t.Helper()
	x.ask(t, record, &format.Query{Fields: value.OfMembers(fields...)})
	for n := range 14 {
		if len(rows) == 0 {
			return
		}
		row := rows[x.random.IntN(len(rows))]
		known := n % (len(names) + 1)
		members := slices.Clone(fields)
		for i := range known {
			members = append(members, value.Member{Name: names[i], Value: value.Of(row[i])})
		}
		q := format.Query{Fields: value.OfMembers(members...)}
		if known < len(names) {
			ops := [][]format.Op{{format.Above}, {format.From}, {format.Below}, {format.To}, {format.Above, format.To}}
			for _, op := range ops[x.random.IntN(len(ops))] {
				limit := rows[x.random.IntN(len(rows))][known]
				q.Bounds = append(q.Bounds, format.Bound{Name: names[known], Op: op, Value: value.Of(limit)})
			}
		}
		if n%7 == 6 {
			q.Limit = 1 + x.random.IntN(3)
		}
		x.ask(t, record, &q)
	}
}

// records asks for each record and one of its columns and, if the table keeps versions, for its state at each version.
func (x *hbaseTable) records(t *testing.T, versions bool) {
	t.Helper()
	cells := x.inFamily("d")
	for i, c := range cells {
		key := value.Member{Name: "record", Value: value.Of(string(value.AppendHex(nil, c.row)))}
		if i == 0 || !bytes.Equal(cells[i-1].row, c.row) {
			x.ask(t, "data-soft-delete", &format.Query{Fields: value.OfMembers(key)})
			x.ask(t, "data-value", &format.Query{Fields: value.OfMembers(key)})
		}
		if x.random.IntN(12) > 0 {
			continue
		}
		at := strconv.FormatInt(c.time, 10)
		record, fields := "data-last-update", []value.Member{key}
		if c.fields["what"] == "value" {
			record = "data-value"
			reference := string(value.AppendHex(nil, c.qualifier))
			fields = append(fields, value.Member{Name: "reference", Value: value.Of(reference)})
			x.ask(t, record, &format.Query{Fields: value.OfMembers(fields...)})
		}
		if versions {
			x.ask(t, record, &format.Query{Fields: value.OfMembers(fields...), At: at})
			x.ask(t, record, &format.Query{Fields: value.OfMembers(key), Since: at})
			x.ask(t, "data-value", &format.Query{Fields: value.OfMembers(key), At: at})
		}
	}
}
