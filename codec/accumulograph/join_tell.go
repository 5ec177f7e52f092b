package accumulograph

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// The sections of an element, in the order in which they are written. Within a section, records are in the order of
// their entries.
const (
	sectionOwn     = iota // the entry that makes a row a vertex
	sectionValue          // properties
	sectionIndexed        // entries of key indexes
	sectionOut            // ends of edges, each with what edges answer
	sectionIn
	sectionName     // entries of named indexes
	sectionMark     // entries that make a row an edge, each with what vertices answer
	sectionQuestion // questions from ends of edges
)

// place sets the place of a message: a round, the graph, and what the group is about in that round.
func (j *joiner) place(round int, kind byte, graph string, of ...[]byte) *shuffle.Place {
	p := &j.at
	p.Round = round
	p.Group = shuffle.AppendField(append(p.Group[:0], kind), []byte(graph))
	for _, b := range of {
		p.Group = shuffle.AppendField(p.Group, b)
	}
	p.Order = p.Order[:0]
	return p
}

// element sets the place of a message for an element.
func (j *joiner) element(class, graph string, id []byte, section byte, number uint64, after uint16) *shuffle.Place {
	round := joinEdges
	if class == vertexElement {
		round = joinVertices
	}
	p := j.place(round, 0, graph, id)
	p.Order = appendAnswered(append(p.Order, section), number, after)
	return p
}

// appendAnswered appends the number of an entry and, counted from 1, the cut of its qualifier that an answer is
// about.
func appendAnswered(b []byte, number uint64, after uint16) []byte {
	return binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint64(b, number), after)
}

// readAnswered reads what appendAnswered appends.
func readAnswered(b []byte) (number uint64, after uint16) {
	return binary.BigEndian.Uint64(b), binary.BigEndian.Uint16(b[8:])
}

// message begins a message: whether the entry has a visibility, then texts.
func (j *joiner) message(own *store.Entry, texts ...[]byte) []byte {
	_, visibility, _ := find(own, partVisibility)
	j.payload = append(j.payload[:0], byte(min(len(visibility), 1)))
	for _, b := range texts {
		j.payload = shuffle.AppendField(j.payload, b)
	}
	return j.payload
}

// texts reads the texts of a message.
func texts(message []byte, to ...*[]byte) {
	rest := message[1:]
	for _, b := range to {
		*b, rest = shuffle.ReadField(rest)
	}
}

// tell passes an entry, with its number, on to everything that it is a part of.
func (j *joiner) tell(own *store.Entry, number uint64) {
	t := Tables(own.Source.Table)[0]
	if first, ok := j.graphs[t.Graph]; !ok || number < first {
		j.graphs[t.Graph] = number
	}
	in := format.Input{Entry: *own, Lenient: true}
	p := newParts(&in, nil, entryRecord)
	e := &j.cell
	if e.read(&p, t.Kind); p.Err() != nil && e.Kind != PropertyEntry {
		return
	}
	switch e.Kind {
	case VertexEntry:
		j.group.Send(j.element(vertexElement, t.Graph, e.ID, sectionOwn, number, 0), j.message(own))
		j.group.Send(j.place(joinPresent, groupVertex, t.Graph, e.ID), nil)
	case EdgeEntry:
		j.tellMark(own, e, t.Graph, number)
	case InEdgeEntry, OutEdgeEntry:
		j.tellEnd(own, e, t.Graph, number)
	case PropertyEntry:
		raw, _ := own.Part(store.Value)
		class := vertexElement
		if t.Kind == EdgeTable {
			class = edgeElement
		}
		j.group.Send(j.element(class, t.Graph, e.ID, sectionValue, number, 0), j.message(own, e.Key, raw))
	case IndexNameEntry:
		p := j.place(joinNames, 0, t.Graph, e.Name)
		j.group.Send(p, []byte(e.Element))
	case IndexValueEntry:
		j.tellIndexed(own, e, t, number)
	}
}

// questioned is the order of questions whether a vertex, or the end of an edge, exists. The message
// that it exists comes before them.
const questioned = 1

// The questions of an edge; as bits they are the answers. An entry of a named index asks too.
const (
	isNamed = 0

	hasOut    = 1 << iota // the end at its tail exists
	hasIn                 // the end at its head exists
	outExists             // the vertex at its tail exists
	inExists
	outVisible // the end has a visibility
	inVisible
)

// tellMark passes on the entry of an edge, and asks about its ends.
func (j *joiner) tellMark(own *store.Entry, e *Entry, graph string, number uint64) {
	j.group.Send(j.element(edgeElement, graph, e.ID, sectionMark, number, 0), j.message(own, e.Pair.Text, e.Label))
	for i := range min(len(e.Pair.Cuts), cutsTried) {
		head, tail := e.Pair.At(i)
		ask := func(question byte, p *shuffle.Place) {
			p.Order = append(p.Order, questioned)
			j.payload = shuffle.AppendField(append(j.payload[:0], question), e.ID)
			j.group.Send(p, appendAnswered(j.payload, number, uint16(i+1)))
		}
		ask(hasIn, j.placeEnd(graph, head, join(tail, e.ID), false))
		ask(hasOut, j.placeEnd(graph, tail, join(head, e.ID), true))
		if e.Pair.Ambiguous() {
			ask(inExists, j.place(joinPresent, groupVertex, graph, head))
			ask(outExists, j.place(joinPresent, groupVertex, graph, tail))
		}
	}
}

