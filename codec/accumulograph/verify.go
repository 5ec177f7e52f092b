package accumulograph

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/value"
)

// Finding is one disagreement between the tables of a graph.
type Finding struct {
	Kind  string // "missing-index"
	Table string
	ID    []byte
	About string // its further member: key, edge, vertex, or empty
	More  []byte // that member
	Extra bool   // worth knowing, but not a fault
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
			list = append(list, Finding{Kind: UnknownClass, Table: g.tableName(IndexMetadata), ID: []byte(l.name), Extra: true})
		}
	}
	return list
}

func (g *Graph) tableName(k TableKind) string { return Table{Kind: k, Graph: g.Name}.Name() }

// orphans are the properties of a row that holds no element.
func (p *properties) orphans(list []Finding, table string, id []byte) []Finding {
	for i := range p.Properties {
		list = append(list, Finding{Kind: OrphanProperty, Table: table, ID: id, About: aboutKey, More: p.Properties[i].Key})
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
			list = g.verifyEnd(list, e, m.In, m.Out, m.Label, false)
			if bytes.Equal(m.In, m.Out) && !g.exists(m.In) {
				continue // already reported
			}
			list = g.verifyEnd(list, e, m.Out, m.In, m.Label, true)
		}
	}
	return list
}

func (g *Graph) verifyEnd(list []Finding, e *EdgeRow, vertex, other, label []byte, outgoing bool) []Finding {
	f := Finding{Table: g.tableName(EdgeTable), ID: e.ID, About: aboutVertex, More: vertex}
	switch end := g.endpoint(vertex, other, e.ID, outgoing); {
	case !g.exists(vertex):
		f.Kind = MissingVertex
	case end == nil:
		f.Kind = MissingEndpoint
	case !bytes.Equal(end.Label, label):
		f.Kind = LabelMismatch
	default:
		return list
	}
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
					list = append(list, Finding{Kind: OrphanEndpoint, Table: table, ID: v.ID, About: aboutEdge, More: end.Edge})
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
		f := Finding{Kind: StaleIndex, Table: x.table.Name(), ID: x.id, About: aboutKey, More: x.key}
		if x.table.Kind != NamedIndex {
			p := g.stored(elementOf(x.table.Kind), x.id, x.key)
			switch {
			case p == nil || !Same(p.Raw, x.row):
				list = append(list, f)
			case !bytes.Equal(p.Raw, x.row):
				f.Kind, f.Extra = OtherSpelling, true
				list = append(list, f)
			}
			continue
		}
		ofVertices := g.listed[listing{"name " + x.table.Index, vertexElement}]
		ofEdges := g.listed[listing{"name " + x.table.Index, edgeElement}]
		switch {
		case !ofVertices && !ofEdges:
			if !unlisted[x.table.Index] {
				list = append(list, Finding{Kind: UnlistedIndex, Table: f.Table, ID: []byte(x.table.Index)})
			}
			unlisted[x.table.Index] = true
		case !(ofVertices && g.exists(x.id)) && !(ofEdges && g.isEdge(x.id)):
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
		if !g.listed[listing{"key " + string(prop.Key), element}] {
			continue
		}
		found := false
		for _, at := range g.rows[propertyKey{element, string(id), string(prop.Key)}] {
			found = found || Same(prop.Raw, g.indexed[at].row)
		}
		if !found {
			list = append(list, Finding{Kind: MissingIndex, Table: g.tableName(index), ID: id, About: aboutKey, More: prop.Key})
		}
	}
	return list
}
