package accumulograph

import (
	"encoding/binary"
	"errors"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// tell tells elements about an entry.
func (v *Verifier) tell(own *store.Entry, number uint64) {
	t, _ := v.tableOf(own.Source.Table)
	v.in = format.Input{Entry: *own, Memory: v.in.Memory}
	p := newParts(&v.in, nil, "entry")
	e := &v.entry
	e.read(&p, t.Kind)
	if strict := p.Err(); strict != nil {
		v.in.Lenient = true
		p = newParts(&v.in, nil, "entry")
		if e.read(&p, t.Kind); p.Err() != nil {
			v.tellBroken(own, t, strict, number)
			return
		}
		v.tellLenient(own, t, strict, number)
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
		v.tellListing(t.Graph, ofKey, e.Key, own, number)
	case IndexNameEntry:
		v.tellListing(t.Graph, ofName, e.Name, own, number)
	case IndexValueEntry:
		v.tellIndexed(t, number)
	}
}

// tellLenient reports an entry that upstream reads, so that it counts, even though no writer makes these bytes. The spelling
// of a float is not a fault. That of a property is reported here, and that of an index when it is compared with the property.
func (v *Verifier) tellLenient(own *store.Entry, t Table, strict error, number uint64) {
	e := &v.entry
	var bad *wire.Error
	switch {
	case e.oddClass(): // tellListing reports it
	case errors.As(strict, &bad) && bad.Code == wire.NonCanonical && (e.Value.Kind == Float || e.Value.Kind == Double):
		if e.Kind == PropertyEntry && v.sampling.Has(e.ID) {
			row := own.Clone()
			v.at(t.Graph, foundBroken, ordered(number))
			v.report(&Finding{Kind: OtherSpelling, Table: own.Source.Table, ID: e.ID, About: aboutKey, More: e.Key, Extra: true,
				own: &row, noMend: "the value is sound to upstream"})
		}
	default:
		v.tellUndecodable(own, t, strict, number, "the entry counts as upstream reads it: nothing else says what was written")
	}
}

// An item of the metadata is identified by one of these followed by its name.
const (
	ofKey  = "key "
	ofName = "name "
)

// tellListing keeps what the metadata lists. If the class does not exist, no element is checked, so that is reported.
func (v *Verifier) tellListing(graph, of string, name []byte, own *store.Entry, number uint64) {
	v.list(metaKey{graph, listing{of + string(name), v.entry.Element}}, own, number)
	if v.entry.oddClass() {
		v.list(metaKey{graph, listing{of + string(name), ""}}, own, number)
		row := own.Clone()
		v.at(graph, foundClass, ordered(number))
		v.report(&Finding{Kind: UnknownClass, Table: Table{Kind: IndexMetadata, Graph: graph}.Name(), ID: name, Extra: true,
			own: &row, noMend: "the class is not known"})
	}
}

// oddClass reports whether the entry lists an index of neither vertices nor edges.
func (e *Entry) oddClass() bool {
	return (e.Kind == IndexKeyEntry || e.Kind == IndexNameEntry) && e.Element != vertexElement && e.Element != edgeElement
}

func (v *Verifier) list(k metaKey, own *store.Entry, number uint64) {
	x := v.listed[k]
	if x == nil {
		x = &listed{metaKey: k}
		v.listed[k] = x
		v.listings = append(v.listings, x)
	} else if x.number >= number {
		return
	}
	x.entry, x.number = own.Clone(), number
}

// listing returns the entry that lists an index of the elements of a class, or nil.
func (v *Verifier) listing(graph, name, element string) *store.Entry {
	x := v.listed[metaKey{graph, listing{name, element}}]
	if x == nil {
		return nil
	}
	return &x.entry
}

// roundOf returns the round of the elements that a table indexes or stores.
func roundOf(table TableKind) int {
	if elementOf(table) == vertexElement {
		return roundVertices
	}
	return roundEdges
}

// tellBroken reports an entry that does not decode. A property remains a property nevertheless.
func (v *Verifier) tellBroken(own *store.Entry, t Table, err error, number uint64) {
	if v.entry.Kind == PropertyEntry {
		v.payload = shuffle.AppendEntry(v.payload[:0], own)
		v.say(roundOf(t.Kind), elementGroup(t.Graph, v.entry.ID), keyOrder(v.entry.Key, keyProperty, number), v.payload)
	}
	v.tellUndecodable(own, t, err, number, "the bytes do not say what the entry was")
}

// tellUndecodable reports an entry that is not as a writer makes it.
func (v *Verifier) tellUndecodable(own *store.Entry, t Table, err error, number uint64, noMend string) {
	id, _ := own.Part(store.Row)
	if t.Kind == VertexKeyIndex || t.Kind == EdgeKeyIndex || t.Kind == NamedIndex {
		_, id, _ = find(own, partQualifier)
	}
	if v.take != nil || !v.sampling.Has(id) {
		return
	}
	v.at(t.Graph, foundBroken, ordered(number))
	v.group.Report(&format.Finding{Severity: format.Error, Code: Undecodable, Parts: own.Parts, Timestamp: own.Timestamp,
		Item: "table " + own.Source.Table, Source: store.Source{Table: own.Source.Table}, Why: err.Error(), NoMend: noMend})
}

// How messages about a key of a property are ordered.
const (
	keyProperty = iota
	keyIndexed
)

func keyOrder(key []byte, what byte, number uint64) []byte {
	return append(append(shuffle.AppendEscaped([]byte{saidKey}, key), what), ordered(number)...)
}

// How messages about the qualifier of an end are ordered.
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

// tellMark sends the entry of an edge to the edge, and asks the vertices whether they exist and have this
// end.
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

// tellIndexed sends an entry of an index to the element. An entry of a named index goes to the vertex with that id
// first.
func (v *Verifier) tellIndexed(t Table, number uint64) {
	e := &v.entry
	group := elementGroup(t.Graph, e.ID)
	if t.Kind == VertexKeyIndex || t.Kind == EdgeKeyIndex {
		v.say(roundOf(t.Kind), group, keyOrder(e.Key, keyIndexed, number), v.payload)
		return
	}
	v.say(roundVertices, group, append([]byte{saidNamed}, ordered(number)...), v.payload)
}
