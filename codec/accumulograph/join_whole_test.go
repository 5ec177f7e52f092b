package accumulograph

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// The rest joins elements with all entries in memory, as plainly as possible; a joiner must give the same.

// wholeRow is an entry, or a removal, with the number of its file.
type wholeRow struct {
	store.Entry
	file int
}

// shown returns the entries that a scan shows: of several with the same key the newest, then that of the last file,
// then the first one; it takes the place of the first of them.
func shown(rows []store.Entry) (list []*wholeRow) {
	keyOf := func(e *store.Entry) string {
		text := e.Source.Table
		for _, p := range e.Parts {
			if p.Name != store.Value {
				text += fmt.Sprintf(" %q", p.Bytes)
			}
		}
		return text
	}
	var all []*wholeRow
	removed, at, files := map[string][]*wholeRow{}, map[string]int{}, 0
	for i := range rows {
		if i == 0 || rows[i].Source.File != rows[i-1].Source.File {
			files++
		}
		r := &wholeRow{rows[i], files}
		if all = append(all, r); r.Deleted != "" {
			removed[keyOf(&r.Entry)] = append(removed[keyOf(&r.Entry)], r)
		}
	}
	for _, r := range all {
		key := keyOf(&r.Entry)
		hidden := slices.ContainsFunc(removed[key], func(g *wholeRow) bool {
			if g.Timestamp != "" && r.Timestamp != "" {
				return timeOf(&g.Entry) >= timeOf(&r.Entry)
			}
			return g.file >= r.file
		})
		i, twice := at[key]
		switch {
		case hidden || r.Deleted != "":
		case !twice:
			at[key] = len(list)
			list = append(list, r)
		case timeOf(&r.Entry) > timeOf(&list[i].Entry) || timeOf(&r.Entry) == timeOf(&list[i].Entry) && r.file > list[i].file:
			list[i] = r
		}
	}
	return list
}

// wholeObjects returns the vertices and then the edges of each graph; graphs come in the order of their first
// entries.
func wholeObjects(rows []store.Entry) (list []format.Object) {
	graphs := map[string]*Graph{}
	var order []*Graph
	for _, r := range shown(rows) {
		name := Tables(r.Source.Table)[0].Graph
		if graphs[name] == nil {
			graphs[name] = NewGraph(name)
			order = append(order, graphs[name])
		}
		graphs[name].take(&r.Entry)
	}
	for _, g := range order {
		g.Resolve()
		g := readIndexes(g)
		named := g.named()
		for _, v := range g.Vertices {
			if v.Exists {
				list = append(list, g.vertexObject(v, named[listing{string(v.ID), vertexElement}]))
			}
		}
		for _, e := range g.Edges {
			for i := range e.Marks {
				list = append(list, g.edgeObject(e, &e.Marks[i], named[listing{string(e.ID), edgeElement}]))
			}
		}
	}
	return list
}

// wholeGraph is a graph with its indexes.
type wholeGraph struct {
	*Graph
	listed  map[listing]bool // the metadata
	indexed []wholeIndex
	rows    map[string][]int // of key indexes, by class, id and key
}

// wholeIndex is an entry of an index.
type wholeIndex struct {
	table        Table
	id, key, row []byte
	own          *store.Entry
}

func readIndexes(g *Graph) *wholeGraph {
	x := &wholeGraph{g, map[listing]bool{}, nil, map[string][]int{}}
	for _, own := range g.entries {
		t, _ := g.table(own.Source.Table)
		e := decodeAgain(own, t.Kind)
		row, _ := own.Part(store.Row)
		switch e.Kind {
		case IndexNameEntry:
			x.listed[listing{"name " + string(e.Name), e.Element}] = true
		case IndexValueEntry:
			if t.Kind == IndexMetadata { // a named index with that name shares its table
				t = Table{NamedIndex, g.Name, "metadata"}
			}
			if t.Kind != NamedIndex {
				of := fmt.Sprintf("%s %q %q", elementOf(t.Kind), e.ID, e.Key)
				x.rows[of] = append(x.rows[of], len(x.indexed))
			}
			x.indexed = append(x.indexed, wholeIndex{t, e.ID, e.Key, row, own})
		}
	}
	return x
}

