package generate

import (
	"bytes"
	"io"
	"strconv"

	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/store"
)

// Graph generates the entries of an AccumuloGraph graph: vertices with a name, each with an edge to the next vertex,
// which has a weight. Names and weights are indexed by key, and vertices by name, too.
type Graph struct {
	Vertices int
	Faults   int // planted per kind, each in a different vertex
	lines
}

// GraphFaults is how many kinds of faults Graph plants.
const GraphFaults = 10

// EntriesOfVertex is the number of entries per vertex.
const EntriesOfVertex = 10

const (
	graphName  = "g"
	graphIndex = "people"
)

// Write writes the entries as JSON Lines.
func (x *Graph) Write(w io.Writer) error {
	x.begin(w, accumulograph.Format.ID)
	meta := x.table(accumulograph.IndexMetadata)
	x.entry(meta, &accumulograph.Entry{Kind: accumulograph.IndexKeyEntry, Key: []byte("name"), Element: "vertex"})
	x.entry(meta, &accumulograph.Entry{Kind: accumulograph.IndexKeyEntry, Key: []byte("weight"), Element: "edge"})
	x.entry(meta, &accumulograph.Entry{Kind: accumulograph.IndexNameEntry, Name: []byte(graphIndex), Element: "vertex"})
	for i := range x.Vertices {
		x.vertex(i)
	}
	return x.end()
}

func (x *Graph) table(k accumulograph.TableKind) string {
	return accumulograph.Table{Kind: k, Graph: graphName, Index: graphIndex}.Name()
}

func (x *Graph) entry(table string, e *accumulograph.Entry) {
	c, err := accumulograph.AppendCell(e)
	x.fail(err)
	x.cell(table, c)
}

func (x *Graph) cell(table string, c accumulograph.Cell) {
	row := store.Entry{Timestamp: "1714521600000", Source: store.Source{Table: table}}
	row.Add(store.Row, c.Row)
	row.Add(store.Family, c.Family)
	row.Add(store.Qualifier, c.Qualifier)
	row.Add(store.Visibility, nil)
	row.Add(store.Value, c.Value)
	x.put(&row)
}

// vertex writes a vertex and its edge. Depending on its number, it has one fault or none.
func (x *Graph) vertex(i int) {
	fault := -1
	if i < x.Faults*GraphFaults {
		fault = i / x.Faults
	}
	n := strconv.Itoa(i)
	id, next, edge, label := []byte("v"+n), []byte("v"+strconv.Itoa((i+1)%x.Vertices)), []byte("e"+n), []byte("knows")
	vertices, edges := x.table(accumulograph.VertexTable), x.table(accumulograph.EdgeTable)
	names, weights := x.table(accumulograph.VertexKeyIndex), x.table(accumulograph.EdgeKeyIndex)
	name, weight := accumulograph.StringValue("name "+n), accumulograph.DoubleValue(0.5)
	x.entry(vertices, &accumulograph.Entry{Kind: accumulograph.VertexEntry, ID: id})
	x.entry(vertices, &accumulograph.Entry{Kind: accumulograph.PropertyEntry, ID: id, Key: []byte("name"), Value: name})
	x.entry(edges, &accumulograph.Entry{Kind: accumulograph.EdgeEntry, ID: edge, In: next, Out: id, Label: label})
	x.entry(edges, &accumulograph.Entry{Kind: accumulograph.PropertyEntry, ID: edge, Key: []byte("weight"), Value: weight})
	x.entry(x.table(accumulograph.NamedIndex), &accumulograph.Entry{Kind: accumulograph.IndexValueEntry, ID: id, Key: []byte("age"),
		Value: accumulograph.LongValue(int64(i))})
	indexed := &accumulograph.Entry{Kind: accumulograph.IndexValueEntry, ID: id, Key: []byte("name"), Value: name}
	out := &accumulograph.Entry{Kind: accumulograph.OutEdgeEntry, ID: id, Other: next, Edge: edge, Label: label}
	in := &accumulograph.Entry{Kind: accumulograph.InEdgeEntry, ID: next, Other: id, Edge: edge, Label: label}
	weighed, err := accumulograph.AppendCell(&accumulograph.Entry{Kind: accumulograph.IndexValueEntry, ID: edge, Key: []byte("weight"),
		Value: weight})
	x.fail(err)
	switch fault {
	case 0:
		x.plantCell(accumulograph.MissingIndex, indexed)
		indexed = nil
	case 1:
		stale := *indexed
		stale.Value = accumulograph.StringValue("was " + n)
		x.plantCell(accumulograph.StaleIndex, &stale)
		x.entry(names, &stale)
	case 2:
		x.plantCell(accumulograph.MissingEndpoint, in)
		in = nil
	case 3:
		x.plantCell(accumulograph.LabelMismatch, out)
		out.Label = []byte("hates")
	case 4:
		weighed.Row = bytes.Replace(weighed.Row, []byte("0.5"), []byte("0.50"), 1)
		x.plant(accumulograph.OtherSpelling, weighed.Row)
	default:
		x.extra(fault, n, id, names)
	}
	for _, e := range [...]*accumulograph.Entry{out, in} {
		if e != nil {
			x.entry(vertices, e)
		}
	}
	if indexed != nil {
		x.entry(names, indexed)
	}
	x.cell(weights, weighed)
	x.entry(vertices, &accumulograph.Entry{Kind: accumulograph.PropertyEntry, ID: id, Key: []byte("age"),
		Value: accumulograph.LongValue(int64(i))})
}

func (x *Graph) plantCell(code string, e *accumulograph.Entry) {
	c, err := accumulograph.AppendCell(e)
	x.fail(err)
	x.plant(code, c.Row)
}

// extra adds entries that should not be there.
func (x *Graph) extra(fault int, n string, id []byte, names string) {
	vertices, edges := x.table(accumulograph.VertexTable), x.table(accumulograph.EdgeTable)
	odd := []byte("odd" + n)
	add := func(table, code string, e *accumulograph.Entry) {
		x.plantCell(code, e)
		x.entry(table, e)
	}
	switch fault {
	case 5:
		add(vertices, accumulograph.OrphanProperty, &accumulograph.Entry{Kind: accumulograph.PropertyEntry, ID: odd, Key: []byte("age"),
			Value: accumulograph.LongValue(1)})
	case 6:
		add(edges, accumulograph.MissingVertex, &accumulograph.Entry{Kind: accumulograph.EdgeEntry, ID: odd, In: odd, Out: id,
			Label: []byte("l")})
		x.entry(vertices, &accumulograph.Entry{Kind: accumulograph.OutEdgeEntry, ID: id, Other: odd, Edge: odd, Label: []byte("l")})
	case 7:
		add(vertices, accumulograph.OrphanEndpoint, &accumulograph.Entry{Kind: accumulograph.OutEdgeEntry, ID: id, Other: odd, Edge: odd,
			Label: []byte("l")})
	case 8:
		add(x.table(accumulograph.NamedIndex), accumulograph.StaleIndex, &accumulograph.Entry{Kind: accumulograph.IndexValueEntry, ID: odd,
			Key: []byte("age"), Value: accumulograph.LongValue(1)})
	case 9:
		x.plant("undecodable", odd)
		x.cell(edges, accumulograph.Cell{Row: odd, Family: []byte("__LABEL__"), Qualifier: []byte("no delimiter"), Value: []byte("al")})
	}
}
