package accumulograph

import (
	"bytes"
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// checkedVertex is a vertex while it is being checked.
type checkedVertex struct {
	*checkedElement
	own    *store.Entry // entry that makes it a vertex
	stored *store.Entry // the last end with the qualifier being checked; nil if there is none
	text   []byte       // direction and qualifier
}

// checkVertex checks a vertex, answers the edges that ask about its ends, and asks the edges that its ends
// belong to.
func (v *Verifier) checkVertex() {
	x := checkedVertex{checkedElement: v.newElement(vertexElement)}
	for r := v.group.Next(); r != nil; r = v.group.Next() {
		switch r.Order[0] {
		case saidOwn:
			x.own, x.exists = entryIn(r.Message), true
			x.heard(binary.BigEndian.Uint64(r.Order[1:]))
		case saidKey:
			x.hearKey(r.Order, r.Message)
		case saidEnd:
			x.hearEnd(r.Order, r.Message)
		default:
			x.checkNamed(r.Order, r.Message)
		}
	}
	x.end()
}

// hearEnd takes in an end of an edge, or the question of an edge about it. Of several ends with the same
// qualifier the last counts.
func (x *checkedVertex) hearEnd(order, message []byte) {
	text, rest := shuffle.ReadEscaped(nil, order[2:])
	if at := append(order[1:2:2], text...); x.text == nil || !bytes.Equal(at, x.text) {
		x.text, x.stored = at, nil
	}
	if rest[0] == endAsked {
		x.answer(message)
		return
	}
	number := binary.BigEndian.Uint64(rest[1:])
	x.heard(number)
	x.stored = entryIn(message)
	x.askEdges(order[1] == 1, text, number, message)
}

// endQuestion is what an end of an edge asks: whether the edge has this vertex and the other one.
type endQuestion struct {
	number    uint64 // number of the entry
	cut       uint16
	ambiguous bool
	exists    bool // the vertex exists
	outgoing  bool
	vertex    []byte
	other     []byte
	entry     []byte // packed
}

const (
	endIn = iota
	endOut

	askAmbiguous = 1 << iota
	askExists
	askOutgoing
)

func (q *endQuestion) append(b []byte) []byte {
	flags := byte(0)
	for _, f := range [...]struct {
		is   bool
		flag byte
	}{{q.ambiguous, askAmbiguous}, {q.exists, askExists}, {q.outgoing, askOutgoing}} {
		if f.is {
			flags |= f.flag
		}
	}
	b = append(binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint64(b, q.number), q.cut), flags)
	return append(shuffle.AppendField(shuffle.AppendField(b, q.vertex), q.other), q.entry...)
}

func readEndQuestion(b []byte) (q endQuestion) {
	q.number, q.cut = binary.BigEndian.Uint64(b), binary.BigEndian.Uint16(b[8:])
	q.ambiguous, q.exists, q.outgoing = b[10]&askAmbiguous != 0, b[10]&askExists != 0, b[10]&askOutgoing != 0
	q.vertex, b = shuffle.ReadField(b[11:])
	q.other, q.entry = shuffle.ReadField(b)
	return q
}

// askEdges asks the edges that an end may belong to.
func (x *checkedVertex) askEdges(outgoing bool, text []byte, number uint64, message []byte) {
	var p Pair
	p.cut(text)
	if !x.sampling.Has(x.id) {
		return // nothing is reported about the end
	}
	x.found = true
	for i := range min(len(p.Cuts), cutsTried) {
		other, edge := p.At(i)
		q := endQuestion{number, uint16(i), p.Ambiguous(), x.exists, outgoing, x.id, other, message}
		if q.ambiguous {
			q.entry = nil // it is sent once, below
		}
		x.say(roundEdges, elementGroup(x.graph, edge), append([]byte{saidEnd}, ordered(number)...), q.append(nil))
	}
	if p.Ambiguous() {
		q := endQuestion{number: number, exists: x.exists, outgoing: outgoing, vertex: x.id, entry: message}
		x.say(roundCuts, shuffle.AppendField(ordered(number), []byte(x.graph)), []byte{0}, q.append(nil))
	}
}

// Messages about the entry of an edge are ordered by its number, then by one of these.
const (
	markStored   = iota
	markAnswered // followed by the cut, and which end
)

const (
	hasVertex = 1 << iota
	hasEnd
)

// answer tells an edge whether the vertex exists and has this end.
func (x *checkedVertex) answer(question []byte) {
	mark, edge := question[:11], question[11:] // number, cut and end
	id, _ := shuffle.ReadField(edge)
	order := append(append(append([]byte{saidOwn}, mark[:8]...), markAnswered), mark[8:]...)
	b := []byte{0}
	if x.exists {
		b[0] |= hasVertex
		b = shuffle.AppendEntry(b, x.own)
	}
	if x.stored != nil {
		b[0] |= hasEnd
		b = shuffle.AppendEntry(b, x.stored)
	}
	x.say(roundEdges, elementGroup(x.graph, id), order, b)
}
