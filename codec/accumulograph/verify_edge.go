package accumulograph

import (
	"bytes"
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// checkedEdge is an edge while it is being checked.
type checkedEdge struct {
	*checkedElement
	mark    *store.Entry // entry being checked; nil if there is none
	number  uint64       // number of mark
	answers map[answered]edgeAnswer
	ends    [][2][]byte // head and tail of each mark
}

// answered identifies what an answer is about.
type answered struct{ cut, end int }

// edgeAnswer is what a vertex answers: its own entry and the end of the edge; each is nil if it does not
// exist.
type edgeAnswer struct{ vertex, end *store.Entry }

// checkEdge checks an edge, and the ends of edges that ask about it.
func (v *Verifier) checkEdge() {
	x := checkedEdge{checkedElement: v.newElement(edgeElement)}
	for r := v.group.Next(); r != nil; r = v.group.Next() {
		if r.Order[0] != saidOwn {
			x.endMark()
		}
		switch r.Order[0] {
		case saidOwn:
			x.hearMark(r.Order, r.Message)
		case saidKey:
			x.hearKey(r.Order, r.Message)
		case saidEnd:
			x.checkEnd(readEndQuestion(r.Message))
		default:
			x.checkNamed(r.Order, r.Message)
		}
	}
	x.endMark()
	x.end()
}

// hearMark takes in an entry that makes the row an edge, or what a vertex answers about it.
func (x *checkedEdge) hearMark(order, message []byte) {
	number := binary.BigEndian.Uint64(order[1:])
	if order[9] == markStored {
		x.endMark()
		x.heard(number)
		x.mark, x.number, x.exists, x.answers = entryIn(message), number, true, map[answered]edgeAnswer{}
		x.hearLabel()
		return
	}
	if x.mark == nil || x.number != number {
		return
	}
	var a edgeAnswer
	rest := bytes.Clone(message[1:])
	for _, part := range [...]struct {
		flag byte
		to   **store.Entry
	}{{hasVertex, &a.vertex}, {hasEnd, &a.end}} {
		if message[0]&part.flag != 0 {
			var e store.Entry
			e, rest = shuffle.ReadEntry(rest)
			*part.to = &e
		}
	}
	x.answers[answered{int(binary.BigEndian.Uint16(order[10:])), int(order[12])}] = a
}

// hearLabel takes in the label of an entry. Of several, upstream reads the one that sorts first.
func (x *checkedEdge) hearLabel() {
	first := x.label
	if first == nil || bytes.Compare(qualifierOf(x.mark), qualifierOf(first)) < 0 {
		x.label, x.labelNumber = x.mark, x.number
	}
	if first != nil {
		x.findOwn(foundEdge, append(ordered(x.number), endOut+1), &Finding{Kind: RepeatedEdge, Table: x.tableName(EdgeTable), ID: x.id,
			Extra: true, own: x.mark, because: reason("this entry makes the row an edge, too", first),
			noMend: "an edge holds data: nothing else says which of them was meant"})
	}
}

func qualifierOf(e *store.Entry) []byte {
	_, b, _ := find(e, partQualifier)
	return b
}

// endMark decides how the qualifier of an entry is cut if it is ambiguous, from which vertices and ends exist.
// Then it checks both ends.
func (x *checkedEdge) endMark() {
	if x.mark == nil {
		return
	}
	m := decodeAgain(x.mark, EdgeTable)
	best := -1
	cut := 0
	for i := range min(len(m.Pair.Cuts), cutsTried) {
		in, out := x.answers[answered{i, endIn}], x.answers[answered{i, endOut}]
		score := 0
		if in.vertex != nil && out.vertex != nil {
			score += 4
		}
		if in.end != nil {
			score += 2
		}
		if out.end != nil {
			score++
		}
		if score > best {
			best, cut = score, i
		}
	}
	m.In, m.Out = m.Pair.At(cut)
	x.ends = append(x.ends, [2][]byte{m.In, m.Out})
	if x.sampling.Has(x.id) {
		in := x.answers[answered{cut, endIn}]
		x.verifyEnd(m, &in, false)
		if !bytes.Equal(m.In, m.Out) || in.vertex != nil { // otherwise already reported
			out := x.answers[answered{cut, endOut}]
			x.verifyEnd(m, &out, true)
		}
	}
	x.mark = nil
}

// decodeAgain decodes an entry that is known to decode.
func decodeAgain(own *store.Entry, table TableKind) *Entry {
	in := format.Input{Entry: *own, Lenient: true}
	p := newParts(&in, nil, entryRecord)
	e := new(Entry)
	e.read(&p, table)
	return e
}

// verifyEnd checks that a vertex of the edge exists and has the edge.
func (x *checkedEdge) verifyEnd(m *Entry, a *edgeAnswer, outgoing bool) {
	kind, vertex, other, end := InEdgeEntry, m.In, m.Out, byte(endIn)
	if outgoing {
		kind, vertex, other, end = OutEdgeEntry, m.Out, m.In, endOut
	}
	f := Finding{Table: x.tableName(EdgeTable), ID: x.id, About: aboutVertex, More: vertex, because: reason("the edge has this end", x.mark)}
	order := append(ordered(x.number), end)
	switch {
	case a.vertex == nil:
		f.Kind, f.own, f.noMend = MissingVertex, x.mark, "a vertex holds data: nothing else says whether it or the edge is wrong"
		x.findOwn(foundEdge, order, &f)
		return
	case a.end == nil:
		f.Kind = MissingEndpoint
	default:
		if stored := decodeAgain(a.end, VertexTable); bytes.Equal(stored.Label, m.Label) {
			return
		}
		f.Kind, f.own = LabelMismatch, a.end
	}
	f.right = implied(x.tableName(VertexTable), &Entry{Kind: kind, ID: vertex, Other: other, Edge: x.id, Label: m.Label}, x.mark)
	f.because = append(f.because, reason("the vertex exists", a.vertex)...)
	x.findOwn(foundEdge, order, &f)
}

// checkEnd checks that the end of an edge has its edge, or answers how likely it is to belong to this one.
func (x *checkedEdge) checkEnd(q endQuestion) {
	score := byte(0)
	for _, ends := range x.ends {
		in, out := q.vertex, q.other
		if q.outgoing {
			in, out = out, in
		}
		if score = max(score, 1); bytes.Equal(ends[0], in) && bytes.Equal(ends[1], out) {
			score = 2
		}
	}
	if q.ambiguous {
		order := binary.BigEndian.AppendUint16([]byte{1}, q.cut)
		x.say(roundCuts, shuffle.AppendField(ordered(q.number), []byte(x.graph)), order, append([]byte{score}, x.id...))
		return
	}
	x.endOf(&q, x.graph, x.id, score)
}

// endOf reports an end of an edge that lacks its edge or its vertex.
func (v *Verifier) endOf(q *endQuestion, graph string, edge []byte, score byte) {
	if q.exists && score == 2 {
		return
	}
	direction := byte(1)
	if q.outgoing {
		direction = 2
	}
	v.find(vertexElement, graph, foundVertex, append([]byte{direction}, ordered(q.number)...), &Finding{Kind: OrphanEndpoint,
		Table: Table{Kind: VertexTable, Graph: graph}.Name(), ID: q.vertex, About: aboutEdge, More: edge, own: entryIn(q.entry),
		noMend: "the end may be all that is left of the edge: nothing else says which of the two is wrong"}, q.vertex)
}

// checkCuts decides how the qualifier of an end is cut: where it gives an edge that exists and has these
// vertices.
func (v *Verifier) checkCuts() {
	graph, _ := shuffle.ReadField(bytes.Clone(v.group.Key[8:]))
	var q endQuestion
	best, edge := -1, []byte(nil)
	for r := v.group.Next(); r != nil; r = v.group.Next() {
		if r.Order[0] == 0 {
			q = readEndQuestion(bytes.Clone(r.Message))
			continue
		}
		if score := int(r.Message[0]); score > best {
			best, edge = score, bytes.Clone(r.Message[1:])
		}
	}
	if edge != nil {
		v.endOf(&q, string(graph), edge, byte(best))
	}
}
