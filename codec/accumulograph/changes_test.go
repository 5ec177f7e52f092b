package accumulograph_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/keys"
	codecobjects "github.com/rowlens/rowlens/codec/objects"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// edge returns an edge with properties.
func edgeWith(r *rand.Rand) []byte {
	var w value.Writer
	w.Object()
	for _, m := range [][2]string{{"graph", "g"}, {"id", "e"}, {"label", "knows"}, {"out", "a"}, {"in", "b"}} {
		w.Member(m[0]).String(m[1])
	}
	properties(r, &w)
	w.EndObject()
	return w.Buf
}

func changes(t *testing.T, given, kind, from, to string) ([]codecobjects.Row, error) {
	t.Helper()
	in := format.Input{Given: parsed(t, []byte(given))}
	return codecobjects.Changes(&accumulograph.Format, &in, kind, parsed(t, []byte(from)), parsed(t, []byte(to)))
}

func TestChangesMakeTheRowsOfOneThoseOfTheOther(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	rowsOf := func(text string) map[string]bool {
		if text == "null" {
			return map[string]bool{}
		}
		return written(t, []format.Object{{Kind: "edge", Fields: []byte(text)}})
	}
	for range 2000 {
		from, to := string(edgeWith(r)), string(edgeWith(r))
		switch r.IntN(8) {
		case 0:
			from = "null"
		case 1:
			to = "null"
		}
		list, err := changes(t, "{}", "edge", from, to)
		if err != nil {
			t.Fatal(err)
		}
		state, want := rowsOf(from), rowsOf(to)
		for i := range list {
			key := keyOf(&list[i].Entry)
			if place, gone := strings.CutPrefix(key, "delete "); gone {
				before := len(state)
				for k := range state {
					if strings.HasPrefix(k+" ", strings.TrimSuffix(place, " ")+" ") {
						delete(state, k)
					}
				}
				if len(state) != before-1 {
					t.Fatalf("%s\n%s\n%s: %d rows deleted", from, to, key, before-len(state))
				}
				continue
			}
			for k := range state { // a put replaces what is in its place
				if k[:strings.LastIndexByte(k, ' ')] == key[:strings.LastIndexByte(key, ' ')] {
					if k == key {
						t.Fatalf("%s is put again", key)
					}
					delete(state, k)
				}
			}
			state[key] = true
		}
		if len(state) != len(want) {
			t.Fatalf("%s\n%s\n%v\n%v", from, to, state, want)
		}
		for k := range want {
			if !state[k] {
				t.Fatalf("%s\n%s\nlacks %s", from, to, k)
			}
		}
	}
}

// The order is that of setProperty, removeProperty, Vertex.remove and Edge.remove.
func TestChangesComeInUpstreamsOrder(t *testing.T) {
	const (
		ann   = `{"graph":"g","id":"v","properties":{"name":{"type":"string","value":"Ann"},"age":{"type":"integer","value":30},"x":{"type":"null"}},"indexed":["name","age"],"named_indexes":[{"index":"people","key":"n","value":{"type":"string","value":"Ann"}}]}`
		bob   = `{"graph":"g","id":"v","properties":{"name":{"type":"string","value":"Bob"},"age":{"type":"integer","value":30}},"indexed":["name"]}`
		edge  = `{"graph":"g","id":"e","label":"l","out":"a","in":"b","properties":{"w":{"type":"double","value":0.5}},"indexed":["w"]}`
		empty = "null"
	)
	for _, c := range []struct {
		given, kind, from, to string
		want                  []string
	}{
		{"{}", "vertex", ann, bob, []string{
			"-g_vertex_key_index aAnn name v", "+g_vertex_key_index aBob name v", "+g_vertex v name  aBob",
			"-g_vertex_key_index i30 age v", "-g_vertex v x ", "-g_index_people aAnn n v"}},
		{"{}", "vertex", empty, bob, []string{
			"+g_vertex v __LABEL__ __EXISTS__ ", "+g_vertex_key_index aBob name v ", "+g_vertex v name  aBob", "+g_vertex v age  i30"}},
		{"{}", "vertex", ann, empty, []string{
			"-g_index_people aAnn n v", "-g_vertex_key_index aAnn name v", "-g_vertex_key_index i30 age v",
			"-g_vertex v __LABEL__ __EXISTS__", "-g_vertex v name ", "-g_vertex v age ", "-g_vertex v x "}},
		{"{}", "edge", empty, edge, []string{
			"+g_edge e __LABEL__ b__DELIM__a al", "+g_vertex b __IN_EDGE__ a__DELIM__e __DELIM__l", "+g_vertex a __OUT_EDGE__ b__DELIM__e __DELIM__l",
			"+g_edge_key_index d0.5 w e", "+g_edge e w  d0.5"}},
		{"{}", "edge", edge, empty, []string{
			"-g_edge_key_index d0.5 w e", "-g_vertex b __IN_EDGE__ a__DELIM__e", "-g_vertex a __OUT_EDGE__ b__DELIM__e",
			"-g_edge e __LABEL__ b__DELIM__a", "-g_edge e w "}},
		{`{"asUpstream":true}`, "edge", edge, empty, []string{
			"-g_edge_key_index d0.5 w e", "-g_vertex b __IN_EDGE__ a__DELIM__e", "-g_vertex a __OUT_EDGE__ b__DELIM__e",
			"-g_edge e __LABEL__ b__DELIM__a"}},
	} {
		list, err := changes(t, c.given, c.kind, c.from, c.to)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range list {
			e := &list[i].Entry
			text := "+"
			if e.Deleted != "" {
				text = "-"
			}
			text += e.Source.Table
			for _, p := range e.Parts {
				if p.Name != store.Visibility {
					text += " " + string(p.Bytes)
				}
			}
			got = append(got, strings.TrimRight(text, " "))
		}
		for i := range c.want {
			c.want[i] = strings.TrimRight(c.want[i], " ")
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s\n%s\ngot  %q\nwant %q", c.from, c.to, got, c.want)
		}
	}
}

