package accumulograph

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// The rounds in which entries are checked. The first finds out which of the entries with one key a scan shows. That entry goes
// to its element and asks others: the entry of an edge asks both vertices, and the end of an edge asks the edge. What the
// metadata lists is known after the first round and kept in memory.
const (
	roundCells    = iota // entries with the same key
	roundVertices        // vertices
	roundEdges           // edges
	roundCuts            // ends of edges with several readings
	roundRows            // findings about elements, in the order of their first entries; named indexes that are not listed
	roundsAll
)

// A group of the last round begins with one of these.
const (
	ofUnlisted = iota // followed by graph and index
	ofVertex          // followed by graph and id
	ofEdge
)

// The order of messages about the row of an element.
const (
	rowFirst = iota // the number of its first entry
	rowFound        // findings
)

// The order of messages about an element.
const (
	saidOwn   = iota // entries that make it one, with what vertices answer about an edge
	saidKey          // properties, each with the entries of key indexes that have its key
	saidEnd          // ends of edges, each with those that ask about it
	saidNamed        // entries of named indexes
)

// Rounds implements shuffle.Check.
func (v *Verifier) Rounds() int { return roundsAll }

// Sample implements shuffle.Sampled: the sample has the vertices and edges whose id's hash modulo n is
// part.
func (v *Verifier) Sample(n, part uint32) { v.sampling = shuffle.Sampling{Of: n, Part: part} }

// Start implements shuffle.Starter.
func (v *Verifier) Start() { v.listed, v.listings = map[metaKey]*listed{}, nil }

// tableOf returns the likeliest reading of a table's name.
func (v *Verifier) tableOf(name string) (t Table, ok bool) {
	for _, t := range Tables(name) {
		if v.graph == "" || v.graph == t.Graph {
			return t, true
		}
	}
	return t, false
}

// tablesMost limits how many tables are noted. If there are more, tables without entries are not
// reported.
const tablesMost = 1 << 12

// graphsMost limits how many graphs are kept in the order in which they came. Further ones are
// sorted by name.
const graphsMost = 1 << 12

// Place implements shuffle.Check.
func (v *Verifier) Place(e *store.Entry, p *shuffle.Place) format.Taking {
	t, ok := v.tableOf(e.Source.Table)
	if !ok {
		v.homeless++
		if e.Source.Table == "" {
			v.own = true
			return format.Unplaced
		}
		return format.Foreign
	}
	v.own = true
	if v.table != e.Source.Table {
		v.table = e.Source.Table
		if len(v.tables) < tablesMost {
			v.tables[v.table] = true
		}
	}
	v.cells.place(e, p)
	if _, known := v.graphs[t.Graph]; !known && len(v.graphs) < graphsMost && e.Deleted == "" {
		v.graphs[t.Graph] = v.cells.count
	}
	p.Skip = !v.needs(e, t.Kind)
	return format.Checked
}

// needs reports whether a sample needs an entry. Whether elements outside the sample exist matters,
// and so do the entries that decide how an ambiguous qualifier is cut.
func (v *Verifier) needs(e *store.Entry, table TableKind) bool {
	if v.sampling.Of == 0 {
		return true
	}
	_, family, _ := find(e, partFamily)
	_, qualifier, _ := find(e, partQualifier)
	row, _ := e.Part(store.Row)
	switch kind := classify(table, family, qualifier); {
	case kind == PropertyEntry:
		return v.sampling.Has(row)
	case kind == IndexValueEntry && (table == VertexKeyIndex || table == EdgeKeyIndex):
		return v.sampling.Has(qualifier)
	case kind == InEdgeEntry || kind == OutEdgeEntry:
		var p Pair
		if p.cut(qualifier); len(p.Cuts) != 1 || bytes.Contains(row, []byte(delimiter)) || v.sampling.Has(row) {
			return true
		}
		_, edge := p.At(0)
		return v.sampling.Has(edge)
	}
	return true
}

// Check implements shuffle.Check.
func (v *Verifier) Check(g *shuffle.Group) {
	switch v.group = g; {
	case len(g.Key) == 0: // entries of no known table
	case g.Round == roundCells:
		if own, number := shownOf(g); number > 0 {
			v.tell(&own, number)
		}
	case g.Round == roundVertices:
		v.checkVertex()
	case g.Round == roundEdges:
		v.checkEdge()
	case g.Round == roundCuts:
		v.checkCuts()
	case g.Key[0] == ofUnlisted:
		v.checkUnlisted()
	default:
		v.checkFound()
	}
}

