package accumulograph

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// joiner assembles vertices and edges. Like a Verifier it takes every entry of the graph whose table it
// most likely is, and of several with one key the newest.
type joiner struct{ rows Verifier }

// Add takes an entry of a graph's table. Tables of other programs may have such names too: what does
// not decode is an error only if it has a visibility, as entries of Accumulo do.
func (j *joiner) Add(e *store.Entry) (part bool, err error) {
	_, family, ok := find(e, partFamily)
	if !ok {
		return false, nil
	}
	_, qualifier, _ := find(e, partQualifier)
	if len(Tables(e.Source.Table)) == 0 {
		if e.Source.Table == "" && classify(UnknownTable, family, qualifier).marker() != "" {
			return false, refuse("table", "expected the name of the table that the entry is in")
		}
		return false, nil
	}
	in := format.Input{Entry: *e, Lenient: true}
	p := newParts(&in, nil, entryRecord)
	var cell Entry
	cell.read(&p, kindOfTable(e.Source.Table))
	if _, _, visible := find(e, partVisibility); p.Err() != nil && cell.Kind != PropertyEntry || p.Err() != nil && !visible {
		if !visible {
			return false, nil
		}
		return false, p.Err()
	}
	j.rows.Add(e)
	return cell.Kind != IndexKeyEntry && cell.Kind != IndexNameEntry, nil
}

// Objects yields the vertices and then the edges of each graph.
func (j *joiner) Objects(m format.Moment, yield func(format.Object) bool) error {
	graphs := j.rows.joined()
	switch {
	case len(graphs) == 0:
		return nil
	case m.At != "" || m.History:
		return refuse("", "AccumuloGraph keeps no versions of an element")
	}
	for _, g := range graphs {
		g.Resolve()
		named := g.named()
		for _, v := range g.Vertices {
			if v.Exists && !yield(g.vertexObject(v, named[listing{string(v.ID), vertexElement}])) {
				return nil
			}
		}
		for _, e := range g.Edges {
			for i := range e.Marks {
				if !yield(g.edgeObject(e, &e.Marks[i], named[listing{string(e.ID), edgeElement}])) {
					return nil
				}
			}
		}
	}
	return nil
}

// named are the entries of named indexes by the id and class of their element. Those of an index that the
// metadata does not list are a vertex's, if there is one.
func (g *Graph) named() map[listing][]*indexEntry {
	all := map[listing][]*indexEntry{}
	for i := range g.indexed {
		x := &g.indexed[i]
		if x.table.Kind != NamedIndex {
			continue
		}
		vertices := g.listed[listing{"name " + x.table.Index, vertexElement}] != nil
		edges := g.listed[listing{"name " + x.table.Index, edgeElement}] != nil
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

// object is an element in the making.
type object struct {
	w       value.Writer
	entries int
	visible bool // an entry has a visibility
}

func (o *object) take(own *store.Entry) {
	o.entries++
	if _, b, _ := find(own, partVisibility); len(b) > 0 {
		o.visible = true
	}
}

func (o *object) done(kind string) format.Object {
	o.w.EndObject()
	done := format.Object{Kind: kind, Entries: o.entries, Fields: bytes.Clone(o.w.Buf)}
	if o.visible {
		done.Note = "entries of it have a visibility, which the object does not say: AccumuloGraph never sets one"
	}
	return done
}

func (g *Graph) vertexObject(v *Vertex, named []*indexEntry) format.Object {
	var o object
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

func (g *Graph) edgeObject(e *EdgeRow, m *Mark, named []*indexEntry) format.Object {
	var o object
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

// properties writes the properties, and the keys of those that the key index has as they are stored.
func (o *object) properties(g *Graph, element string, id []byte, list *properties) {
	o.w.Key("properties")
	o.w.Object()
	more := 0
	for i := range list.Properties {
		p := &list.Properties[i]
		o.take(p.own)
		if !utf8.Valid(p.Key) {
			more++
			continue
		}
		o.w.AnyKey(string(p.Key))
		p.writeStored(&o.w)
	}
	o.w.EndObject()
	if more > 0 {
		o.w.Key("more_properties")
		o.w.Array()
		for i := range list.Properties {
			if p := &list.Properties[i]; !utf8.Valid(p.Key) {
				o.w.Object()
				writeText(&o.w, "key", p.Key)
				o.w.Key("value")
				p.writeStored(&o.w)
				o.w.EndObject()
			}
		}
		o.w.EndArray()
	}
	o.w.Key("indexed")
	o.w.Array()
	for i := range list.Properties {
		p := &list.Properties[i]
		for _, at := range g.rows[propertyKey{element, string(id), string(p.Key)}] {
			if bytes.Equal(g.indexed[at].row, p.Raw) {
				o.take(g.indexed[at].own)
				writeID(&o.w, p.Key)
				break
			}
		}
	}
	o.w.EndArray()
}

func (o *object) named(list []*indexEntry) {
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

// undecodable is the type of a stored value that no reader takes.
const undecodable = "undecodable"

// writeStored writes a value so that its bytes can be made again: with them, where a writer of today
// would make others (older floats, odd spellings), or none can (Java objects).
func (p *Property) writeStored(w *value.Writer) {
	if p.Bad != nil {
		w.Object()
		w.Member("type").String(undecodable)
		w.Member("hex").Hex(p.Raw)
		w.EndObject()
		return
	}
	if again, err := AppendValue(nil, &p.Value); err == nil && bytes.Equal(again, p.Raw) {
		p.Value.write(w, false)
		return
	}
	w.Object()
	p.Value.writeMembers(w, true)
	w.Member("hex").Hex(p.Raw[1:])
	w.EndObject()
}

// parseStored is the reverse of writeStored.
func parseStored(j value.Value, field string) ([]byte, error) {
	name, _ := j.Member("type").Text()
	raw, has := j.Get("hex")
	if !has {
		var v Value
		if err := v.parse(j, field); err != nil {
			return nil, err
		}
		b, err := AppendValue(nil, &v)
		return b, format.Within(field, trimmed(err))
	}
	b, ok := raw.Hex()
	if !ok {
		return nil, refuse(field+".hex", "expected hex digits")
	}
	if name == undecodable {
		return b, nil
	}
	k, known := kindNamed(name)
	if !known {
		return nil, refuse(field+".type", "AccumuloGraph cannot store the type "+name)
	}
	b = append([]byte{k.Tag()}, b...)
	var v Value
	if err := v.decodeLeniently(b); err != nil {
		return nil, refuse(field+".hex", "is no value of the type "+name+": "+err.Error())
	}
	return b, nil
}

// trimmed is an error about value without that name, which the caller knows better.
func trimmed(err error) error {
	if r, ok := err.(*format.Refusal); ok {
		c := *r
		c.Field = strings.TrimPrefix(strings.TrimPrefix(c.Field, "value"), ".")
		return &c
	}
	return err
}
