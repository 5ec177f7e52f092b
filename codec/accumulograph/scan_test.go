package accumulograph_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/scanshell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// cells are entries with their fields.
type cells struct {
	rows   []store.Entry
	fields []map[string]any
}

// add decodes rows, whose parts have the long names.
func (c *cells) add(t *testing.T, rows []store.Entry) {
	t.Helper()
	for i := range rows {
		in, w := format.Input{Entry: rows[i]}, value.Writer{}
		if err := accumulograph.Format.Record("entry").Decode(&in, nil, &w); err != nil {
			t.Fatal(err)
		}
		d := json.NewDecoder(bytes.NewReader(w.Buf))
		d.UseNumber()
		var fields map[string]any
		if err := d.Decode(&fields); err != nil {
			t.Fatal(err)
		}
		c.rows, c.fields = append(c.rows, rows[i]), append(c.fields, fields)
	}
}

// stored returns the rows of the transcript, and of a random graph with awkward ids.
func stored(t *testing.T, r *rand.Rand) *cells {
	t.Helper()
	c := new(cells)
	c.add(t, scan(t, "accumulograph-shell.txt"))
	ids := []string{"a", "a_", "a__DEL", "a__DELIM", "b", "B", "31", "031", "é", "a b", "3", "1e1", ""}
	labels := []string{"knows", "know", "30", "3e0", ""}
	pick := func(list []string) []byte { return []byte(list[r.IntN(len(list))]) }
	seen := map[string]bool{}
	put := func(table string, e accumulograph.Entry) {
		cell, err := accumulograph.AppendCell(&e)
		if err != nil {
			t.Fatal(err)
		}
		row := store.Entry{Source: store.Source{Table: table}}
		row.Add(store.Row, cell.Row)
		row.Add(store.Family, cell.Family)
		row.Add(store.Qualifier, cell.Qualifier)
		row.Add(store.Visibility, nil)
		row.Add(store.Value, cell.Value)
		key := fmt.Sprintf("%s %q %q %q", table, cell.Row, cell.Family, cell.Qualifier)
		if seen[key] {
			return
		}
		seen[key] = true
		c.add(t, []store.Entry{row})
	}
	for range 150 {
		id, in, out, label := pick(ids), pick(ids), pick(ids), pick(labels)
		for _, e := range accumulograph.EdgeEntries(id, out, in, label) {
			table := "social_vertex"
			if e.Kind == accumulograph.EdgeEntry {
				table = "social_edge"
			}
			put(table, e)
		}
		k := accumulograph.Kind(r.IntN(int(accumulograph.Serializable)))
		v, key := random(r, k), pick([]string{"age", "a:b", "a,b", "__OUT_EDGE__", "weight"})
		if r.IntN(2) == 0 && (k == accumulograph.Integer || k == accumulograph.Long || k == accumulograph.Date) {
			v.Num = uint64(r.IntN(40) - 20)
		}
		put("social_vertex", accumulograph.Entry{Kind: accumulograph.PropertyEntry, ID: id, Key: key, Value: v})
		put("social_vertex_key_index", accumulograph.Entry{Kind: accumulograph.IndexValueEntry, ID: id, Key: key, Value: v})
		v = random(r, accumulograph.Double)
		put("social_edge_key_index", accumulograph.Entry{Kind: accumulograph.IndexValueEntry, ID: id, Key: key, Value: v})
	}
	return c
}

// inRange returns the rows that the shell shows: those of the table, the range and the family and, if
// the plan has a single qualifier, of that.
func inRange(c *cells, p *format.Plan, columns bool) (list []int) {
	for i := range c.rows {
		e := &c.rows[i]
		row, _ := e.Part(store.Row)
		family, _ := e.Part(store.Family)
		qualifier, _ := e.Part(store.Qualifier)
		in := e.Source.Table == p.Table && bytes.Compare(row, p.Start) >= 0 && (p.Stop == nil || bytes.Compare(row, p.Stop) < 0) &&
			(p.Family == nil || bytes.Equal(family, p.Family))
		if q := p.Columns; in && q != nil {
			exact := p.Family != nil && q.Stop != nil && bytes.Equal(q.Stop, append(bytes.Clone(q.Start), 0))
			if exact || columns {
				in = bytes.Compare(qualifier, q.Start) >= 0 && (q.Stop == nil || bytes.Compare(qualifier, q.Stop) < 0)
			}
		}
		if in {
			list = append(list, i)
		}
	}
	return list
}

