package accumulograph

import (
	"bytes"
	"encoding/binary"
	"math"

	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// checkedElement is a vertex or an edge while it is being checked.
type checkedElement struct {
	*Verifier
	kind   string
	graph  string
	id     []byte
	exists bool
	first  uint64 // lowest number among the entries of its row
	found  bool   // there are findings about it, or others may report some

	property *store.Entry // property with the key being checked; nil if there is none
	key      []byte
	number   uint64 // number of the property
	indexed  bool   // the key index has it
	rewrote  bool   // the key index may have it in other bytes

	label       *store.Entry // entry of an edge, whose value is the property __LABEL__ until that key is checked
	labelNumber uint64
}

func (v *Verifier) newElement(kind string) *checkedElement {
	x := &checkedElement{Verifier: v, kind: kind, first: math.MaxUint64}
	x.graph, x.id = v.element()
	return x
}

func (x *checkedElement) tableName(k TableKind) string { return Table{Kind: k, Graph: x.graph}.Name() }

// tables returns the table of the element, its key index, and the part in which findings about it
// are.
func (x *checkedElement) tables() (own, index TableKind, part byte) {
	if x.kind == vertexElement {
		return VertexTable, VertexKeyIndex, foundVertex
	}
	return EdgeTable, EdgeKeyIndex, foundEdge
}

// heard notes the number of an entry of the row.
func (x *checkedElement) heard(number uint64) { x.first = min(x.first, number) }

// findOwn reports a finding that is sorted by row.
func (x *checkedElement) findOwn(part byte, order []byte, f *Finding) {
	x.found = true
	x.find(x.kind, x.graph, part, order, f, x.id)
}

// end ends the element.
func (x *checkedElement) end() {
	x.endKey()
	if x.label != nil {
		x.key = []byte(labelMarker)
		x.endKey()
	}
	if x.found {
		x.say(roundRows, rowGroup(x.kind, x.graph, x.id), append([]byte{rowFirst}, ordered(x.first)...), nil)
	}
}

// findIndexed reports a finding that is sorted by the entries of indexes.
func (x *checkedElement) findIndexed(number uint64, f *Finding) {
	if x.sampling.Has(x.id) {
		x.at(x.graph, foundIndexed, ordered(number))
		x.report(f)
	}
}

// raw returns the stored value of the property.
func raw(e *store.Entry) []byte {
	b, _ := e.Part(store.Value)
	return b
}

// entryIn returns the entry in a message, in memory of its own.
func entryIn(message []byte) *store.Entry {
	e, _ := shuffle.ReadEntry(bytes.Clone(message))
	return &e
}

// hearKey takes in a property, or an entry of a key index. Of several properties with the same key the
// first is the newest.
func (x *checkedElement) hearKey(order, message []byte) {
	key, rest := shuffle.ReadEscaped(nil, order[1:])
	number := binary.BigEndian.Uint64(rest[1:])
	if !bytes.Equal(key, x.key) || x.key == nil {
		x.endKey()
		x.key = append(make([]byte, 0, len(key)), key...)
	}
	e := entryIn(message)
	if rest[0] == keyIndexed {
		x.checkIndexed(e, number)
		return
	}
	x.heard(number)
	if x.property == nil {
		x.property, x.number = e, number
		if own, _, part := x.tables(); !x.exists {
			x.findOwn(part, append([]byte{0}, ordered(number)...), &Finding{Kind: OrphanProperty, Table: x.tableName(own), ID: x.id,
				About: aboutKey, More: x.key, own: e,
				noMend: "a property holds data: nothing else says whether the element or the property is wrong"})
		}
	}
}

// noValue is why an index is left alone whose property no longer says what it was.
const noValue = "the value of the property cannot be read, and the index may still have it"

// sameObject is why an index of an object is left alone that has the same content as the property.
const sameObject = "the index may have the same object: createKeyIndex reads the property and writes it again, " +
	"a hash table with another capacity, and removing the property deletes those bytes"

// alike reports whether two values may be the same Java object written in other bytes. A hash table's capacity is not
// shown, and decides about the order of its elements, so only the bytes that are shown are counted.
func alike(a, b []byte) bool {
	shown := func(stored []byte) (counts [256]int) {
		var v Value
		var w value.Writer
		if v.decodeLeniently(stored) == nil && v.Kind == Serializable {
			v.writeValue(&w)
		}
		for _, c := range w.Buf {
			counts[c]++
		}
		return counts
	}
	x := shown(a)
	return x != [256]int{} && x == shown(b)
}

func unreadable(property *store.Entry) bool {
	var v Value
	return v.decodeLeniently(raw(property)) != nil
}

// checkIndexed checks an entry of a key index.
func (x *checkedElement) checkIndexed(e *store.Entry, number uint64) {
	x.labelled()
	row, _ := e.Part(store.Row)
	same := x.property != nil && Same(raw(x.property), row)
	x.indexed = x.indexed || same
	_, index, _ := x.tables()
	f := Finding{Kind: StaleIndex, Table: x.tableName(index), ID: x.id, About: aboutKey, More: x.key, own: e}
	switch {
	case !same || !x.exists:
		if f.drop = true; x.property != nil && x.exists {
			f.because = reason("the element has another value", x.property)
			switch {
			case unreadable(x.property):
				f.drop, f.noMend = false, noValue
			case alike(raw(x.property), row):
				x.rewrote, f.drop, f.noMend = true, false, sameObject
			}
		}
		x.findIndexed(number, &f)
	case !bytes.Equal(raw(x.property), row):
		f.Kind, f.Extra, f.noMend = OtherSpelling, true, "the entry is sound to the JDK that wrote it"
		f.because = reason("the element has the same number in another spelling", x.property)
		x.findIndexed(number, &f)
	}
}

// labelled takes the label of an edge as its property __LABEL__, unless it has a property of that name, which upstream
// reads first.
func (x *checkedElement) labelled() {
	if string(x.key) != labelMarker {
		return
	}
	if x.property == nil {
		x.property, x.number = x.label, x.labelNumber
	}
	x.label = nil
}

// endKey looks for the entry that the key index must have for the property. Null, which the bulk ingester writes, has none.
func (x *checkedElement) endKey() {
	x.labelled()
	if p := x.property; p != nil && x.exists && !x.indexed && !bytes.HasPrefix(raw(p), []byte{'n'}) {
		if listed := x.listing(x.graph, ofKey+string(x.key), x.kind); listed != nil {
			_, index, _ := x.tables()
			f := Finding{Kind: MissingIndex, Table: x.tableName(index), ID: x.id, About: aboutKey, More: x.key,
				because: append(reason("the element has this value", p), reason("the metadata lists the index", listed)...)}
			if unreadable(p) {
				f.noMend = noValue
			} else if f.right = indexed(f.Table, x.id, &Property{Key: x.key, Raw: raw(p), own: p}); x.rewrote {
				f.noMend = sameObject
			}
			x.findOwn(foundMissing, ordered(x.number), &f)
		}
	}
	x.property, x.indexed, x.rewrote = nil, false, false
}

// checkNamed checks an entry of a named index. The index holds whatever the application put there, so only
// its elements are checked: first the vertex with the id, then the edge.
func (x *checkedElement) checkNamed(order, message []byte) {
	e := entryIn(message)
	number := binary.BigEndian.Uint64(order[1:])
	t, _ := x.tableOf(e.Source.Table)
	if t.Kind == IndexMetadata { // a named index with that name shares its table
		t = Table{NamedIndex, x.graph, "metadata"}
	}
	name := ofName + t.Index
	ofVertices, ofEdges := x.listing(x.graph, name, vertexElement) != nil, x.listing(x.graph, name, edgeElement) != nil
	switch {
	case !ofVertices && !ofEdges && x.listing(x.graph, name, "") != nil: // of an unknown class, which tellListing reports
	case !ofVertices && !ofEdges:
		group := shuffle.AppendField(shuffle.AppendField([]byte{ofUnlisted}, []byte(x.graph)), []byte(t.Index))
		x.say(roundRows, group, ordered(number), message)
	case x.exists && (x.kind == edgeElement || ofVertices):
	case x.kind == vertexElement && ofEdges:
		x.say(roundEdges, elementGroup(x.graph, x.id), order, message)
	default:
		_, key, _ := find(e, partFamily)
		x.findIndexed(number, &Finding{Kind: StaleIndex, Table: t.Name(), ID: x.id, About: aboutKey, More: key, own: e, drop: true})
	}
}

// checkUnlisted reports a named index that is not listed, with its first entry.
func (v *Verifier) checkUnlisted() {
	graph, rest := shuffle.ReadField(v.group.Key[1:])
	index, _ := shuffle.ReadField(rest)
	name := string(index)
	t := Table{NamedIndex, string(graph), name}
	if r := v.group.Next(); r != nil {
		v.at(t.Graph, foundIndexed, r.Order)
		v.report(&Finding{Kind: UnlistedIndex, Table: t.Name(), ID: []byte(name), own: entryIn(r.Message),
			noMend: "the metadata holds data: nothing else says whether the index or its entry there is wrong"})
	}
}
