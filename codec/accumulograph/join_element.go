package accumulograph

import (
	"bytes"
	"encoding/binary"
	"math"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/value"
)

// joinedElement is a vertex or edge being assembled.
type joinedElement struct {
	w       value.Writer
	graph   string
	id      []byte
	first   uint64 // number of the first entry of its row
	entries int
	visible bool // an entry has a visibility
	values  []joinedValue
	byKey   map[string]int // index in values
	named   []joinedIndex
}

// joinedValue is a property. Of several entries with the same key the first is the newest.
type joinedValue struct {
	Property
	visible bool
	indexed bool // the key index has it exactly as stored
	inIndex bool // its index entry has a visibility
}

// joinedIndex is an entry of a named index.
type joinedIndex struct {
	index, key, row []byte
	visible         bool
}

func (j *joiner) newElement() *joinedElement {
	graph, id := j.of()
	return &joinedElement{graph: graph, id: bytes.Clone(id), first: math.MaxUint64, byKey: map[string]int{}}
}

func (x *joinedElement) take(visible bool) {
	x.entries++
	x.visible = x.visible || visible
}

// hold keeps a record of a section that both vertices and edges have.
func (x *joinedElement) hold(section byte, number uint64, message []byte) {
	visible := message[0] == 1
	switch section {
	case sectionValue:
		x.first = min(x.first, number)
		var key, raw []byte
		texts(bytes.Clone(message), &key, &raw)
		if _, twice := x.byKey[string(key)]; !twice {
			x.byKey[string(key)] = len(x.values)
			x.values = append(x.values, joinedValue{Property: propertyOf(key, raw), visible: visible})
		}
	case sectionIndexed:
		var key, row []byte
		texts(message, &key, &row)
		if i, ok := x.byKey[string(key)]; ok && !x.values[i].indexed && bytes.Equal(x.values[i].Raw, row) {
			x.values[i].indexed, x.values[i].inIndex = true, visible
		}
	case sectionName:
		n := joinedIndex{visible: visible}
		texts(bytes.Clone(message), &n.index, &n.key, &n.row)
		x.named = append(x.named, n)
	}
}

// begin begins an element of the row.
func (x *joinedElement) begin() {
	x.w.Reset()
	x.entries, x.visible = 0, false
	x.w.Object()
	x.w.Member("graph").String(x.graph)
	writeText(&x.w, "id", x.id)
}

// writeValues writes the properties, and the keys of those that the key index has exactly as stored.
func (x *joinedElement) writeValues() {
	for i := range x.values {
		x.take(x.values[i].visible)
	}
	writeProperties(&x.w, len(x.values), func(i int) *Property { return &x.values[i].Property })
	x.w.Key("indexed")
	x.w.Array()
	for i := range x.values {
		if p := &x.values[i]; p.indexed {
			x.take(p.inIndex)
			writeID(&x.w, p.Key)
		}
	}
	x.w.EndArray()
}

// end writes what named indexes have of the element, and sends it to its place among all elements.
func (x *joinedElement) end(j *joiner, kind string, number uint64) {
	if len(x.named) > 0 {
		x.w.Key("named_indexes")
		x.w.Array()
		for i := range x.named {
			n := &x.named[i]
			x.take(n.visible)
			p := propertyOf(n.key, n.row)
			x.w.Object()
			x.w.Member("index").String(string(n.index))
			writeText(&x.w, "key", n.key)
			x.w.Key("value")
			p.writeStored(&x.w)
			x.w.EndObject()
		}
		x.w.EndArray()
	}
	x.w.EndObject()
	p := &j.at
	p.Round, p.Order = joinOutput, p.Order[:0]
	p.Group = binary.BigEndian.AppendUint64(p.Group[:0], j.graphs[x.graph])
	if kind == edgeElement {
		p.Group = append(p.Group, 1)
	} else {
		p.Group = append(p.Group, 0)
	}
	p.Group = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(p.Group, x.first), number)
	visible := byte(0)
	if x.visible {
		visible = 1
	}
	j.payload = binary.AppendUvarint(append(j.payload[:0], visible), uint64(x.entries))
	j.payload = append(shuffle.AppendField(j.payload, []byte(kind)), x.w.Buf...)
	j.group.Send(p, j.payload)
}

// readOutput reads what end sends.
func readOutput(message []byte) format.Object {
	entries, size := binary.Uvarint(message[1:])
	kind, fields := shuffle.ReadField(message[1+size:])
	o := format.Object{Kind: string(kind), Entries: int(entries), Fields: bytes.Clone(fields)}
	if message[0] == 1 {
		o.Note = "entries of it have a visibility, which the object does not say: AccumuloGraph never sets one"
	}
	return o
}

// joinVertex writes a vertex. A row without the entry that makes a vertex is skipped.
func (j *joiner) joinVertex() {
	x := j.newElement()
	exists, visible := false, false
	section := byte(sectionOwn)
	var end joinedEnd
	for r := j.group.Next(); r != nil; r = j.group.Next() {
		number, cut := readAnswered(r.Order[1:])
		if r.Order[0] == sectionOwn {
			exists, visible, x.first = true, r.Message[0] == 1, min(x.first, number)
			continue
		}
		if !exists {
			return
		}
		section = x.reach(section, r.Order[0], visible, &end)
		switch {
		case section != sectionOut && section != sectionIn:
			x.hold(section, number, r.Message)
		case cut > 0:
			end.answered(int(cut)-1, r.Message[0])
		default:
			x.first = min(x.first, number)
			x.writeEnd(&end)
			end.begin(r.Message)
		}
	}
	if exists {
		x.reach(section, sectionMark, visible, &end)
		x.end(j, vertexElement, 0)
	}
}