// named returns the entries of named indexes by the id and class of their element. Entries of an index
// that the metadata does not list belong to a vertex, if there is one.
func (g *wholeGraph) named() map[listing][]*wholeIndex {
	all := map[listing][]*wholeIndex{}
	for i := range g.indexed {
		x := &g.indexed[i]
		if x.table.Kind != NamedIndex {
			continue
		}
		vertices := g.listed[listing{"name " + x.table.Index, vertexElement}]
		edges := g.listed[listing{"name " + x.table.Index, edgeElement}]
		if !vertices && !edges {
			vertices = g.exists(x.id)
			edges = !vertices
		}
		if vertices {
			of := listing{string(x.id), vertexElement}
			all[of] = append(all[of], x)
		}
		if edges {
			of := listing{string(x.id), edgeElement}
			all[of] = append(all[of], x)
		}
	}
	return all
}

// wholeObject is an element being assembled.
type wholeObject struct {
	w       value.Writer
	entries int
	visible bool // an entry has a visibility
}

func (o *wholeObject) take(own *store.Entry) {
	o.entries++
	if _, b, _ := find(own, partVisibility); len(b) > 0 {
		o.visible = true
	}
}

func (o *wholeObject) done(kind string) format.Object {
	o.w.EndObject()
	done := format.Object{Kind: kind, Entries: o.entries, Fields: bytes.Clone(o.w.Buf)}
	if o.visible {
		done.Note = "entries of it have a visibility, which the object does not say: AccumuloGraph never sets one"
	}
	return done
}

func (g *wholeGraph) vertexObject(v *Vertex, named []*wholeIndex) format.Object {
	var o wholeObject
	o.w.Object()
	o.w.Member("graph").String(g.Name)
	writeText(&o.w, "id", v.ID)
	o.take(v.own)
	o.properties(g, vertexElement, v.ID, &v.properties)
	for _, list := range [...]struct {
		name string
		ends []*Endpoint
	}{{outEdges, v.Out}, {inEdges, v.In}} {
		o.w.Key(list.name)
		o.w.Array()
		for _, end := range list.ends {
			o.take(end.own)
			o.w.Object()
			writeText(&o.w, "edge", end.Edge)
			writeText(&o.w, "label", end.Label)
			writeText(&o.w, "other", end.Other)
			o.w.EndObject()
		}
		o.w.EndArray()
	}
	o.named(named)
	return o.done(vertexElement)
}

func (g *wholeGraph) edgeObject(e *EdgeRow, m *Mark, named []*wholeIndex) format.Object {
	var o wholeObject
	o.w.Object()
	o.w.Member("graph").String(g.Name)
	writeText(&o.w, "id", e.ID)
	writeText(&o.w, "label", m.Label)
	writeText(&o.w, "out", m.Out)
	writeText(&o.w, "in", m.In)
	o.take(m.own)
	for _, end := range [...]*Endpoint{g.endpoint(m.In, m.Out, e.ID, false), g.endpoint(m.Out, m.In, e.ID, true)} {
		if end != nil {
			o.take(end.own)
		}
	}
	o.properties(g, edgeElement, e.ID, &e.properties)
	o.named(named)
	return o.done(edgeElement)
}

// properties writes the properties, and the keys of those that the key index has exactly as stored.
func (o *wholeObject) properties(g *wholeGraph, element string, id []byte, list *properties) {
	for i := range list.Properties {
		o.take(list.Properties[i].own)
	}
	writeProperties(&o.w, len(list.Properties), func(i int) *Property { return &list.Properties[i] })
	o.w.Key("indexed")
	o.w.Array()
	for i := range list.Properties {
		p := &list.Properties[i]
		for _, at := range g.rows[fmt.Sprintf("%s %q %q", element, id, p.Key)] {
			if bytes.Equal(g.indexed[at].row, p.Raw) {
				o.take(g.indexed[at].own)
				writeID(&o.w, p.Key)
				break
			}
		}
	}
	o.w.EndArray()
}

func (o *wholeObject) named(list []*wholeIndex) {
	if len(list) == 0 {
		return
	}
	o.w.Key("named_indexes")
	o.w.Array()
	for _, x := range list {
		o.take(x.own)
		p := Property{Raw: x.row}
		if p.Bad = DecodeValue(x.row, &p.Value); p.Bad != nil {
			p.Bad = p.Value.decodeLeniently(x.row)
		}
		o.w.Object()
		o.w.Member("index").String(x.table.Index)
		writeText(&o.w, "key", x.key)
		o.w.Key("value")
		p.writeStored(&o.w)
		o.w.EndObject()
	}
	o.w.EndArray()
}

