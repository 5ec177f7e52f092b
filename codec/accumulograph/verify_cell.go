package accumulograph

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// tell tells elements of an entry.
func (v *Verifier) tell(own *store.Entry, number uint64) {
	t, _ := v.tableOf(own.Source.Table)
	v.in = format.Input{Entry: *own, Memory: v.in.Memory}
	p := newParts(&v.in, nil, "entry")
	e := &v.entry
	e.read(&p, t.Kind)
	strict := p.Err()
	if strict != nil {
		v.in.Lenient = true
		p = newParts(&v.in, nil, "entry")
		if e.read(&p, t.Kind); p.Err() != nil {
			v.tellBroken(own, t, strict, number)
			return
		}
	}
	v.payload = shuffle.AppendEntry(v.payload[:0], own)
	switch e.Kind {
	case VertexEntry:
		v.say(roundVertices, elementGroup(t.Graph, e.ID), append([]byte{saidOwn}, ordered(number)...), v.payload)
	case EdgeEntry:
		v.tellMark(t.Graph, number)
	case InEdgeEntry, OutEdgeEntry:
		v.say(roundVertices, elementGroup(t.Graph, e.ID), endOrder(e.Kind == OutEdgeEntry, e.Pair.Text, endStored, number), v.payload)
	case PropertyEntry:
		v.say(roundOf(t.Kind), elementGroup(t.Graph, e.ID), keyOrder(e.Key, keyProperty, number), v.payload)
	case IndexKeyEntry:
		v.list(metaKey{t.Graph, listing{"key " + string(e.Key), e.Element}}, own, number)
	case IndexNameEntry:
		v.list(metaKey{t.Graph, listing{"name " + string(e.Name), e.Element}}, own, number)
		if e.Element != vertexElement && e.Element != edgeElement {
			v.at(t.Graph, foundClass, ordered(number))
			v.report(&Finding{Kind: UnknownClass, Table: Table{Kind: IndexMetadata, Graph: t.Graph}.Name(), ID: e.Name, Extra: true,
				noMend: "the class is not known"})
		}
	case IndexValueEntry:
		v.tellIndexed(t, number)
	}
}

func (v *Verifier) list(k metaKey, own *store.Entry, number uint64) {
	if old, ok := v.listed[k]; !ok || old.number < number {
		v.listed[k] = listed{own.Clone(), number}
	}
}

// listing is the entry that lists an index of the elements of a class; nil if none does.
func (v *Verifier) listing(graph, name, element string) *store.Entry {
	x, ok := v.listed[metaKey{graph, listing{name, element}}]
	if !ok {
		return nil
	}
	return &x.entry
}

// roundOf is the round of the elements that a table indexes or stores.
func roundOf(table TableKind) int {
	if elementOf(table) == vertexElement {
		return roundVertices
	}
	return roundEdges
}

// tellBroken reports an entry that does not decode. A property is one even so.
func (v *Verifier) tellBroken(own *store.Entry, t Table, err error, number uint64) {
	if v.entry.Kind == PropertyEntry {
		v.payload = shuffle.AppendEntry(v.payload[:0], own)
		v.say(roundOf(t.Kind), elementGroup(t.Graph, v.entry.ID), keyOrder(v.entry.Key, keyProperty, number), v.payload)
	}
	id, _ := own.Part(store.Row)
	if t.Kind == VertexKeyIndex || t.Kind == EdgeKeyIndex || t.Kind == NamedIndex {
		_, id, _ = find(own, partQualifier)
	}
	if v.take != nil || !v.sampling.Has(id) {
		return
	}
	v.at(t.Graph, foundBroken, ordered(number))
	v.group.Report(&format.Finding{Severity: format.Error, Code: "undecodable", Parts: own.Parts, Timestamp: own.Timestamp,
		Item: "table " + own.Source.Table, Source: store.Source{Table: own.Source.Table}, Why: err.Error(),
		NoMend: "the bytes do not say what the entry was"})
}

// The orders of what has a key of a property.
const (
	keyProperty = iota
	keyIndexed
)

func keyOrder(key []byte, what byte, number uint64) []byte {
	return append(append(shuffle.AppendEscaped([]byte{saidKey}, key), what), ordered(number)...)
}

// The orders of what has the qualifier of an end of an edge.
const (
	endStored = iota
	endAsked
)

func endOrder(outgoing bool, text []byte, what byte, number uint64) []byte {
	b := []byte{saidEnd, 0}
	if outgoing {
		b[1] = 1
	}
	return append(append(shuffle.AppendEscaped(b, text), what), ordered(number)...)
}

// tellMark sends the entry of an edge to the edge, and asks the vertices for it: whether they exist, and have
// this end.
func (v *Verifier) tellMark(graph string, number uint64) {
	e := &v.entry
	v.say(roundEdges, elementGroup(graph, e.ID), append(append([]byte{saidOwn}, ordered(number)...), markStored), v.payload)
	if !e.Pair.Ambiguous() && !v.sampling.Has(e.ID) {
		return
	}
	for i := range min(len(e.Pair.Cuts), cutsTried) {
		in, out := e.Pair.At(i)
		for _, end := range [...]struct {
			vertex, other []byte
			outgoing      bool
		}{{in, out, false}, {out, in, true}} {
			b := binary.BigEndian.AppendUint16(ordered(number), uint16(i))
			b = shuffle.AppendField(append(b, byte(endIn)), e.ID)
			if end.outgoing {
				b[10] = endOut
			}
			v.say(roundVertices, elementGroup(graph, end.vertex), endOrder(end.outgoing, join(end.other, e.ID), endAsked, number), b)
		}
	}
}

// tellIndexed sends an entry of an index to the element. One of a named index comes to the vertex of that id first.
func (v *Verifier) tellIndexed(t Table, number uint64) {
	e := &v.entry
	group := elementGroup(t.Graph, e.ID)
	if t.Kind == VertexKeyIndex || t.Kind == EdgeKeyIndex {
		v.say(roundOf(t.Kind), group, keyOrder(e.Key, keyIndexed, number), v.payload)
		return
	}
	v.say(roundVertices, group, append([]byte{saidNamed}, ordered(number)...), v.payload)
}
