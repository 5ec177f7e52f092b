package accumulograph

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Finding is one disagreement between the tables of a graph.
type Finding struct {
	Kind  string // "missing-index"
	Table string
	ID    []byte
	About string // its further member: key, edge, vertex, or empty
	More  []byte // that member
	Extra bool   // worth knowing only: no fault

	own     *store.Entry    // the entry that it is about
	right   *store.Entry    // the entry that should be there
	drop    bool            // own should not be there
	noMend  string          // why nothing mends it, where neither says so
	because []format.Reason // the entries that decide it
}

// reason is an entry that decides a finding; none for an entry that is not there.
func reason(why string, own *store.Entry) []format.Reason {
	if own == nil {
		return nil
	}
	return []format.Reason{{Why: why, Parts: own.Parts, Source: own.Source}}
}

// implied is an entry that follows from another one, with the visibility and the
// timestamp of that one.
func implied(table string, e *Entry, from *store.Entry) *store.Entry {
	c, err := AppendCell(e)
	if err != nil {
		return nil
	}
	row := &store.Entry{Timestamp: from.Timestamp, Source: store.Source{Table: table}}
	row.Add(store.Row, c.Row)
	for i := range from.Parts {
		switch p := from.Parts[i]; p.Name {
		case store.Family, partFamily:
			row.Add(p.Name, c.Family)
		case store.Qualifier, partQualifier:
			row.Add(p.Name, c.Qualifier)
		case store.Visibility, partVisibility:
			row.Add(p.Name, p.Bytes)
		}
	}
	row.Add(store.Value, c.Value)
	return row
}

// The kinds of findings.
const (
	MissingIndex    = "missing-index"
	StaleIndex      = "stale-index"
	UnlistedIndex   = "unlisted-index"
	OrphanProperty  = "orphan-property"
	MissingEndpoint = "missing-endpoint"
	LabelMismatch   = "label-mismatch"
	MissingVertex   = "missing-vertex"
	OrphanEndpoint  = "orphan-endpoint"
	OtherSpelling   = "other-jdk-spelling" // an index row as another JDK spells it
	UnknownClass    = "unknown-class"      // the metadata has neither vertices nor edges
)

const (
	aboutKey    = "key"
	aboutEdge   = "edge"
	aboutVertex = "vertex"
)

// Write writes the finding as an object.
func (f *Finding) Write(w *value.Writer) {
	w.Object()
	w.Key("finding")
	w.String(f.Kind)
	w.Key("table")
	w.String(f.Table)
	writeText(w, "id", f.ID)
	if f.About != "" {
		writeText(w, f.About, f.More)
	}
	w.EndObject()
}

// Verify compares the tables of a resolved graph: indexes with the elements, edges with the ends
// stored with vertices.
func (g *Graph) Verify() (list []Finding) {
	list = g.verifyEdges(list)
	list = g.verifyVertices(list)
	list = g.verifyIndexed(list)
	list = g.verifyMissing(list)
	for _, l := range g.names {
		if l.element != vertexElement && l.element != edgeElement {
			list = append(list, Finding{Kind: UnknownClass, Table: g.tableName(IndexMetadata), ID: []byte(l.name), Extra: true,
				noMend: "the class is not known"})
		}
	}
	return list
}

func (g *Graph) tableName(k TableKind) string { return Table{Kind: k, Graph: g.Name}.Name() }

// orphans are the properties of a row that holds no element.
func (p *properties) orphans(list []Finding, table string, id []byte) []Finding {
	for i := range p.Properties {
		list = append(list, Finding{Kind: OrphanProperty, Table: table, ID: id, About: aboutKey, More: p.Properties[i].Key,
			own: p.Properties[i].own, noMend: "a property holds data: whether the element or the property is what is wrong, nothing else says"})
	}
	return list
}

// verifyEdges checks that both vertices of every edge exist and have it.
func (g *Graph) verifyEdges(list []Finding) []Finding {
	table := g.tableName(EdgeTable)
	for _, e := range g.Edges {
		if len(e.Marks) == 0 {
			list = e.orphans(list, table, e.ID)
		}
		for i := range e.Marks {
			m := &e.Marks[i]
			list = g.verifyEnd(list, e, m, false)
			if bytes.Equal(m.In, m.Out) && !g.exists(m.In) {
				continue // already reported
			}
			list = g.verifyEnd(list, e, m, true)
		}
	}
	return list
}

func (g *Graph) verifyEnd(list []Finding, e *EdgeRow, m *Mark, outgoing bool) []Finding {
	kind, vertex, other := InEdgeEntry, m.In, m.Out
	if outgoing {
		kind, vertex, other = OutEdgeEntry, m.Out, m.In
	}
	f := Finding{Table: g.tableName(EdgeTable), ID: e.ID, About: aboutVertex, More: vertex, because: reason("the edge has this end", m.own)}
	end := g.endpoint(vertex, other, e.ID, outgoing)
	switch {
	case !g.exists(vertex):
		f.Kind, f.own, f.noMend = MissingVertex, m.own, "a vertex holds data: whether it or the edge is what is wrong, nothing else says"
		return append(list, f)
	case end == nil:
		f.Kind = MissingEndpoint
	case !bytes.Equal(end.Label, m.Label):
		f.Kind, f.own = LabelMismatch, end.own
	default:
		return list
	}
	f.right = implied(g.tableName(VertexTable), &Entry{Kind: kind, ID: vertex, Other: other, Edge: e.ID, Label: m.Label}, m.own)
	f.because = append(f.because, reason("the vertex exists", g.vertex[string(vertex)].own)...)
	return append(list, f)
}

