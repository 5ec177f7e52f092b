package accumulograph

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// objects are the elements of a graph.
var objects = format.Objects{
	Kinds: []format.ObjectKind{
		{
			Name: vertexElement, Identity: identity(),
			Doc: "A vertex: the entry that makes it one, its properties with their entries in the key index, the ends of its edges, " +
				"and what named indexes hold of it.",
			Example: `{"graph":"social","id":"v1","properties":{"name":{"type":"string","value":"Ann"}},"indexed":["name"],` +
				`"out_edges":[{"edge":"e1","label":"knows","other":"v2"}],"in_edges":[]}`,
		},
		{
			Name: edgeElement,
			Identity: append(identity(), format.ScanField{Name: "out", Doc: "id of the vertex at the tail"},
				format.ScanField{Name: "in", Doc: "id of the vertex at the head"}),
			Doc: "An edge: its entry, an end of it in the row of each vertex, its properties with their entries in the key index, " +
				"and what named indexes hold of it.",
			Example: `{"graph":"social","id":"e1","label":"knows","out":"v1","in":"v2","properties":{},"indexed":[]}`,
		},
	},
	NewJoiner: func(format.Schema) (format.Joiner, error) { return new(joiner), nil },
	Rows:      rowsOf,
	Changes:   changesOf,
	Scans:     scansOf,
}

func identity() []format.ScanField {
	return []format.ScanField{{Name: "graph", Doc: "name of the graph", Need: true}, {Name: "id", Doc: "id of the element", Need: true}}
}

// scansOf says where the rows of an element are: in its own row; in the rows of an edge's ends, if both
// vertices are given; and in the indexes, which are sorted by value and must be read as a whole.
func scansOf(in *format.Input, kind string, identity value.Value) (list []format.ObjectScan, err error) {
	if _, err := parseText(identity, "id"); err != nil {
		return nil, err
	}
	member := func(name, text string) value.Member { return value.Member{Name: name, Value: value.Of(text)} }
	id := value.Member{Name: "id", Value: identity.Member("id")}
	var graph []value.Member
	if g, given := identity.Get("graph"); given {
		graph = []value.Member{{Name: "graph", Value: g}}
	}
	whole := *in
	whole.Given = value.OfMembers() // no single table has all of them
	add := func(fields ...value.Member) {
		if err != nil {
			return
		}
		var p format.Plan
		p, err = planEntries(&whole, &format.Query{Fields: value.OfMembers(append(graph[:len(graph):len(graph)], fields...)...)})
		list = append(list, format.ObjectScan{Record: entryRecord, Plan: p})
	}
	add(member("element", kind), id)
	if kind == edgeElement {
		head, hasHead := identity.Get("in")
		tail, hasTail := identity.Get("out")
		if hasHead != hasTail {
			return nil, refuse("in", "expected both vertices of the edge, in and out, or none")
		}
		edge := value.Member{Name: "edge", Value: id.Value}
		if hasHead {
			add(member("kind", InEdgeEntry.String()), value.Member{Name: "id", Value: head}, value.Member{Name: "other", Value: tail}, edge)
			add(member("kind", OutEdgeEntry.String()), value.Member{Name: "id", Value: tail}, value.Member{Name: "other", Value: head}, edge)
		}
	}
	add(member("kind", IndexValueEntry.String()), member("element", kind), id)
	for _, x := range schemaOf(in).Indexes {
		if x.Name != "" && x.Element == kind {
			add(member("kind", IndexValueEntry.String()), member("index", x.Name), id)
		}
	}
	return list, err
}