// checkScan compares what a plan finds with what is true of the fields.
func checkScan(t *testing.T, c *cells, args string, meant func(e *store.Entry, fields map[string]any) bool) {
	t.Helper()
	q := query(t, args)
	in := format.Input{Given: value.OfMembers()}
	k, err := keys.RangeOf(&accumulograph.Format, accumulograph.Format.Record("entry"), &in, q)
	if err != nil {
		if strings.Contains(err.Error(), "no value is within these bounds") {
			return
		}
		t.Fatalf("%s: %v", args, err)
	}
	var want []int
	for i := range c.rows {
		if meant(&c.rows[i], c.fields[i]) {
			want = append(want, i)
		}
	}
	if (k.Where == "") != (len(k.Meets) == 0) {
		t.Fatalf("%s: where %q, meets %q", args, k.Where, k.Meets)
	}
	got := taken(t, c, &k.Plan)
	if !slices.Equal(got, want) {
		for _, i := range want {
			if !slices.Contains(got, i) {
				t.Errorf("lacks %v", c.fields[i])
			}
		}
		for _, i := range got {
			if !slices.Contains(want, i) {
				t.Errorf("finds %s %v", c.rows[i].Source.Table, c.fields[i])
			}
		}
		t.Fatalf("%s: %d of %d rows, where %s", args, len(got), len(want), k.Where)
	}
	for _, i := range want {
		if !slices.Contains(inRange(c, &k.Plan, true), i) {
			t.Fatalf("%s: the columns leave out %v", args, c.fields[i])
		}
	}
}

// taken returns the rows that the shell shows for a plan and that meet its expression.
func taken(t *testing.T, c *cells, p *format.Plan) (got []int) {
	t.Helper()
	f, err := filter.Parse(p.Where)
	if err != nil {
		t.Fatalf("%s: %v", p.Where, err)
	}
	b := &stream.Decoder{Format: "accumulograph", Record: "entry"}
	var w value.Writer
	for _, i := range inRange(c, p, false) {
		if f == nil || f.Take(&stream.Row{Entry: &c.rows[i]}, b, &w) {
			got = append(got, i)
		}
	}
	return got
}

// query reads a JSON object of fields, and bounds as a list of [name, operator, value] in "bounds".
func query(t *testing.T, text string) *format.Query {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	q := &format.Query{}
	var fields []value.Member
	for i := range v.Len() {
		if v.Name(i) != "bounds" {
			fields = append(fields, value.Member{Name: v.Name(i), Value: v.At(i)})
			continue
		}
		for _, b := range v.At(i).Items() {
			name, _ := b.At(0).Text()
			sign, _ := b.At(1).Text()
			op, ok := format.ParseOp(sign)
			if !ok {
				t.Fatalf("%s: %s", text, sign)
			}
			q.Bounds = append(q.Bounds, format.Bound{Name: name, Op: op, Value: b.At(2)})
		}
	}
	q.Fields = value.OfMembers(fields...)
	return q
}

// holds reports whether an order satisfies an operator.
func holds(op string, order int) bool {
	switch op {
	case ">":
		return order > 0
	case ">=":
		return order >= 0
	case "<":
		return order < 0
	}
	return order <= 0
}

