package accumulograph

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// TableKind identifies one of a graph's tables.
type TableKind uint8

// The tables.
const (
	UnknownTable TableKind = iota
	VertexTable
	EdgeTable
	VertexKeyIndex
	EdgeKeyIndex
	IndexMetadata
	NamedIndex
	tableKinds
)

var tableWords = [tableKinds]string{"unknown", "vertex", "edge", "vertex_key_index", "edge_key_index", "index_metadata", "named_index"}

// String returns the table's name as fields show it.
func (k TableKind) String() string {
	if k < tableKinds {
		return tableWords[k]
	}
	return tableWords[UnknownTable]
}

// suffixes are the ends of the names of a graph's tables, longest first, which is the order in
// which a name is read.
var suffixes = [...]struct {
	text string
	kind TableKind
}{
	{"_vertex_key_index", VertexKeyIndex}, {"_edge_key_index", EdgeKeyIndex}, {"_index_metadata", IndexMetadata},
	{"_vertex", VertexTable}, {"_edge", EdgeTable},
}

// indexInfix separates a graph's name from that of an index.
const indexInfix = "_index_"

// Table is one reading of a table's name.
type Table struct {
	Kind  TableKind
	Graph string
	Index string // name of a named index
}

// Tables returns all readings of a table's name, the likeliest first. Names are ambiguous:
// a_index_vertex is the vertex table of graph a_index, and the named index vertex of graph a. A
// name that belongs to no graph has no readings.
func Tables(name string) (list []Table) {
	for _, s := range suffixes {
		if graph, ok := strings.CutSuffix(name, s.text); ok && graphName(graph) {
			list = append(list, Table{Kind: s.kind, Graph: graph})
		}
	}
	for at := 0; ; at++ {
		i := strings.Index(name[at:], indexInfix)
		if i < 0 {
			return list
		}
		at += i
		if graph := name[:at]; graphName(graph) {
			list = append(list, Table{Kind: NamedIndex, Graph: graph, Index: name[at+len(indexInfix):]})
		}
	}
}

// Name returns the table's name.
func (t Table) Name() string {
	if t.Kind == NamedIndex {
		return t.Graph + indexInfix + t.Index
	}
	for _, s := range suffixes {
		if s.kind == t.Kind {
			return t.Graph + s.text
		}
	}
	return ""
}

// graphName reports whether upstream accepts the name for a graph.
func graphName(s string) bool {
	for i := range len(s) {
		if c := s[i]; c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return s != ""
}

// tableOf returns the table of the entry: the one that the caller names, or else the likeliest
// reading of the table's name.
func tableOf(in *format.Input) (TableKind, error) {
	if word, ok := in.Given.Member("tableKind").Text(); ok {
		i := slices.Index(tableWords[:], word)
		if i < 0 {
			return UnknownTable, refuse("tableKind", "expected one of "+strings.Join(tableWords[:], ", "))
		}
		return TableKind(i), nil
	}
	name, ok := in.Given.Member("table").Text()
	if !ok {
		name = in.Entry.Source.Table
	}
	return kindOfTable(name), nil
}

// kindOfTable returns the kind of the first reading of a table's name.
func kindOfTable(name string) TableKind {
	for _, s := range suffixes {
		if graph, ok := strings.CutSuffix(name, s.text); ok && graphName(graph) {
			return s.kind
		}
	}
	if name == "" {
		return UnknownTable
	}
	if i := strings.Index(name[1:], indexInfix); i >= 0 && graphName(name[:i+1]) {
		return NamedIndex
	}
	return UnknownTable
}

// givenGraph returns the name of the graph in the request.
func givenGraph(in *format.Input) (string, error) {
	graph, _ := in.Given.Member("graph").Text()
	if !graphName(graph) {
		return "", refuse("graph", "expected the name of a graph: letters, digits and underscores")
	}
	return graph, nil
}

// deriveTableNames writes the names of a graph's tables.
func deriveTableNames(in *format.Input, w *value.Writer) error {
	graph, err := givenGraph(in)
	if err != nil {
		return err
	}
	w.Object()
	for k := VertexTable; k < NamedIndex; k++ {
		w.Key(k.String())
		w.String(Table{Kind: k, Graph: graph}.Name())
	}
	if index, ok := in.Given.Member("index").Text(); ok {
		w.Key(NamedIndex.String())
		w.String(Table{NamedIndex, graph, index}.Name())
	}
	w.EndObject()
	return nil
}

// deriveTable writes all readings of a table's name.
func deriveTable(in *format.Input, w *value.Writer) error {
	name, ok := in.Given.Member("table").Text()
	if !ok {
		return refuse("table", "expected the name of a table")
	}
	w.Object()
	w.Key("readings")
	w.Array()
	for _, t := range Tables(name) {
		w.Object()
		w.Key("kind")
		w.String(t.Kind.String())
		w.Key("graph")
		w.String(t.Graph)
		if t.Kind == NamedIndex {
			w.Key("index")
			w.String(t.Index)
		}
		w.EndObject()
	}
	w.EndArray()
	w.EndObject()
	return nil
}
