package accumulograph

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Graph joins the entries of one graph's tables to vertices and edges. Entries may come in any
// order. Call Resolve after the last one.
type Graph struct {
	Name     string
	Vertices []*Vertex // rows of the vertex table, in the order of their first entries
	Edges    []*EdgeRow
	Broken   []Broken

	vertex    map[string]*Vertex
	edge      map[string]*EdgeRow
	endpoints map[endpointKey]*Endpoint
	entries   []*store.Entry
}

// Vertex is one row of the vertex table. If Exists is false, the row is not a vertex.
type Vertex struct {
	ID     []byte
	Exists bool
	properties
	Out, In []*Endpoint
	own     *store.Entry // the entry that makes it a vertex
}

// EdgeRow is one row of the edge table. Without a mark, the row is not an edge.
type EdgeRow struct {
	ID    []byte
	Marks []Mark
	properties
}

// Mark is the entry that makes a row an edge.
type Mark struct {
	In, Out, Label []byte
	pair           Pair
	own            *store.Entry
}

// Endpoint is an end of an edge as stored with its vertex.
type Endpoint struct {
	Vertex      *Vertex
	Outgoing    bool
	Other, Edge []byte
	Label       []byte
	pair        Pair
	own         *store.Entry
}

// Property is one property of an element.
type Property struct {
	Key   []byte
	Raw   []byte // as stored
	Value Value
	Bad   error // why Raw does not decode, or nil
	own   *store.Entry
}

// properties are those of an element, each once: of several entries with the same key the first is
// the newest.
type properties struct {
	Properties []Property
	byKey      map[string]int
}

// Broken is an entry that does not decode.
type Broken struct {
	Entry store.Entry
	Err   error
}

type endpointKey struct {
	row, qualifier string
	outgoing       bool
}

// listing is one item of the metadata: an index of the elements of one class.
type listing struct{ name, element string }

// NewGraph returns an empty graph.
func NewGraph(name string) *Graph {
	return &Graph{
		Name: name, vertex: map[string]*Vertex{}, edge: map[string]*EdgeRow{}, endpoints: map[endpointKey]*Endpoint{},
	}
}

// table returns which of the graph's tables has the name.
func (g *Graph) table(name string) (Table, bool) {
	for _, t := range Tables(name) {
		if t.Graph == g.Name {
			return t, true
		}
	}
	return Table{}, false
}

// Add copies one entry. Entries of other tables are skipped.
func (g *Graph) Add(e *store.Entry) {
	if _, ok := g.table(e.Source.Table); ok && e.Deleted == "" {
		own := e.Clone()
		g.take(&own)
	}
}

// take is Add for an entry that will not change and so need not be copied.
func (g *Graph) take(own *store.Entry) {
	table, ok := g.table(own.Source.Table)
	if !ok {
		return
	}
	g.entries = append(g.entries, own)
	in := format.Input{Entry: *own}
	p := newParts(&in, nil, "entry")
	var cell Entry
	cell.read(&p, table.Kind)
	if strict := p.Err(); strict != nil {
		in.Lenient = true
		p = newParts(&in, nil, "entry")
		if cell.read(&p, table.Kind); p.Err() != nil {
			g.broken(own, &cell, table, strict)
			return
		}
	}
	g.put(own, &cell, table)
}

// broken keeps an entry that does not decode. A property remains a property nevertheless.
func (g *Graph) broken(own *store.Entry, e *Entry, table Table, err error) {
	g.Broken = append(g.Broken, Broken{*own, err})
	if e.Kind == PropertyEntry {
		raw, _ := own.Part(store.Value)
		g.property(table.Kind, e, Property{Key: e.Key, Raw: raw, Bad: err, own: own})
	}
}

func (g *Graph) put(own *store.Entry, e *Entry, table Table) {
	switch e.Kind {
	case VertexEntry:
		v := g.vertexRow(e.ID)
		v.Exists, v.own = true, own
	case EdgeEntry:
		row := g.edgeRow(e.ID)
		row.Marks = append(row.Marks, Mark{e.In, e.Out, e.Label, e.Pair, own})
	case InEdgeEntry, OutEdgeEntry:
		v := g.vertexRow(e.ID)
		end := &Endpoint{Vertex: v, Outgoing: e.Kind == OutEdgeEntry, Other: e.Other, Edge: e.Edge, Label: e.Label, pair: e.Pair, own: own}
		if end.Outgoing {
			v.Out = append(v.Out, end)
		} else {
			v.In = append(v.In, end)
		}
		g.endpoints[endpointKey{string(e.ID), string(e.Pair.Text), end.Outgoing}] = end
	case PropertyEntry:
		raw, _ := own.Part(store.Value)
		g.property(table.Kind, e, Property{Key: e.Key, Raw: raw, Value: e.Value, own: own})
	}
}

// elementOf returns the class of the elements that a table indexes or stores.
func elementOf(k TableKind) string {
	if k == VertexTable || k == VertexKeyIndex {
		return vertexElement
	}
	return edgeElement
}