func TestScansFindExactlyTheirEntries(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	c := stored(t, r)
	ids := []string{"a", "a_", "a__DEL", "a__DELIM", "b", "31", "é", "marko", "café", "node with space", "e1", ""}
	labels := []string{"knows", "know", "30", "3e0", ""}
	some := func(list []string) string { return list[r.IntN(len(list))] }
	quote := func(s string) string { return string(value.AppendQuoted(nil, s)) }
	ops := []string{">", ">=", "<", "<="}
	vertices, edges := "social_vertex", "social_edge"
	runs := 0
	try := func(args string, meant func(e *store.Entry, f map[string]any) bool) {
		t.Helper()
		runs++
		checkScan(t, c, args, meant)
	}
	for range 60 {
		id, other, op := some(ids), some(ids), some(ops)
		label := some(labels)
		row := func(e *store.Entry) string { b, _ := e.Part(store.Row); return string(b) }
		try(`{"graph":"social","element":"vertex","id":`+quote(id)+`}`, func(e *store.Entry, _ map[string]any) bool {
			return e.Source.Table == vertices && row(e) == id
		})
		try(`{"graph":"social","kind":"vertex","bounds":[["id","`+op+`",`+quote(id)+`]]}`, func(e *store.Entry, f map[string]any) bool {
			return e.Source.Table == vertices && f["kind"] == "vertex" && holds(op, strings.Compare(f["id"].(string), id))
		})
		try(`{"graph":"social","kind":"property","element":"vertex","bounds":[["id","^=",`+quote(id)+`]]}`, func(e *store.Entry, f map[string]any) bool {
			return e.Source.Table == vertices && f["kind"] == "property" && strings.HasPrefix(f["id"].(string), id)
		})
		key := some([]string{"age", "a:b", "a,b", "__OUT_EDGE__", "weight", "name"})
		try(`{"graph":"social","kind":"property","element":"vertex","key":`+quote(key)+`,"bounds":[["id",">",`+quote(id)+`]]}`,
			func(e *store.Entry, f map[string]any) bool {
				return e.Source.Table == vertices && f["kind"] == "property" && f["key"] == key && f["id"].(string) > id
			})
		for _, kind := range []string{"in-edge", "out-edge"} {
			at := `{"graph":"social","kind":"` + kind + `","id":` + quote(id)
			try(at+`}`, func(_ *store.Entry, f map[string]any) bool { return f["kind"] == kind && f["id"] == id })
			try(at+`,"label":`+quote(label)+`}`, func(_ *store.Entry, f map[string]any) bool {
				return f["kind"] == kind && f["id"] == id && f["label"] == label
			})
			try(at+`,"bounds":[["other","^=",`+quote(other)+`]]}`, func(_ *store.Entry, f map[string]any) bool {
				return f["kind"] == kind && f["id"] == id && strings.HasPrefix(f["other"].(string), other)
			})
			if other != "a__DELIM" { // read as a and DELIM__…, with a note
				try(at+`,"other":`+quote(other)+`}`, func(_ *store.Entry, f map[string]any) bool {
					return f["kind"] == kind && f["id"] == id && f["other"] == other
				})
				edge := some(ids)
				try(at+`,"other":`+quote(other)+`,"edge":`+quote(edge)+`,"label":`+quote(label)+`}`, func(_ *store.Entry, f map[string]any) bool {
					return f["kind"] == kind && f["id"] == id && f["other"] == other && f["edge"] == edge && f["label"] == label
				})
			}
		}
		try(`{"graph":"social","kind":"edge","label":`+quote(label)+`}`, func(e *store.Entry, f map[string]any) bool {
			return e.Source.Table == edges && f["kind"] == "edge" && f["label"] == label
		})
		try(`{"graph":"social","kind":"index-key","bounds":[["key","`+op+`",`+quote(key)+`]]}`, func(_ *store.Entry, f map[string]any) bool {
			return f["kind"] == "index-key" && holds(op, strings.Compare(f["key"].(string), key))
		})
	}
	values(t, c, r, try)
	t.Logf("%d scans over %d rows", runs, len(c.rows))
}

