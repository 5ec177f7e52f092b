package accumulograph

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// joiner assembles vertices and edges. As a Verifier does, it takes every entry as part of the graph whose
// table it most likely is and, of several with the same key, the newest. It needs the memory for one element.
type joiner struct {
	why    error
	cells  cells
	stored bool // there is an entry that is not a removal
	yield  func(format.Object) bool

	graphs  map[string]uint64 // number of the first entry of each graph
	group   *shuffle.Group
	at      shuffle.Place // of a message
	payload []byte        // of a message
	cell    Entry
}

// The rounds in which elements are joined. Qualifiers of two ids are not escaped. Where one may be cut in several places,
// an edge first asks which vertices exist and have it, and then the end of an edge asks about the edge.
const (
	joinCells   = iota // entries with the same key, of which the newest counts
	joinNames          // named indexes: what the metadata says about one, and its entries
	joinPresent        // whether a vertex, or an end of an edge, exists; who asks about it
	joinEdges
	joinVertices
	joinOutput // elements, in the order of their first entries
	joinAll
)

// In a round with several kinds of groups, a group begins with one of these.
const (
	groupVertex = iota
	groupEnd
)

// Rounds implements shuffle.Check.
func (j *joiner) Rounds() int { return joinAll }

// AppendOrder implements shuffle.Check; a joiner has no findings.
func (j *joiner) AppendOrder(dst []byte, _ *format.Finding) []byte { return dst }

// Why implements format.Joiner.
func (j *joiner) Why() error { return j.why }

// Begin implements format.Joiner.
func (j *joiner) Begin(m format.Moment, yield func(format.Object) bool) error {
	if j.stored && (m.At != "" || m.History) {
		return refuse("", "AccumuloGraph keeps no versions of an element")
	}
	j.yield, j.graphs = yield, map[string]uint64{}
	return nil
}

// Place implements shuffle.Check. Tables of other programs may have such names too, so an entry that does not decode
// is an error only if it has a visibility, as entries of Accumulo do.
func (j *joiner) Place(e *store.Entry, p *shuffle.Place) format.Taking {
	j.why = nil
	_, family, ok := find(e, partFamily)
	if !ok {
		return format.Foreign
	}
	_, qualifier, _ := find(e, partQualifier)
	if len(Tables(e.Source.Table)) == 0 {
		if e.Source.Table == "" && classify(UnknownTable, family, qualifier).marker() != "" {
			j.why = refuse("table", "expected the name of the table that the entry is in")
		}
		return format.Foreign
	}
	in := format.Input{Entry: *e, Lenient: true}
	parts := newParts(&in, nil, entryRecord)
	cell := &j.cell
	cell.read(&parts, kindOfTable(e.Source.Table))
	if _, _, visible := find(e, partVisibility); parts.Err() != nil && (cell.Kind != PropertyEntry || !visible) {
		if visible {
			j.why = parts.Err()
		}
		return format.Foreign
	}
	j.cells.place(e, p)
	j.stored = j.stored || e.Deleted == ""
	if cell.Kind == IndexKeyEntry || cell.Kind == IndexNameEntry {
		p.Keep = true
		return format.Foreign
	}
	return format.Checked
}

// Check implements shuffle.Check.
func (j *joiner) Check(g *shuffle.Group) {
	switch j.group = g; g.Round {
	case joinCells:
		j.joinCell()
	case joinNames:
		j.joinName()
	case joinPresent:
		j.joinPresent()
	case joinEdges:
		j.joinEdge()
	case joinVertices:
		j.joinVertex()
	default:
		j.joinOutput()
	}
}

// joinCell passes on what a scan of the tables shows of the entries of one key.
func (j *joiner) joinCell() {
	if own, number := shownOf(j.group); number > 0 {
		j.tell(&own, number)
	}
}

// joinOutput yields an element.
func (j *joiner) joinOutput() {
	for r := j.group.Next(); r != nil; r = j.group.Next() {
		if !j.yield(readOutput(r.Message)) {
			j.group.End()
		}
	}
}
