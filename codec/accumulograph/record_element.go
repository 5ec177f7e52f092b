package accumulograph

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// writeElements writes all vertices, then all edges.
func (g *Graph) writeElements(w *value.Writer) {
	for _, v := range g.Vertices {
		if v.Exists {
			v.write(w)
		}
	}
	for _, e := range g.Edges {
		for i := range e.Marks {
			e.write(w, &e.Marks[i])
		}
	}
}

// write writes the vertex with its properties and edges.
func (v *Vertex) write(w *value.Writer) {
	w.Object()
	w.Key("kind")
	w.String(vertexElement)
	writeText(w, "id", v.ID)
	v.properties.write(w)
	for _, list := range [...]struct {
		name string
		ends []*Endpoint
	}{{"out_edges", v.Out}, {"in_edges", v.In}} {
		w.Key(list.name)
		w.Array()
		for _, end := range list.ends {
			w.Object()
			writeText(w, "edge", end.Edge)
			writeText(w, "label", end.Label)
			writeText(w, "other", end.Other)
			w.EndObject()
		}
		w.EndArray()
	}
	w.EndObject()
}

func (e *EdgeRow) write(w *value.Writer, m *Mark) {
	w.Object()
	w.Key("kind")
	w.String(edgeElement)
	writeText(w, "id", e.ID)
	writeText(w, "label", m.Label)
	writeText(w, "out", m.Out)
	writeText(w, "in", m.In)
	e.properties.write(w)
	w.EndObject()
}

func (p *properties) write(w *value.Writer) {
	w.Key("properties")
	w.Object()
	for i := range p.Properties {
		p := &p.Properties[i]
		if utf8.Valid(p.Key) {
			w.AnyKey(string(p.Key))
		} else {
			w.AnyKey(string(value8859(p.Key)))
		}
		if p.Bad == nil {
			p.Value.write(w, false)
			continue
		}
		w.Object()
		w.Key("type")
		w.String("undecodable")
		w.Key("hex")
		w.Hex(p.Raw)
		w.EndObject()
	}
	w.EndObject()
}

// decodeGroup returns the decoder for all entries of one element, which form a row of the vertex or
// edge table.
func decodeGroup(record string, kind TableKind) func(*format.Input, *span.Tree, *value.Writer) error {
	return func(in *format.Input, t *span.Tree, w *value.Writer) error {
		rows, several := in.Entry.Rows, true
		if len(rows) == 0 {
			rows, several = []store.Entry{in.Entry}, false
		}
		g := NewGraph("")
		if t != nil {
			t.Joined = true
		}
		var first []byte
		for i := range rows {
			p := newParts(&format.Input{Entry: rows[i], Lenient: in.Lenient}, t, record)
			if several {
				p.prefix = strconv.Itoa(i) + "."
			}
			var e Entry
			has := e.read(&p, kind)
			if p.Err() != nil {
				return p.Err()
			}
			if i == 0 {
				first = e.ID
			}
			if !has.row {
				p.lacks(store.Row, "a row")
			} else if !bytes.Equal(first, e.ID) {
				p.Keep(p.prefix+store.Row, &wire.Error{Code: wire.BadValue, Field: fID.Name,
					Expected: "the row of the first entry", Found: "another one"})
			}
			if p.Err() != nil {
				return p.Err()
			}
			g.put(&rows[i], &e, Table{Kind: kind})
		}
		g.Resolve()
		if !g.whole() {
			return format.Locate(&wire.Error{Code: wire.Missing, Expected: "an entry with the family " + labelMarker, Found: "none"},
				formatID, record, partFamily)
		}
		if w != nil {
			w.Object()
			w.Key("element")
			g.writeElement(w)
			w.EndObject()
		}
		return nil
	}
}

// whole reports whether the entries of a group make an element.
func (g *Graph) whole() bool {
	return len(g.Vertices) > 0 && g.Vertices[0].Exists || len(g.Edges) > 0 && len(g.Edges[0].Marks) > 0
}

// writeElement writes the only element of a group.
func (g *Graph) writeElement(w *value.Writer) {
	if len(g.Edges) > 0 {
		g.Edges[0].write(w, &g.Edges[0].Marks[0])
		return
	}
	g.Vertices[0].write(w)
}

// encodeEdge writes the entries that upstream writes for an edge and its vertices: a vertex for
// each end, an end of the edge in each vertex's row, and the edge itself.
func encodeEdge(in *format.Input, fields value.Value, dst *store.Entry) error {
	graph, err := givenGraph(in)
	if err != nil {
		return err
	}
	if err := format.Known(fields, "edge"); err != nil {
		return err
	}
	edge := fields.Member("edge")
	if err := format.Known(edge, "id", "out", "in", "label"); err != nil {
		return err
	}
	var text [4][]byte
	for i, name := range [...]string{"id", "out", "in", "label"} {
		if text[i], err = parseText(edge, name); err != nil {
			return err
		}
	}
	dst.RowsName = "entries"
	for _, e := range EdgeEntries(text[0], text[1], text[2], text[3]) {
		c, err := AppendCell(&e)
		if err != nil {
			return err
		}
		t := Table{Kind: VertexTable, Graph: graph}
		if e.Kind == EdgeEntry {
			t.Kind = EdgeTable
		}
		row := store.Entry{Source: store.Source{Table: t.Name()}}
		row.Add(store.Row, c.Row)
		row.Add(partFamily, c.Family)
		row.Add(partQualifier, c.Qualifier)
		row.Add(partVisibility, nil)
		row.Add(store.Value, c.Value)
		dst.Rows = append(dst.Rows, row)
	}
	return nil
}

// EdgeEntries returns the entries that make an edge and its two vertices.
func EdgeEntries(id, out, in, label []byte) []Entry {
	list := []Entry{{Kind: VertexEntry, ID: out}, {Kind: VertexEntry, ID: in}}
	if bytes.Equal(in, out) {
		list = list[:1]
	}
	return slices.Concat(list, []Entry{
		{Kind: OutEdgeEntry, ID: out, Other: in, Edge: id, Label: label},
		{Kind: InEdgeEntry, ID: in, Other: out, Edge: id, Label: label},
		{Kind: EdgeEntry, ID: id, In: in, Out: out, Label: label},
	})
}
