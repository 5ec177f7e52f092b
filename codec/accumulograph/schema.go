package accumulograph

import (
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Schema is the name of a graph, and what its index metadata says.
type Schema struct {
	Graph   string // empty if not given
	Indexes []Index
	Auto    bool // every property is indexed, as with the graph's option autoIndex
}

// Index is a key index or a named index.
type Index struct {
	Key     string // for a key index: its key; else empty
	Name    string // for a named index: its name
	Element string // vertex or edge
}

var schemaMembers = []string{"graph", "indexes", "autoIndex"}

// ParseSchema reads
//
//	{"graph": name, "indexes": [{"key": …, "element": "vertex"}, {"name": …, "element": "edge"}], "autoIndex": true}
//
// Either of graph and indexes may be absent.
func ParseSchema(v value.Value) (format.Schema, error) {
	_, graph := v.Get("graph")
	list, indexes := v.Get("indexes")
	if !graph && !indexes {
		return nil, &format.Refusal{Why: `expected {"graph": name, "indexes": [{"key" or "name", "element"}]}`, Foreign: true}
	}
	if err := format.Known(v, schemaMembers...); err != nil {
		return nil, err
	}
	s := new(Schema)
	if graph {
		if s.Graph, _ = v.Member("graph").Text(); !graphName(s.Graph) {
			return nil, refuse("graph", "expected the name of a graph: letters, digits and underscores")
		}
	}
	if auto, given := v.Get("autoIndex"); given {
		on, ok := auto.Bool()
		if s.Auto = on; !ok {
			return nil, refuse("autoIndex", "expected true or false")
		}
	}
	if indexes && list.Kind != value.Array {
		return nil, refuse("indexes", "expected a list")
	}
	for _, item := range list.Items() {
		x, err := parseIndex(item)
		if err != nil {
			return nil, format.Within("indexes", err)
		}
		if slices.Contains(s.Indexes, x) {
			return nil, refuse("indexes", "the "+x.words()+" is there twice")
		}
		s.Indexes = append(s.Indexes, x)
	}
	return s, nil
}

func parseIndex(v value.Value) (x Index, err error) {
	if err := format.Known(v, "key", "name", "element"); err != nil {
		return x, err
	}
	key, isKey := v.Member("key").Text()
	name, isName := v.Member("name").Text()
	if isKey == isName {
		return x, refuse("", "expected either the key of a key index or the name of a named index")
	}
	x.Key, x.Name = key, name
	if x.Element, _ = v.Member("element").Text(); x.Element != vertexElement && x.Element != edgeElement {
		return x, refuse("element", "expected vertex or edge")
	}
	return x, nil
}

// words names the index, such as `vertex key "age"`.
func (x Index) words() string {
	if x.Name != "" {
		return "index " + show([]byte(x.Name))
	}
	return x.Element + " key " + show([]byte(x.Key))
}

// table returns the table of the index's entries.
func (x Index) table(graph string) Table {
	switch {
	case x.Name != "":
		return Table{NamedIndex, graph, x.Name}
	case x.Element == vertexElement:
		return Table{Kind: VertexKeyIndex, Graph: graph}
	}
	return Table{Kind: EdgeKeyIndex, Graph: graph}
}

// hasKey reports whether properties of the key have entries in the key index of the class.
func (s *Schema) hasKey(element, key string) bool {
	return s.Auto || slices.Contains(s.Indexes, Index{Key: key, Element: element})
}

// schemaOf returns the schema of a request, never nil.
func schemaOf(in *format.Input) *Schema {
	if s, ok := in.Schema.(*Schema); ok && s != nil {
		return s
	}
	return new(Schema)
}
