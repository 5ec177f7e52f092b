package accumulograph_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/format"
	codecobjects "github.com/rowlens/rowlens/codec/objects"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/golden"
)

// objectCases is how many random elements become rows and elements again.
var objectCases = flag.Int("objects", 3000, "random elements that are written as rows and assembled again")

// assembled returns the objects of rows, which must be usable.
func assembled(t *testing.T, rows []store.Entry) (list []format.Object) {
	t.Helper()
	joiner, err := accumulograph.Format.Objects.NewJoiner(nil)
	if err != nil {
		t.Fatal(err)
	}
	j := shuffle.NewObjects(joiner, nil)
	for i := range rows {
		if _, err := j.Add(&rows[i]); err != nil && !strings.Contains(err.Error(), "expected") {
			t.Fatalf("%v: %v", rows[i].Parts, err)
		}
	}
	if err := j.Each(format.Moment{}, func(o format.Object) bool {
		if o.Err != nil {
			t.Fatal(o.Err)
		}
		list = append(list, o)
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return list
}

func parsed(t *testing.T, text []byte) value.Value {
	t.Helper()
	v, err := value.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// keyOf returns a row as one text, by the long or the short names of its parts.
func keyOf(e *store.Entry) string {
	text := e.Source.Table
	for _, names := range [][]string{{"row"}, {"family", "cf"}, {"qualifier", "cq"}, {"value"}} {
		_, b, _ := e.First(names...)
		text += fmt.Sprintf(" %x", b)
	}
	if e.Deleted != "" {
		return "delete " + text
	}
	return text
}

// written returns the rows of objects.
func written(t *testing.T, list []format.Object) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, o := range list {
		in := format.Input{Given: value.OfMembers()}
		rows, err := codecobjects.Rows(&accumulograph.Format, &in, o.Kind, parsed(t, o.Fields))
		if err != nil {
			t.Fatalf("%s: %v", o.Fields, err)
		}
		for i := range rows {
			all[keyOf(&rows[i].Entry)] = true
		}
	}
	return all
}

// inverse checks that objects give back the rows that they were made from. Rows that no object explains
// belong to the metadata or are in a finding of the verifier; rows that are written in addition are ones
// that the verifier misses.
func inverse(t *testing.T, name string, rows []store.Entry) (same int) {
	t.Helper()
	got := written(t, assembled(t, rows))
	v := accumulograph.NewVerifier()
	have := map[string]bool{}
	for i := range rows {
		v.Add(&rows[i])
		have[keyOf(&rows[i])] = true
	}
	odd, missing := map[string]bool{}, map[string]bool{}
	var lost []string // the ends of qualifiers of edge ends in rows that are not vertices
	for _, f := range v.Findings() {
		e := store.Entry{Parts: f.Parts, Source: f.Source}
		odd[keyOf(&e)] = true
		for i := range f.Mend {
			e := f.Mend[i]
			e.Deleted = ""
			missing[keyOf(&e)] = true
		}
		if f.Code == "missing-vertex" { // the end is in a row that is not a vertex
			_, id, _ := e.First("row")
			lost = append(lost, fmt.Sprintf("5f5f44454c494d5f5f%x", id))
		}
	}
	for key := range have {
		switch {
		case got[key]:
			same++
		case strings.Contains(key, "5f5f494e4445585f"), odd[key]: // __INDEX_
		default:
			t.Errorf("%s: no object has %s", name, key)
		}
	}
	for key := range got {
		ofLost := func(edge string) bool { return strings.HasSuffix(strings.Fields(key)[3], edge) }
		if !have[key] && !missing[key] && !slices.ContainsFunc(lost, ofLost) {
			t.Errorf("%s: nothing has %s, which an object writes", name, key)
		}
	}
	return same
}

func TestObjectsGiveBackTheirRows(t *testing.T) {
	rows := scan(t, "accumulograph-shell.txt")
	t.Logf("transcript: %d of %d rows", inverse(t, "transcript", rows), len(rows))
	total, same, graphs := 0, 0, 0
	cases, err := golden.Vectors(vectorFile)
	if err != nil {
		t.Fatal(err)
	}
	for i := range cases {
		c := &cases[i]
		if c.Record != "graph" {
			continue
		}
		graphs++
		var rows []store.Entry
		for _, item := range parsed(t, c.Bytes).Member("entries").Items() {
			var e store.Entry
			e.Source.Table, _ = item.Member("table").Text()
			for _, name := range []string{"row", "cf", "cq", "vis", "value"} {
				b, ok := item.Member(name).Hex()
				if !ok {
					t.Fatalf("%s: %s", c.ID, name)
				}
				e.Add(name, b)
			}
			rows = append(rows, e)
		}
		total += len(rows)
		same += inverse(t, c.ID, rows)
	}
	if t.Logf("%d graphs: %d of %d rows", graphs, same, total); graphs != 20 {
		t.Errorf("%d graphs", graphs)
	}
}

// ordered returns JSON whose lists have a fixed order.
func ordered(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"out_edges", "in_edges", "indexed", "named_indexes", "more_properties"} {
		if list, ok := v[name].([]any); ok {
			slices.SortFunc(list, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		}
	}
	return v
}

// randomGraph writes objects of a graph whose ids may contain parts of the delimiter's text.
func randomGraph(t *testing.T, r *rand.Rand) (list []format.Object) {
	t.Helper()
	word := func() string { return string([]rune("ab_é€😀 :\x00")[r.IntN(9)]) + string(rune('a'+r.IntN(3))) }
	var vertices []string
	for range 1 + r.IntN(3) {
		if v := word(); !slices.Contains(vertices, v) {
			vertices = append(vertices, v)
		}
	}
	ends := map[string][2][]string{}
	type edge struct{ id, out, in, label string }
	var edges []edge
	for i := range r.IntN(4) {
		e := edge{fmt.Sprintf("%s%d", word(), i), vertices[r.IntN(len(vertices))], vertices[r.IntN(len(vertices))], word()}
		edges = append(edges, e)
		text := func(other string) string {
			var w value.Writer
			w.Object()
			w.Member("edge").String(e.id)
			w.Member("label").String(e.label)
			w.Member("other").String(other)
			w.EndObject()
			return string(w.Buf)
		}
		of := ends[e.out]
		of[0] = append(of[0], text(e.in))
		ends[e.out] = of
		of = ends[e.in]
		of[1] = append(of[1], text(e.out))
		ends[e.in] = of
	}
	object := func(kind string, members func(w *value.Writer)) {
		var w value.Writer
		w.Object()
		w.Member("graph").String("g")
		members(&w)
		properties(r, &w)
		w.EndObject()
		list = append(list, format.Object{Kind: kind, Fields: w.Buf})
	}
	for _, id := range vertices {
		object("vertex", func(w *value.Writer) {
			w.Member("id").String(id)
			for i, name := range []string{"out_edges", "in_edges"} {
				w.Key(name)
				w.JSON([]byte("[" + strings.Join(ends[id][i], ",") + "]"))
			}
		})
	}
	for _, e := range edges {
		object("edge", func(w *value.Writer) {
			w.Member("id").String(e.id)
			w.Member("label").String(e.label)
			w.Member("out").String(e.out)
			w.Member("in").String(e.in)
		})
	}
	return list
}

func properties(r *rand.Rand, w *value.Writer) {
	var indexed []string
	w.Key("properties")
	w.Object()
	for i := range r.IntN(4) {
		in, got := format.Input{}, value.Writer{}
		v := random(r, accumulograph.Kind(r.IntN(int(accumulograph.Serializable))))
		b, _ := accumulograph.AppendValue(nil, &v)
		in.Entry.Add(store.Value, b)
		if err := accumulograph.Format.Record("value").Decode(&in, nil, &got); err != nil {
			panic(err)
		}
		key := fmt.Sprintf("k%d", i)
		w.AnyKey(key)
		w.JSON(bytes.TrimSuffix(bytes.TrimPrefix(got.Buf, []byte(`{"value":`)), []byte("}")))
		if r.IntN(2) == 0 {
			indexed = append(indexed, key)
		}
	}
	w.EndObject()
	w.Key("indexed")
	w.Array()
	for _, key := range indexed {
		w.String(key)
	}
	w.EndArray()
}

func TestRowsGiveBackTheirObjects(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	objects := 0
	for objects < *objectCases {
		want := randomGraph(t, r)
		var rows []store.Entry
		for _, o := range want {
			in := format.Input{Given: value.OfMembers()}
			made, err := codecobjects.Rows(&accumulograph.Format, &in, o.Kind, parsed(t, o.Fields))
			if err != nil {
				t.Fatalf("%s: %v", o.Fields, err)
			}
			for i := range made {
				if made[i].Record != "entry" {
					t.Fatalf("a row of the kind %s", made[i].Record)
				}
				rows = append(rows, made[i].Entry)
			}
		}
		r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		got := assembled(t, rows)
		if len(got) != len(want) {
			t.Fatalf("%d objects of %d", len(got), len(want))
		}
		for _, w := range want {
			x := ordered(t, w.Fields)
			if !slices.ContainsFunc(got, func(o format.Object) bool {
				return o.Kind == w.Kind && reflect.DeepEqual(ordered(t, o.Fields), x)
			}) {
				for _, o := range got {
					t.Logf("%s %s", o.Kind, o.Fields)
				}
				t.Fatalf("%s %s is not among them", w.Kind, w.Fields)
			}
		}
		objects += len(want)
	}
	t.Logf("%d objects", objects)
}

// Rows with changed bytes assemble to objects that are written back, whatever they hold.
func TestDamagedRowsAreWrittenBack(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	rows := scan(t, "accumulograph-shell.txt")
	for range 300 {
		var damaged []store.Entry
		have := map[string]bool{}
		for i := range rows {
			e := rows[i].Clone()
			if r.IntN(4) == 0 {
				p := &e.Parts[[]int{0, 1, 2, 4}[r.IntN(4)]]
				switch n := len(p.Bytes); {
				case n == 0:
					p.Bytes = []byte{byte(r.Uint32())}
				case r.IntN(3) == 0:
					p.Bytes = p.Bytes[:r.IntN(n)]
				default:
					p.Bytes[r.IntN(n)] = byte(r.Uint32())
				}
			}
			damaged = append(damaged, e)
			have[keyOf(&e)] = true
		}
		same := 0
		for key := range written(t, assembled(t, damaged)) {
			if have[key] {
				same++
			}
		}
		if same < len(rows)/4 {
			t.Fatalf("%d of %d rows are written back", same, len(rows))
		}
	}
}

// Every joiner that needs no schema sees all rows of a dump. It does not take those of other programs,
// and says what is wrong with its own.
func TestRowsOfOthersAreNotTaken(t *testing.T) {
	for _, c := range []struct {
		table string
		parts []string // names and texts
		part  bool
		why   string
	}{
		{"social_edge", []string{"row", "\x00\x01", "family", "f", "qualifier", "e", "value", "\x01"}, false, ""}, // a table of HBase
		{"", []string{"key", "entity:a", "value", "\x01"}, false, ""},
		{"other", []string{"row", "v", "family", "__LABEL__", "qualifier", "__EXISTS__", "visibility", "", "value", ""}, false, ""},
		{"", []string{"row", "v", "family", "__LABEL__", "qualifier", "__EXISTS__", "visibility", "", "value", ""}, false, "the name of the table"},
		{"g_vertex", []string{"row", "v", "family", "__LABEL__", "qualifier", "__EXISTS__", "visibility", "", "value", ""}, true, ""},
		{"g_edge", []string{"row", "e", "family", "__LABEL__", "qualifier", "a", "visibility", "", "value", "al"}, false, "__DELIM__ between two ids"},
		{"g_index_metadata", []string{"row", "k", "family", "__INDEX_KEY__", "qualifier", "com.tinkerpop.blueprints.Edge", "visibility", "",
			"value", ""}, false, ""},
	} {
		e := store.Entry{Source: store.Source{Table: c.table}}
		for i := 0; i < len(c.parts); i += 2 {
			e.Add(c.parts[i], []byte(c.parts[i+1]))
		}
		joiner, err := accumulograph.Format.Objects.NewJoiner(nil)
		if err != nil {
			t.Fatal(err)
		}
		j := shuffle.NewObjects(joiner, nil)
		part, err := j.Add(&e)
		if part != c.part || (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s %q: %v %v, want %v %s", c.table, c.parts, part, err, c.part, c.why)
		}
	}
}