func (g *Graph) vertexRow(id []byte) *Vertex {
	v := g.vertex[string(id)]
	if v == nil {
		v = &Vertex{ID: id}
		g.vertex[string(id)] = v
		g.Vertices = append(g.Vertices, v)
	}
	return v
}

func (g *Graph) edgeRow(id []byte) *EdgeRow {
	e := g.edge[string(id)]
	if e == nil {
		e = &EdgeRow{ID: id}
		g.edge[string(id)] = e
		g.Edges = append(g.Edges, e)
	}
	return e
}

func (g *Graph) property(table TableKind, e *Entry, p Property) {
	own := g.edgeOrVertex(table, e.ID)
	if _, twice := own.byKey[string(p.Key)]; twice {
		return
	}
	if own.byKey == nil {
		own.byKey = map[string]int{}
	}
	own.byKey[string(p.Key)] = len(own.Properties)
	own.Properties = append(own.Properties, p)
}

// edgeOrVertex returns the properties of a row of the table.
func (g *Graph) edgeOrVertex(table TableKind, id []byte) *properties {
	if table == EdgeTable {
		return &g.edgeRow(id).properties
	}
	return &g.vertexRow(id).properties
}

// exists reports whether the vertex exists.
func (g *Graph) exists(id []byte) bool {
	v := g.vertex[string(id)]
	return v != nil && v.Exists
}

// cutsTried limits the readings tried for an ambiguous qualifier: there is one per delimiter, and
// each takes time proportional to the qualifier's length.
const cutsTried = 256

// Resolve decides how ambiguous qualifiers are cut. For an edge row, that depends on which vertices
// exist and which endpoint entries match; for an endpoint entry, on which edges exist. Without such
// evidence, the first place counts.
func (g *Graph) Resolve() {
	for _, e := range g.Edges {
		for i := range e.Marks {
			g.resolveMark(e, &e.Marks[i])
		}
	}
	for _, v := range g.Vertices {
		for _, end := range v.In {
			g.resolveEndpoint(end)
		}
		for _, end := range v.Out {
			g.resolveEndpoint(end)
		}
	}
}

func (g *Graph) resolveMark(e *EdgeRow, m *Mark) {
	if !m.pair.Ambiguous() {
		return
	}
	best := -1
	for i := range min(len(m.pair.Cuts), cutsTried) {
		in, out := m.pair.At(i)
		score := 0
		if g.exists(in) && g.exists(out) {
			score += 4
		}
		if g.endpoint(in, out, e.ID, false) != nil {
			score += 2
		}
		if g.endpoint(out, in, e.ID, true) != nil {
			score++
		}
		if score > best {
			best, m.In, m.Out = score, in, out
		}
	}
}

// endpoint returns the endpoint entry of a vertex for an edge to another vertex.
func (g *Graph) endpoint(vertex, other, edge []byte, outgoing bool) *Endpoint {
	return g.endpoints[endpointKey{string(vertex), string(join(other, edge)), outgoing}]
}

func (g *Graph) resolveEndpoint(end *Endpoint) {
	if !end.pair.Ambiguous() {
		return
	}
	best := -1
	for i := range min(len(end.pair.Cuts), cutsTried) {
		other, edge := end.pair.At(i)
		score := 0
		if row := g.edge[string(edge)]; row != nil && len(row.Marks) > 0 {
			score = 1
			if row.ends(end.Vertex.ID, other, end.Outgoing) {
				score = 2
			}
		}
		if score > best {
			best, end.Other, end.Edge = score, other, edge
		}
	}
}

// ends reports whether the edge joins vertex and other.
func (e *EdgeRow) ends(vertex, other []byte, outgoing bool) bool {
	for i := range e.Marks {
		m := &e.Marks[i]
		in, out := vertex, other
		if outgoing {
			in, out = other, vertex
		}
		if string(m.In) == string(in) && string(m.Out) == string(out) {
			return true
		}
	}
	return false
}

// deriveGraph joins entries to elements and verifies them.
func deriveGraph(in *format.Input, w *value.Writer) error {
	name, err := givenGraph(in)
	if err != nil {
		return err
	}
	g := NewGraph(name)
	for i := range in.Entry.Rows {
		g.Add(&in.Entry.Rows[i])
	}
	g.Resolve()
	w.Object()
	w.Key("elements")
	w.Array()
	g.writeElements(w)
	w.EndArray()
	w.Key("findings")
	w.Array()
	for _, f := range g.Verify() {
		if !f.Extra {
			f.Write(w)
		}
	}
	w.EndArray()
	w.EndObject()
	if len(g.Broken) > 0 {
		in.Info = g.writeBroken
	}
	return nil
}

// writeBroken writes why entries do not decode.
func (g *Graph) writeBroken(w *value.Writer) {
	w.Key("undecodable")
	w.Array()
	for _, b := range g.Broken {
		w.String(b.Err.Error())
	}
	w.EndArray()
}