// AppendOrder implements shuffle.Check.
func (v *Verifier) AppendOrder(dst []byte, _ *format.Finding) []byte { return append(dst, v.order...) }

// The parts of the findings about a graph, in order.
const (
	foundBroken = iota
	foundEdge
	foundVertex
	foundIndexed
	foundMissing // of vertices, then of edges
	foundClass
)

// at sets the order of the findings that follow.
func (v *Verifier) at(graph string, part byte, more ...[]byte) {
	first, known := v.graphs[graph]
	if !known {
		first = 1 << 62
	}
	v.order = append(shuffle.AppendEscaped(binary.BigEndian.AppendUint64(v.order[:0], first), []byte(graph)), part)
	for _, b := range more {
		v.order = append(v.order, b...)
	}
}

// ordered returns a number in a form that sorts.
func ordered(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// report reports a finding.
func (v *Verifier) report(f *Finding) {
	if v.take != nil {
		v.take(v.order, f)
		return
	}
	x := f.general()
	v.group.Report(&x)
}

// rowGroup returns the group of findings about an element.
func rowGroup(kind, graph string, id []byte) []byte {
	b := []byte{ofVertex}
	if kind == edgeElement {
		b[0] = ofEdge
	}
	return append(shuffle.AppendField(b, []byte(graph)), id...)
}

// find sends a finding about an element to where the first entry of its row is known, if the element is in
// the sample.
func (v *Verifier) find(kind, graph string, part byte, order []byte, f *Finding, id []byte) {
	if v.sampling.Has(id) {
		v.say(roundRows, rowGroup(kind, graph, id), append([]byte{rowFound, part}, order...), f.pack(nil))
	}
}

// checkFound reports the findings about an element.
func (v *Verifier) checkFound() {
	kind, graph := v.group.Key[0], ""
	name, _ := shuffle.ReadField(v.group.Key[1:])
	graph = string(name)
	var first []byte
	for r := v.group.Next(); r != nil; r = v.group.Next() {
		if r.Order[0] == rowFirst {
			if first == nil {
				first = bytes.Clone(r.Order[1:])
			}
			continue
		}
		v.at(graph, r.Order[1], []byte{kind}, first, r.Order[2:])
		v.report(readPacked(r.Message))
	}
}

// Finish implements shuffle.Finisher.
func (v *Verifier) Finish(g *shuffle.Group) {
	v.group = g
	v.findTables()
	if v.homeless > 0 && v.own && v.take == nil {
		v.order = append(v.order[:0], 0xFF) // after all others
		g.Report(&format.Finding{Severity: format.Info, Code: NoTable, Item: strconv.Itoa(v.homeless) + " entries",
			Why: "their table's name is not that of a graph's table, so they were not checked", NoMend: "nothing says what the entries should be"})
	}
}

// findTables reports the named indexes that the metadata lists but whose table has no entry. If there is no entry of a
// vertex or edge, the input is only the metadata and says nothing about other tables.
func (v *Verifier) findTables() {
	if v.take != nil || len(v.tables) == tablesMost {
		return
	}
	for _, x := range v.listings {
		name, named := strings.CutPrefix(x.name, ofName)
		t := Table{NamedIndex, x.graph, name}
		known := x.element == vertexElement || x.element == edgeElement && v.listing(x.graph, x.name, vertexElement) == nil
		if !named || !known || v.tables[t.Name()] {
			continue
		}
		if v.tables[Table{Kind: VertexTable, Graph: x.graph}.Name()] || v.tables[Table{Kind: EdgeTable, Graph: x.graph}.Name()] {
			v.at(x.graph, foundClass, ordered(x.number))
			v.report(&Finding{Kind: MissingTable, Table: t.Name(), ID: []byte(name), own: &x.entry, Extra: true,
				noMend: "nothing else says what the index had"})
		}
	}
}

// say sends a message.
func (v *Verifier) say(round int, group []byte, order []byte, payload []byte) {
	p := &v.place
	p.Round, p.Group, p.Order = round, append(p.Group[:0], group...), append(p.Order[:0], order...)
	v.group.Send(p, payload)
}

// elementGroup returns the group of a vertex or edge.
func elementGroup(graph string, id []byte) []byte {
	return append(shuffle.AppendField([]byte{0}, []byte(graph)), id...)
}

// element returns the graph and the id of the group.
func (v *Verifier) element() (graph string, id []byte) {
	name, id := shuffle.ReadField(bytes.Clone(v.group.Key[1:]))
	return string(name), id
}