func TestChangesAndObjectsRefuse(t *testing.T) {
	vertex := func(more string) string { return `{"graph":"g","id":"v"` + more + `}` }
	edge := func(label string) string { return `{"graph":"g","id":"e","label":"` + label + `","out":"a","in":"b"}` }
	for _, c := range []struct{ kind, from, to, why string }{
		{"vertex", vertex(`,"out_edges":[{"edge":"e","label":"l","other":"w"}]`), "null", "edges of a vertex change as edges"},
		{"vertex", vertex(""), `{"graph":"g","id":"w"}`, "another id"},
		{"vertex", vertex(""), `{"graph":"h","id":"v"}`, "another graph"},
		{"edge", edge("a"), edge("b"), "never change"},
		{"vertex", "null", vertex(`,"properties":{"a":{"type":"null"}}`), "indexed: expected the keys"},
		{"vertex", "null", vertex(`,"indexed":["a"]`), `has no property "a"`},
		{"vertex", "null", vertex(`,"label":"x"`), "there is no such field"},
		{"vertex", "null", `{"id":"v"}`, "the name of a graph"},
		{"vertex", "null", `{"graph":"g","id":5}`, "id: expected a text"},
		{"edge", "null", `{"graph":"g","id":"e","label":"l","out":"a"}`, "in: expected a text"},
		{"vertex", "null", vertex(`,"indexed":[],"properties":{"a":{"type":"serializable","value":{}}}`), "read only"},
		{"vertex", "null", vertex(`,"indexed":[],"properties":{"a":{"type":"serializable","hex":"00"}}`), "is not a value of the type serializable"},
		{"vertex", "null", vertex(`,"indexed":[],"properties":{"a":{"type":"double","value":3e23,"hex":"322e304532332e"}}`), "is not a value of the type double"},
		{"vertex", "null", vertex(`,"indexed":[],"properties":{"a":{"type":"double","value":3e23,"hex":"322e30453233"}}`), "value: is not what the bytes in hex say"},
		{"vertex", "null", vertex(`,"indexed":[],"properties":{"a":{"type":"integer","value":"x"}}`), "properties.a.value: expected a whole number"},
	} {
		if list, err := changes(t, "{}", c.kind, c.from, c.to); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s %s: %v %v, want %s", c.from, c.to, list, err, c.why)
		}
	}
	s, err := accumulograph.ParseSchema(parsed(t, []byte(`{"graph":"g","indexes":[{"key":"a","element":"vertex"}]}`)))
	if err != nil {
		t.Fatal(err)
	}
	in := format.Input{Schema: s, Given: value.OfMembers()}
	list, err := codecobjects.Rows(&accumulograph.Format, &in, "vertex", parsed(t, []byte(`{"id":"v","properties":{"a":{"type":"null"},"b":{"type":"null"}}}`)))
	if err != nil || len(list) != 4 || list[1].Entry.Source.Table != "g_vertex_key_index" {
		t.Errorf("by the schema: %v %v", list, err)
	}
}

// range --all-rows finds all rows of an element.
func TestAllRowsOfAnElementAreFound(t *testing.T) {
	c := new(cells)
	c.add(t, scan(t, "accumulograph-shell.txt"))
	s, err := accumulograph.ParseSchema(parsed(t, []byte(
		`{"graph":"social","indexes":[{"name":"people","element":"vertex"},{"name":"rels","element":"edge"}]}`)))
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range assembled(t, c.rows) {
		fields := parsed(t, o.Fields)
		var identity []value.Member
		for _, name := range []string{"graph", "id", "in", "out"} {
			if v, ok := fields.Get(name); ok {
				identity = append(identity, value.Member{Name: name, Value: v})
			}
		}
		in := format.Input{Given: value.OfMembers(), Schema: s}
		scans, err := keys.ObjectRanges(&accumulograph.Format, accumulograph.Format.ObjectKind(o.Kind), &in, value.OfMembers(identity...))
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for i := range scans {
			for _, at := range taken(t, c, &scans[i].Plan) {
				found[keyOf(&c.rows[at])] = true
			}
		}
		want := written(t, []format.Object{o})
		if fmt.Sprint(len(found)) != fmt.Sprint(len(want)) {
			t.Errorf("%s: %d rows are found, %d are written", o.Fields, len(found), len(want))
		}
		for key := range want {
			if !found[key] {
				t.Errorf("%s: %s is not found", o.Fields, key)
			}
		}
	}
}