// placeEnd sets the place of a message about the end of an edge.
func (j *joiner) placeEnd(graph string, vertex, pair []byte, outgoing bool) *shuffle.Place {
	return j.place(joinPresent, groupEnd, graph, vertex, pair, []byte{endSection(outgoing)})
}

// endSection returns the section of ends.
func endSection(outgoing bool) byte {
	if outgoing {
		return sectionOut
	}
	return sectionIn
}

// tellEnd passes on the end of an edge, and asks about the edge.
func (j *joiner) tellEnd(own *store.Entry, e *Entry, graph string, number uint64) {
	outgoing := e.Kind == OutEdgeEntry
	j.group.Send(j.element(vertexElement, graph, e.ID, endSection(outgoing), number, 0), j.message(own, e.Pair.Text, e.Label))
	p := j.placeEnd(graph, e.ID, e.Pair.Text, outgoing)
	p.Order = appendAnswered(append(p.Order, 0), number, 0)
	j.group.Send(p, j.message(own))
	if !e.Pair.Ambiguous() {
		return
	}
	for i := range min(len(e.Pair.Cuts), cutsTried) {
		other, edge := e.Pair.At(i)
		head, tail := e.ID, other
		if outgoing {
			head, tail = other, e.ID
		}
		p := j.element(edgeElement, graph, edge, sectionQuestion, 0, 0)
		j.payload = append(j.payload[:0], endSection(outgoing))
		for _, b := range [...][]byte{e.ID, head, tail} {
			j.payload = shuffle.AppendField(j.payload, b)
		}
		j.group.Send(p, appendAnswered(j.payload, number, uint16(i+1)))
	}
}

// tellIndexed passes on the entry of an index.
func (j *joiner) tellIndexed(own *store.Entry, e *Entry, t Table, number uint64) {
	row, _ := own.Part(store.Row)
	switch t.Kind {
	case VertexKeyIndex, EdgeKeyIndex:
		j.group.Send(j.element(elementOf(t.Kind), t.Graph, e.ID, sectionIndexed, number, 0), j.message(own, e.Key, row))
		return
	case IndexMetadata: // a named index with that name shares its table
		t.Index = "metadata"
	}
	p := j.place(joinNames, 0, t.Graph, []byte(t.Index))
	p.Order = appendAnswered(append(p.Order, questioned), number, 0)
	j.group.Send(p, j.message(own, []byte(t.Index), e.Key, row, e.ID))
}

// joinName passes on the entries of a named index, to elements of the class in the metadata. Without one, they go to
// the vertex with the id, if there is one.
func (j *joiner) joinName() {
	graph, _ := j.of()
	vertices, edges := false, false
	for r := j.group.Next(); r != nil; r = j.group.Next() {
		if len(r.Order) == 0 {
			vertices, edges = vertices || string(r.Message) == vertexElement, edges || string(r.Message) == edgeElement
			continue
		}
		var index, key, row, id []byte
		texts(r.Message, &index, &key, &row, &id)
		number := binary.BigEndian.Uint64(r.Order[1:])
		if vertices {
			j.group.Send(j.element(vertexElement, graph, id, sectionName, number, 0), r.Message)
		}
		if edges {
			j.group.Send(j.element(edgeElement, graph, id, sectionName, number, 0), r.Message)
		}
		if !vertices && !edges {
			p := j.place(joinPresent, groupVertex, graph, id)
			p.Order = append(p.Order, questioned)
			j.payload = append(binary.BigEndian.AppendUint64(append(j.payload[:0], isNamed), number), r.Message...)
			j.group.Send(p, j.payload)
		}
	}
}

// joinPresent answers whether a vertex, or an end of an edge, exists.
func (j *joiner) joinPresent() {
	graph, id := j.of()
	has, visible := false, false
	for r := j.group.Next(); r != nil; r = j.group.Next() {
		switch m := r.Message; {
		case len(r.Order) == 0 || r.Order[0] != questioned:
			has, visible = true, len(m) > 0 && m[0] == 1
		case m[0] == isNamed:
			class := edgeElement
			if has {
				class = vertexElement
			}
			j.group.Send(j.element(class, graph, id, sectionName, binary.BigEndian.Uint64(m[1:]), 0), m[9:])
		case has:
			answer := m[0]
			if visible && answer == hasIn {
				answer |= inVisible
			} else if visible && answer == hasOut {
				answer |= outVisible
			}
			edge, rest := shuffle.ReadField(m[1:])
			number, cut := readAnswered(rest)
			j.group.Send(j.element(edgeElement, graph, edge, sectionMark, number, cut), append(j.payload[:0], answer))
		}
	}
}

// of returns the graph of the group, and the id.
func (j *joiner) of() (graph string, id []byte) {
	b, rest := shuffle.ReadField(j.group.Key[1:])
	id, _ = shuffle.ReadField(rest)
	return string(b), id
}