// values scans indexes for values.
func values(t *testing.T, c *cells, r *rand.Rand, try func(string, func(*store.Entry, map[string]any) bool)) {
	t.Helper()
	var indexed []int
	for i := range c.rows {
		if strings.HasSuffix(c.rows[i].Source.Table, "_key_index") {
			indexed = append(indexed, i)
		}
	}
	for range 400 {
		at := indexed[r.IntN(len(indexed))]
		table, f := c.rows[at].Source.Table, c.fields[at]
		bound, _ := f["value"].(map[string]any)
		text, err := json.Marshal(bound)
		if err != nil {
			t.Fatal(err)
		}
		element := strings.Split(strings.TrimPrefix(table, "social_"), "_")[0]
		begin := `{"graph":"social","kind":"index-value","element":"` + element + `"`
		kind := bound["type"].(string)
		try(begin+`,"value":`+string(text)+`}`, func(e *store.Entry, g map[string]any) bool {
			return e.Source.Table == table && same(t, g["value"], bound)
		})
		if kind == "null" || kind == "enum" || kind == "qname" || kind == "serializable" || strings.Contains(fmt.Sprint(bound["value"]), "NaN") ||
			strings.Contains(fmt.Sprint(bound["value"]), "Infinity") {
			continue
		}
		op := []string{">", ">=", "<", "<="}[r.IntN(4)]
		key := f["key"].(string)
		k, _ := json.Marshal(key)
		try(begin+`,"key":`+string(k)+`,"bounds":[["value","`+op+`",`+string(text)+`]]}`, func(e *store.Entry, g map[string]any) bool {
			v, _ := g["value"].(map[string]any)
			if e.Source.Table != table || v["type"] != kind || g["key"] != key {
				return false
			}
			order, comparable := compareJSON(v["value"], bound["value"])
			return comparable && holds(op, order)
		})
	}
}

func same(t *testing.T, a, b any) bool {
	x, err := json.Marshal(a)
	y, other := json.Marshal(b)
	if err != nil || other != nil {
		t.Fatal(err, other)
	}
	return bytes.Equal(x, y)
}

// compareJSON compares two values of one type as their type does.
func compareJSON(a, b any) (order int, ok bool) {
	x, y := fmt.Sprint(a), fmt.Sprint(b)
	var f, g float64
	if x == "NaN" || y == "NaN" {
		return 0, false
	}
	_, err := fmt.Sscan(strings.Replace(x, "Infinity", "Inf", 1), &f)
	_, other := fmt.Sscan(strings.Replace(y, "Infinity", "Inf", 1), &g)
	_, text := a.(string)
	if _, isBool := a.(bool); isBool || err != nil || other != nil {
		return strings.Compare(x, y), true
	}
	var m, n int64
	if _, err := fmt.Sscan(x, &m); err == nil && text {
		if _, err := fmt.Sscan(y, &n); err == nil {
			return int(max(min(float64(m)-float64(n), 1), -1)), true
		}
	}
	switch {
	case f < g:
		return -1, true
	case f > g:
		return 1, true
	}
	return 0, true
}

func TestScansSayWhereTheyAre(t *testing.T) {
	for args, want := range map[string]string{
		`{"graph":"social","element":"vertex","id":"marko"}`:                                                                                 `scan -t "social_vertex" -r "marko"`,
		`{"graph":"social","kind":"out-edge","id":"marko"}`:                                                                                  `scan -t "social_vertex" -r "marko" -c "__OUT_EDGE__"`,
		`{"graph":"social","kind":"in-edge","id":"café","other":"marko","edge":"e1"}`:                                                        `scan -t "social_vertex" -r "caf\xC3\xA9" -c "__IN_EDGE__:marko__DELIM__e1"`,
		`{"graph":"social","kind":"vertex"}`:                                                                                                 `scan -t "social_vertex" -b "" -c "__LABEL__:__EXISTS__"`,
		`{"graph":"social","kind":"property","element":"edge","id":"e1","key":"weight"}`:                                                     `scan -t "social_edge" -r "e1" -c "weight:"`,
		`{"graph":"social","kind":"property","element":"edge","id":"e1","key":"a,b"}`:                                                        `scan -t "social_edge" -r "e1" -cf "a,b" -cq ""`,
		`{"graph":"g","kind":"index-value","element":"vertex","value":{"type":"string","value":"b"},"key":"name"}`:                           `scan -t "g_vertex_key_index" -r "ab" -c "name"`,
		`{"graph":"g","index":"people","bounds":[["value",">=",{"type":"string","value":"b"}],["value","<",{"type":"string","value":"d"}]]}`: `scan -t "g_index_people" -b "ab" -e "ad" -ee`,
		`{"graph":"g","kind":"index-key","key":"age","element":"vertex"}`:                                                                    `scan -t "g_index_metadata" -r "age" -c "__INDEX_KEY__:com.tinkerpop.blueprints.Vertex"`,
		`{"graph":"g","kind":"index-name"}`:                                                                                                  `scan -t "g_index_metadata" -b "" -c "__INDEX_NAME__"`,
	} {
		in := format.Input{Given: value.OfMembers()}
		k, err := keys.RangeOf(&accumulograph.Format, accumulograph.Format.Record("entry"), &in, query(t, args))
		if err != nil {
			t.Fatalf("%s: %v", args, err)
		}
		if got := scanshell.Find("accumulo").Text(k.Seek); got != want+"\n" {
			t.Errorf("%s: %swant %s", args, got, want)
		}
	}
}