// verifyVertices checks that every end of an edge has its edge, and its vertex.
func (g *Graph) verifyVertices(list []Finding) []Finding {
	table := g.tableName(VertexTable)
	for _, v := range g.Vertices {
		if !v.Exists {
			list = v.orphans(list, table, v.ID)
		}
		for _, ends := range [...][]*Endpoint{v.In, v.Out} {
			for _, end := range ends {
				row := g.edge[string(end.Edge)]
				if !v.Exists || row == nil || !row.ends(v.ID, end.Other, end.Outgoing) {
					list = append(list, Finding{Kind: OrphanEndpoint, Table: table, ID: v.ID, About: aboutEdge, More: end.Edge, own: end.own,
						noMend: "the end may be all that is left of the edge: nothing else says which of the two is wrong"})
				}
			}
		}
	}
	return list
}

// stored returns the property of an element that exists.
func (g *Graph) stored(element string, id, key []byte) *Property {
	var p *properties
	if element == vertexElement {
		if v := g.vertex[string(id)]; v != nil && v.Exists {
			p = &v.properties
		}
	} else if e := g.edge[string(id)]; e != nil && len(e.Marks) > 0 {
		p = &e.properties
	}
	if p == nil {
		return nil
	}
	if i, ok := p.byKey[string(key)]; ok {
		return &p.Properties[i]
	}
	return nil
}

// verifyIndexed checks every entry of key and named indexes. A named index holds whatever the
// application put there, so only its elements are checked.
func (g *Graph) verifyIndexed(list []Finding) []Finding {
	unlisted := map[string]bool{}
	for i := range g.indexed {
		x := &g.indexed[i]
		f := Finding{Kind: StaleIndex, Table: x.table.Name(), ID: x.id, About: aboutKey, More: x.key, own: x.own}
		if x.table.Kind != NamedIndex {
			p := g.stored(elementOf(x.table.Kind), x.id, x.key)
			switch {
			case p == nil || !Same(p.Raw, x.row):
				f.drop = true
				if p != nil {
					f.because = reason("the element has another value", p.own)
				}
				list = append(list, f)
			case !bytes.Equal(p.Raw, x.row):
				f.Kind, f.Extra, f.noMend = OtherSpelling, true, "the entry is sound to the JDK that wrote it"
				f.because = reason("the element has the same number in another spelling", p.own)
				list = append(list, f)
			}
			continue
		}
		ofVertices := g.listed[listing{"name " + x.table.Index, vertexElement}]
		ofEdges := g.listed[listing{"name " + x.table.Index, edgeElement}]
		switch {
		case ofVertices == nil && ofEdges == nil:
			if !unlisted[x.table.Index] {
				list = append(list, Finding{Kind: UnlistedIndex, Table: f.Table, ID: []byte(x.table.Index), own: x.own,
					noMend: "the metadata holds data: nothing else says whether the index or its entry there is wrong"})
			}
			unlisted[x.table.Index] = true
		case !(ofVertices != nil && g.exists(x.id)) && !(ofEdges != nil && g.isEdge(x.id)):
			f.drop = true
			list = append(list, f)
		}
	}
	return list
}

func (g *Graph) isEdge(id []byte) bool {
	e := g.edge[string(id)]
	return e != nil && len(e.Marks) > 0
}

// verifyMissing looks for the entries that key indexes must have.
func (g *Graph) verifyMissing(list []Finding) []Finding {
	for _, v := range g.Vertices {
		if v.Exists {
			list = g.verifyProperties(list, VertexKeyIndex, v.ID, &v.properties)
		}
	}
	for _, e := range g.Edges {
		if len(e.Marks) > 0 {
			list = g.verifyProperties(list, EdgeKeyIndex, e.ID, &e.properties)
		}
	}
	return list
}

func (g *Graph) verifyProperties(list []Finding, index TableKind, id []byte, p *properties) []Finding {
	element := elementOf(index)
	for i := range p.Properties {
		prop := &p.Properties[i]
		listed := g.listed[listing{"key " + string(prop.Key), element}]
		if listed == nil {
			continue
		}
		found := false
		for _, at := range g.rows[propertyKey{element, string(id), string(prop.Key)}] {
			found = found || Same(prop.Raw, g.indexed[at].row)
		}
		if !found {
			list = append(list, Finding{Kind: MissingIndex, Table: g.tableName(index), ID: id, About: aboutKey, More: prop.Key,
				right:   indexed(g.tableName(index), id, prop),
				because: append(reason("the element has this value", prop.own), reason("the metadata lists the index", listed)...)})
		}
	}
	return list
}

// indexed is the entry of a key index for a property.
func indexed(table string, id []byte, p *Property) *store.Entry {
	row := implied(table, &Entry{Kind: VertexEntry, ID: p.Raw}, p.own)
	if row == nil {
		return nil
	}
	for i := range row.Parts {
		switch row.Parts[i].Name {
		case store.Family, partFamily:
			row.Parts[i].Bytes = p.Key
		case store.Qualifier, partQualifier:
			row.Parts[i].Bytes = id
		case store.Value:
			row.Parts[i].Bytes = nil
		}
	}
	return row
}