// randomEntries returns entries of two graphs with few ids, some of which contain the delimiter, so that everything is
// related to everything.
func randomEntries(r *rand.Rand) (rows []store.Entry) {
	pick := func(texts ...string) []byte { return []byte(texts[r.IntN(len(texts))]) }
	id := func() []byte { return pick("a", "b", "a__DELIM__b", "b__DELIM__a", "__DELIM__", "c\xff") }
	raw := func() []byte { return pick("ax", "ay", "zz", "i7", "") }
	for range 2 + r.IntN(60) {
		graph := []string{"g", "g", "h"}[r.IntN(3)]
		e := Entry{Kind: EntryKind(r.IntN(int(entryKinds))), ID: id(), In: id(), Out: id(), Other: id(), Edge: id(), Label: pick("l", "m"),
			Key: pick("k", "q", "\xff"), Name: pick("names", "more", "metadata"), Element: vertexElement}
		if r.IntN(2) == 0 {
			e.Element = edgeElement
		}
		table := []string{"_vertex", "_edge"}[r.IntN(2)]
		switch e.Kind {
		case VertexEntry, InEdgeEntry, OutEdgeEntry:
			table = "_vertex"
		case EdgeEntry:
			table = "_edge"
		case IndexKeyEntry, IndexNameEntry:
			table = "_index_metadata"
		case IndexValueEntry:
			table = []string{"_vertex_key_index", "_edge_key_index", "_index_names", "_index_more", "_index_metadata"}[r.IntN(5)]
		}
		x := store.Entry{Source: store.Source{Table: graph + table, File: strconv.Itoa(len(rows) / 20)}}
		c, err := AppendCell(&e)
		if e.Kind == PropertyEntry || e.Kind == IndexValueEntry {
			c, err = Cell{Row: e.ID, Family: e.Key, Value: raw()}, nil
			if e.Kind == IndexValueEntry {
				c = Cell{Row: raw(), Family: e.Key, Qualifier: e.ID}
			}
		}
		if err != nil {
			continue
		}
		x.Add(store.Row, c.Row)
		x.Add(store.Family, c.Family)
		x.Add(store.Qualifier, c.Qualifier)
		x.Add(store.Visibility, pick("", "", "", "p"))
		x.Add(store.Value, c.Value)
		x.Timestamp = string(pick("", "1", "2", "3"))
		if r.IntN(12) == 0 {
			x.Deleted = "delete"
		}
		for range 1 + r.IntN(2) {
			rows = append(rows, x)
		}
	}
	return rows
}

func TestElementsAreThoseOfAllEntriesInMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	elements, ambiguous := 0, 0
	for range 1000 {
		var rows []store.Entry
		one, _ := Format.Objects.NewJoiner(nil)
		j := shuffle.NewObjects(one, nil)
		for _, e := range randomEntries(r) {
			if part, err := j.Add(&e); part || err == nil {
				rows = append(rows, e)
			}
		}
		var got []format.Object
		if err := j.Each(format.Moment{}, func(o format.Object) bool { got = append(got, o); return true }); err != nil {
			t.Fatal(err)
		}
		want := wholeObjects(rows)
		same := slices.EqualFunc(got, want, func(a, b format.Object) bool {
			return a.Kind == b.Kind && a.Entries == b.Entries && a.Note == b.Note && bytes.Equal(a.Fields, b.Fields)
		})
		if !same {
			t.Fatalf("%d elements, want %d, of\n%s", len(got), len(want), differing(got, want))
		}
		for _, o := range got {
			if elements++; bytes.Contains(o.Fields, []byte(delimiter)) {
				ambiguous++
			}
		}
	}
	if elements < 2500 || ambiguous < 800 {
		t.Errorf("%d elements, %d with a delimiter in an id", elements, ambiguous)
	}
}

// differing returns the first elements that differ.
func differing(got, want []format.Object) string {
	for i := range max(len(got), len(want)) {
		a, b := format.Object{}, format.Object{}
		if i < len(got) {
			a = got[i]
		}
		if i < len(want) {
			b = want[i]
		}
		if a.Entries != b.Entries || a.Note != b.Note || !bytes.Equal(a.Fields, b.Fields) {
			return fmt.Sprintf("got  %s %d %q %s\nwant %s %d %q %s", a.Kind, a.Entries, a.Note, a.Fields, b.Kind, b.Entries, b.Note, b.Fields)
		}
	}
	return ""
}