// reach writes what stands between two sections.
func (x *joinedElement) reach(from, to byte, visible bool, end *joinedEnd) byte {
	if from < sectionOut && to >= sectionOut {
		x.begin()
		x.take(visible)
		x.writeValues()
	}
	for at := max(from, sectionIndexed); at < to; at++ {
		switch at {
		case sectionIndexed:
			x.w.Key(outEdges)
			x.w.Array()
		case sectionOut:
			x.writeEnd(end)
			x.w.EndArray()
			x.w.Key(inEdges)
			x.w.Array()
		case sectionIn:
			x.writeEnd(end)
			x.w.EndArray()
		}
	}
	return to
}

// joinedEnd is the end of an edge, and how likely each cut of its qualifier is.
type joinedEnd struct {
	any     bool
	visible bool
	pair    Pair
	label   []byte
	best    int
	score   byte
}

func (x *joinedEnd) begin(message []byte) {
	var pair []byte
	texts(bytes.Clone(message), &pair, &x.label)
	x.any, x.visible, x.best, x.score = true, message[0] == 1, 0, 0
	x.pair.cut(pair)
}

func (x *joinedEnd) answered(cut int, score byte) {
	if score > x.score {
		x.best, x.score = cut, score
	}
}

// writeEnd writes an end, if there is one.
func (x *joinedElement) writeEnd(end *joinedEnd) {
	if !end.any || len(end.pair.Cuts) == 0 {
		return
	}
	end.any = false
	other, edge := end.pair.At(end.best)
	x.take(end.visible)
	x.w.Object()
	writeText(&x.w, "edge", edge)
	writeText(&x.w, "label", end.label)
	writeText(&x.w, "other", other)
	x.w.EndObject()
}

// joinedMark is an entry that makes a row an edge, and what vertices answer about each cut of its
// qualifier.
type joinedMark struct {
	any      bool
	number   uint64
	visible  bool
	pair     Pair
	label    []byte
	answered []byte
}

// joinEdge writes an edge for each entry that makes the row one, and answers vertices that ask about
// their ends.
func (j *joiner) joinEdge() {
	x := j.newElement()
	var m joinedMark
	var ends [][2][]byte // head and tail of each edge
	for r := j.group.Next(); r != nil; r = j.group.Next() {
		section := r.Order[0]
		number, cut := readAnswered(r.Order[1:])
		switch {
		case section < sectionMark:
			x.hold(section, number, r.Message)
		case section == sectionQuestion:
			ends = j.endEdge(x, &m, ends)
			j.answer(x, r.Message, ends)
		case cut > 0:
			if n := int(cut) - 1; n < len(m.answered) {
				m.answered[n] |= r.Message[0]
			}
		default:
			ends = j.endEdge(x, &m, ends)
			x.first = min(x.first, number)
			m.begin(number, r.Message)
		}
	}
	j.endEdge(x, &m, ends)
}

func (m *joinedMark) begin(number uint64, message []byte) {
	var pair []byte
	texts(bytes.Clone(message), &pair, &m.label)
	m.any, m.number, m.visible = true, number, message[0] == 1
	m.pair.cut(pair)
	m.answered = make([]byte, min(len(m.pair.Cuts), cutsTried))
}

// chosen returns the likeliest cut: one between existing vertices whose ends exist.
func (m *joinedMark) chosen() (cut int) {
	best := -1
	for i, a := range m.answered {
		score := 0
		if a&inExists != 0 && a&outExists != 0 {
			score += 4
		}
		if a&hasIn != 0 {
			score += 2
		}
		if a&hasOut != 0 {
			score++
		}
		if score > best {
			best, cut = score, i
		}
	}
	return cut
}

// endEdge writes the edge of a mark, if there is one, and appends its head and tail to ends.
func (j *joiner) endEdge(x *joinedElement, m *joinedMark, ends [][2][]byte) [][2][]byte {
	if !m.any || len(m.pair.Cuts) == 0 {
		return ends
	}
	m.any = false
	cut := m.chosen()
	head, tail := m.pair.At(cut)
	x.begin()
	writeText(&x.w, "label", m.label)
	writeText(&x.w, "out", tail)
	writeText(&x.w, "in", head)
	x.take(m.visible)
	if a := m.answered[cut]; a&hasIn != 0 {
		x.take(a&inVisible != 0)
	}
	if a := m.answered[cut]; a&hasOut != 0 {
		x.take(a&outVisible != 0)
	}
	x.writeValues()
	x.end(j, edgeElement, m.number)
	return append(ends, [2][]byte{head, tail})
}

// answer tells the end of an edge how likely the row is its edge. It is likelier if it has these
// vertices.
func (j *joiner) answer(x *joinedElement, question []byte, ends [][2][]byte) {
	if len(ends) == 0 {
		return
	}
	var id, head, tail []byte
	texts(question, &id, &head, &tail)
	score := byte(1)
	for i := range ends {
		if bytes.Equal(ends[i][0], head) && bytes.Equal(ends[i][1], tail) {
			score = 2
		}
	}
	number, cut := readAnswered(question[len(question)-10:])
	j.group.Send(j.element(vertexElement, x.graph, id, question[0], number, cut), append(j.payload[:0], score))
}
