package accumulograph

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

const (
	outEdges = "out_edges"
	inEdges  = "in_edges"
)

// element is a vertex or an edge as a joiner writes it.
type element struct {
	kind           string
	graph          string
	id             []byte
	label, in, out []byte // for an edge
	properties     []storedProperty
	tails, heads   []end // for a vertex: its out-edges and in-edges
	named          []namedEntry
}

type storedProperty struct {
	key, raw []byte
	indexed  bool
}

type end struct{ edge, label, other []byte }

// namedEntry is an entry of a named index.
type namedEntry struct {
	index    string
	key, row []byte
}

// parseElement reads an element. What its properties are indexed by comes from the member indexed, or
// else from the schema. Without either, an element with properties is refused, because its rows would be
// incomplete.
func parseElement(in *format.Input, kind string, v value.Value) (*element, error) {
	own := []string{"kind", "graph", "id", "properties", "more_properties", "indexed", "named_indexes"}
	if kind == vertexElement {
		own = append(own, outEdges, inEdges)
	} else {
		own = append(own, "label", "out", "in")
	}
	if v.Kind != value.Object {
		return nil, refuse("", "expected an object, found "+v.Kind.String())
	}
	if err := format.Known(v, own...); err != nil {
		return nil, err
	}
	x := &element{kind: kind}
	if given, ok := v.Member("kind").Text(); ok && given != kind {
		return nil, refuse("kind", "expected "+kind+", found "+given)
	}
	var err error
	if x.graph, err = graphOf(in, v); err != nil {
		return nil, err
	}
	texts := map[string]*[]byte{"id": &x.id}
	if kind == edgeElement {
		texts["label"], texts["out"], texts["in"] = &x.label, &x.out, &x.in
	}
	for _, name := range [...]string{"id", "label", "out", "in"} {
		if dst := texts[name]; dst != nil {
			if *dst, err = parseText(v, name); err != nil {
				return nil, err
			}
		}
	}
	for _, step := range [...]func(*format.Input, value.Value) error{x.parseProperties, x.parseIndexed, x.parseEnds, x.parseNamed} {
		if err := step(in, v); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// graphOf returns the name of the graph: from the object, the request or the schema.
func graphOf(in *format.Input, v value.Value) (string, error) {
	name, ok := v.Member("graph").Text()
	if !ok {
		name, ok = in.Given.Member("graph").Text()
	}
	if !ok {
		name = schemaOf(in).Graph
	}
	if !graphName(name) {
		return "", refuse("graph", "expected the name of a graph: letters, digits and underscores")
	}
	return name, nil
}

func (x *element) parseProperties(_ *format.Input, v value.Value) error {
	list := v.Member("properties")
	if !list.IsNull() && list.Kind != value.Object {
		return refuse("properties", "expected an object, found "+list.Kind.String())
	}
	add := func(key []byte, j value.Value) error {
		raw, err := parseStored(j, "properties."+string(value8859(key)))
		if x.property(key) != nil {
			err = refuse("properties", "the key "+show(key)+" is there twice")
		}
		x.properties = append(x.properties, storedProperty{key: key, raw: raw})
		return err
	}
	for i := range list.Len() {
		if err := add([]byte(value.Questioned(list.Name(i))), list.At(i)); err != nil {
			return err
		}
	}
	more, err := format.List(v, "more_properties")
	if err != nil {
		return err
	}
	for _, item := range more {
		key, err := parseText(item, "key")
		if err == nil {
			err = add(key, item.Member("value"))
		}
		if err != nil {
			return format.Within("more_properties", err)
		}
	}
	return nil
}

func (x *element) property(key []byte) *storedProperty {
	for i := range x.properties {
		if bytes.Equal(x.properties[i].key, key) {
			return &x.properties[i]
		}
	}
	return nil
}

func (x *element) parseIndexed(in *format.Input, v value.Value) error {
	list, given := v.Get("indexed")
	s, known := in.Schema.(*Schema)
	switch {
	case given && list.Kind != value.Array:
		return refuse("indexed", "expected a list of keys, found "+list.Kind.String())
	case !given && known && s != nil:
		for i := range x.properties {
			p := &x.properties[i]
			p.indexed = s.hasKey(x.kind, string(p.key))
		}
	case !given && len(x.properties) > 0:
		return refuse("indexed", "expected the keys of properties that are in the key index, as a list, or a schema that says which are")
	}
	for _, item := range list.Items() {
		key, err := parseText(value.OfMembers(value.Member{Name: "indexed", Value: item}), "indexed")
		if err != nil {
			return err
		}
		p := x.property(key)
		if p == nil {
			return refuse("indexed", "the element has no property "+show(key))
		}
		p.indexed = true
	}
	return nil
}

func (x *element) parseEnds(_ *format.Input, v value.Value) error {
	for _, list := range [...]struct {
		name string
		dst  *[]end
	}{{outEdges, &x.tails}, {inEdges, &x.heads}} {
		ends, err := format.List(v, list.name)
		if err != nil {
			return err
		}
		for _, item := range ends {
			var e end
			err := format.Known(item, "edge", "label", "other")
			for i, name := range [...]string{"edge", "label", "other"} {
				if err == nil {
					*[...]*[]byte{&e.edge, &e.label, &e.other}[i], err = parseText(item, name)
				}
			}
			if err != nil {
				return format.Within(list.name, err)
			}
			*list.dst = append(*list.dst, e)
		}
	}
	return nil
}

func (x *element) parseNamed(_ *format.Input, v value.Value) error {
	list, err := format.List(v, "named_indexes")
	if err != nil {
		return err
	}
	for _, item := range list {
		var n namedEntry
		var ok bool
		err := format.Known(item, "index", "key", "value")
		if n.index, ok = item.Member("index").Text(); !ok && err == nil {
			err = refuse("index", "expected the name of an index")
		}
		if err == nil {
			n.key, err = parseText(item, "key")
		}
		if err == nil {
			n.row, err = parseStored(item.Member("value"), "value")
		}
		if err != nil {
			return format.Within("named_indexes", err)
		}
		x.named = append(x.named, n)
	}
	return nil
}

// write is a row to put or to delete.
type write struct {
	table   Table
	cell    Cell
	deleted bool
}

// keyIndex returns the entry of a property in the key index.
func (x *element) keyIndex(p *storedProperty) write {
	return write{table: Index{Element: x.kind}.table(x.graph), cell: Cell{Row: p.raw, Family: p.key, Qualifier: x.id}}
}

// table returns the table of the element's own row.
func (x *element) table() Table {
	if x.kind == vertexElement {
		return Table{Kind: VertexTable, Graph: x.graph}
	}
	return Table{Kind: EdgeTable, Graph: x.graph}
}

func (x *element) stored(p *storedProperty) write {
	return write{table: x.table(), cell: Cell{Row: x.id, Family: p.key, Value: p.raw}}
}

func (x *element) namedIndex(n *namedEntry) write {
	return write{table: Table{NamedIndex, x.graph, n.index}, cell: Cell{Row: n.row, Family: n.key, Qualifier: x.id}}
}

// entry returns an entry without a typed value, which can always be written.
func (x *element) entry(table TableKind, e Entry) write {
	c, _ := AppendCell(&e)
	return write{table: Table{Kind: table, Graph: x.graph}, cell: c}
}

// made returns the entries that make the element, in the order in which upstream writes them: those of
// addVertex, or those of addEdge with the end at the head first.
func (x *element) made() []write {
	if x.kind == vertexElement {
		return []write{x.entry(VertexTable, Entry{Kind: VertexEntry, ID: x.id})}
	}
	return []write{
		x.entry(EdgeTable, Entry{Kind: EdgeEntry, ID: x.id, In: x.in, Out: x.out, Label: x.label}),
		x.entry(VertexTable, Entry{Kind: InEdgeEntry, ID: x.in, Other: x.out, Edge: x.id, Label: x.label}),
		x.entry(VertexTable, Entry{Kind: OutEdgeEntry, ID: x.out, Other: x.in, Edge: x.id, Label: x.label}),
	}
}

// ends returns the ends of edges in a vertex's row.
func (x *element) ends() (list []write) {
	for i := range x.heads {
		e := &x.heads[i]
		list = append(list, x.entry(VertexTable, Entry{Kind: InEdgeEntry, ID: x.id, Other: e.other, Edge: e.edge, Label: e.label}))
	}
	for i := range x.tails {
		e := &x.tails[i]
		list = append(list, x.entry(VertexTable, Entry{Kind: OutEdgeEntry, ID: x.id, Other: e.other, Edge: e.edge, Label: e.label}))
	}
	return list
}

// rows returns all rows of the element. setProperty writes the index before the property.
func (x *element) rows() []write {
	list := append(x.made(), x.ends()...)
	for i := range x.properties {
		p := &x.properties[i]
		if p.indexed {
			list = append(list, x.keyIndex(p))
		}
		list = append(list, x.stored(p))
	}
	for i := range x.named {
		list = append(list, x.namedIndex(&x.named[i]))
	}
	return list
}

// rowsOf yields the rows of an element.
func rowsOf(in *format.Input, kind string, object value.Value, yield func(string, *store.Entry) error) error {
	x, err := parseElement(in, kind, object)
	if err != nil {
		return err
	}
	return send(x.rows(), yield)
}

func send(list []write, yield func(string, *store.Entry) error) error {
	for i := range list {
		w := &list[i]
		e := store.Entry{Source: store.Source{Table: w.table.Name()}}
		e.Add(store.Row, w.cell.Row)
		e.Add(store.Family, w.cell.Family)
		e.Add(store.Qualifier, w.cell.Qualifier)
		e.Add(store.Visibility, nil)
		if w.deleted {
			e.Deleted = "delete"
		} else {
			e.Add(store.Value, w.cell.Value)
		}
		if err := yield(entryRecord, &e); err != nil {
			return err
		}
	}
	return nil
}

// deleted returns the rows as deletions.
func deleted(list ...write) []write {
	list = slices.Clone(list)
	for i := range list {
		list[i].deleted = true
	}
	return list
}
