package golden_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// leading are the members by which to scan for rows of a kind, before the members of its index, cache or group.
var leading = map[string][]string{
	"edge-state": {"table", "source"}, "edge-count": {"table", "directedSource", "direction"}, "edge-lock": {"table", "source"},
	"edge-index": {"table", "directedSource", "direction", "index"}, "edge-cache": {"table", "directedSource", "direction", "cache"},
	"edge-group": {"table", "directedSource", "direction", "group"},
}

// bounded are the fields of indexes and caches, with their types.
var bounded = map[string][]string{
	"created_at_desc": {"createdAt"}, "permission_created_at_desc": {"permission", "createdAt"},
	"recent": {"createdAt"}, "amount_desc": {"amount"},
}

// Scans of the tables of Actionbase: every edge, index, cache and group, bounded by the properties in its schema. They must find
// what an expression over all rows selects, which compares values and knows nothing about the order of bytes.
func TestScansOfActionbaseAreThoseThatHBaseRan(t *testing.T) {
	v, err := value.Parse(readFile(t, "actionbase/actionbase-hbase-shell.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	schema, err := actionbase.ParseSchema(v)
	if err != nil {
		t.Fatal(err)
	}
	x := &hbaseTable{format: &actionbase.Format, schema: schema, settings: settings{Table: "actionbase",
		Cells: "actionbase/actionbase-hbase-shell.expected.jsonl", Families: []string{"f"}, Versions: 1}}
	x.read(t)
	pools := map[string][]any{}
	for i := range x.cells {
		properties, _ := x.cells[i].fields["properties"].([]any)
		for _, p := range properties {
			p, _ := p.(map[string]any)
			typed, _ := p["value"].(map[string]any)
			if name, _ := p["name"].(string); typed["value"] != nil {
				pools[name] = append(pools[name], typed["value"])
			}
		}
	}
	asked := map[string]bool{}
	for i := range x.cells {
		c := &x.cells[i]
		fields := map[string]any{}
		for _, name := range leading[c.record] {
			fields[name] = c.fields[name]
		}
		id := c.record + string(jsonText(t, fields))
		if asked[id] || len(fields) == 0 {
			continue
		}
		asked[id] = true
		x.edges(t, c, fields, pools)
	}
	agreeLines(t, "scans/hbase/actionbase.jsonl", x)
}

func jsonText(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// edges asks for all rows of a source and kind, and for those within bounds on the properties by which they are
// sorted.
func (x *hbaseTable) edges(t *testing.T, c *hbaseCell, fields map[string]any, pools map[string][]any) {
	t.Helper()
	x.resumed(t, c.record, fields, x.meant(t, c.record, fields, nil, 0))
	x.meant(t, c.record, fields, nil, 1)
	name, _ := fields["index"].(string)
	if name == "" {
		name, _ = fields["cache"].(string)
	}
	properties := bounded[name]
	if len(properties) == 0 {
		return
	}
	for n := range 8 {
		given := map[string]any{}
		for k, v := range fields {
			given[k] = v
		}
		for _, p := range properties[:n%len(properties)] {
			given[p] = pools[p][x.random.IntN(len(pools[p]))]
		}
		property := properties[n%len(properties)]
		ops := [][]format.Op{{format.Above}, {format.From}, {format.Below}, {format.To}, {format.Above, format.To}, {format.From, format.Below}}
		var bounds []format.Bound
		for _, op := range ops[x.random.IntN(len(ops))] {
			limit := pools[property][x.random.IntN(len(pools[property]))]
			bounds = append(bounds, format.Bound{Name: property, Op: op, Value: value.Of(fmt.Sprint(limit))})
		}
		x.meant(t, c.record, given, bounds, 0)
	}
}

// resumed asks for whatever follows the first row that a scan found.
func (x *hbaseTable) resumed(t *testing.T, record string, fields map[string]any, all []*hbaseCell) {
	t.Helper()
	var last []byte
	switch {
	case len(all) < 2:
		return
	case record == "edge-cache":
		last = all[0].qualifier
	case record == "edge-index", record == "edge-state":
		last = all[0].row[len(x.prefix):]
	default:
		return
	}
	parsed, err := value.Parse(jsonText(t, fields))
	if err != nil {
		t.Fatal(err)
	}
	q := format.Query{Fields: parsed, Offset: string(actionbase.AppendCursor(nil, last))}
	if found := x.ask(t, record, &q); !slices.Equal(found, all[1:]) {
		t.Errorf("%s finds %d of %d rows", queryText(record, &q), len(found), len(all))
	}
}

// meant asks, and compares what the scan finds with what an expression selects among all rows.
func (x *hbaseTable) meant(t *testing.T, record string, fields map[string]any, bounds []format.Bound, limit int) []*hbaseCell {
	t.Helper()
	parsed, err := value.Parse(jsonText(t, fields))
	if err != nil {
		t.Fatal(err)
	}
	q := format.Query{Fields: parsed, Bounds: bounds, Limit: limit}
	found := x.ask(t, record, &q)
	where := "record=" + record
	for name, v := range fields {
		if typed, is := v.(map[string]any); is {
			v = typed["value"]
		}
		where += fmt.Sprintf(" and %s=%s", name, jsonText(t, v))
	}
	for _, b := range bounds {
		limit, _ := b.Value.Text()
		where += fmt.Sprintf(" and %s%s%q", b.Name, b.Op, limit)
	}
	f, err := filter.Parse(where)
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	decoder := stream.Decoder{Format: x.format.ID, Schemas: format.SchemaSet{x.format: x.schema}}
	taken := 0
	for i := range x.cells {
		var w value.Writer
		c := &x.cells[i]
		takes := f.Take(&stream.Row{Entry: &c.entry}, &decoder, &w)
		if in := slices.Contains(found, c); limit == 0 && takes != in || in && !takes {
			t.Fatalf("%s: %s finds line %d: %t", queryText(record, &q), where, c.number, takes)
		}
		if takes {
			taken++
		}
	}
	if limit > 0 && taken > 0 && len(found) == 0 {
		t.Errorf("%s finds nothing, but there are %d", queryText(record, &q), taken)
	}
	return found
}