func TestScansRefuseWhatTheyDoNotFind(t *testing.T) {
	for args, want := range map[string]string{
		`{"kind":"edges"}`:                                                `there is no kind of entry "edges"`,
		`{"id":"a"}`:                                                      "expected vertex or edge",
		`{"kind":"index-value"}`:                                          "expected vertex or edge",
		`{"kind":"vertex","key":"age"}`:                                   "key: entries of the kind vertex are not found by it",
		`{"kind":"edge","in":"a"}`:                                        "the row of an edge is its id",
		`{"kind":"in-edge","id":"a","edge":"e"}`:                          "other: must be given before edge",
		`{"kind":"in-edge","id":"a","bounds":[["other",">","b"]]}`:        "^= says how it begins",
		`{"kind":"property","element":"edge","bounds":[["key",">","b"]]}`: "key: cannot be bounded here",
		`{"kind":"index-value","index":"x","bounds":[["value",">",{"type":"enum","class":"C","value":"A"}]]}`:                              "have no order",
		`{"kind":"index-value","index":"x","bounds":[["value",">",{"type":"double","value":"NaN"}]]}`:                                      "a finite number",
		`{"kind":"index-value","index":"x","bounds":[["value","^=",{"type":"integer","value":5}]]}`:                                        "only texts have a beginning",
		`{"kind":"index-value","index":"x","bounds":[["value",">",{"type":"long","value":5}],["value","<",{"type":"integer","value":9}]]}`: "two types",
		`{"kind":"index-value","index":"x","value":{"type":"serializable","value":{}}}`:                                                    "read only",
		`{"kind":"vertex","graph":"no-graph"}`: "letters, digits and underscores",
	} {
		in := format.Input{Given: value.OfMembers()}
		k, err := keys.RangeOf(&accumulograph.Format, accumulograph.Format.Record("entry"), &in, query(t, args))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v %+v, want %s", args, err, k.Plan, want)
		}
	}
	given := value.OfMembers(value.Member{Name: "table", Value: value.Of("social_edge")})
	in := format.Input{Given: given}
	entry := accumulograph.Format.Record("entry")
	if _, err := keys.RangeOf(&accumulograph.Format, entry, &in, query(t, `{"kind":"vertex","id":"a"}`)); err == nil ||
		!strings.Contains(err.Error(), "is the edge table of graph social") {
		t.Errorf("the table of something else: %v", err)
	}
	in.Given = value.OfMembers(value.Member{Name: "table", Value: value.Of("social_edge_key_index")})
	k, err := keys.RangeOf(&accumulograph.Format, entry, &in, query(t, `{"value":{"type":"double","value":1e23},"key":"weight"}`))
	elder := func(n string) bool { return strings.Contains(n, "9.999999999999999E22") }
	if err != nil || string(k.Start) != "d1.0E23" || !slices.ContainsFunc(k.Notes, elder) {
		t.Errorf("%v %+v", err, k.Plan)
	}
}
