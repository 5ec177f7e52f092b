package accumulograph

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/badtext"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// EntryKind says what an entry records.
type EntryKind uint8

// The kinds of entries.
const (
	VertexEntry EntryKind = iota
	EdgeEntry
	InEdgeEntry
	OutEdgeEntry
	PropertyEntry
	IndexValueEntry
	IndexKeyEntry
	IndexNameEntry
	entryKinds
)

var entryWords = [entryKinds]string{"vertex", "edge", "in-edge", "out-edge", "property", "index-value", "index-key", "index-name"}

// String returns the kind's name as fields show it.
func (k EntryKind) String() string {
	if k < entryKinds {
		return entryWords[k]
	}
	return "unknown"
}

// Fixed texts of families, qualifiers and values.
const (
	delimiter     = "__DELIM__"
	labelMarker   = "__LABEL__"
	existsMarker  = "__EXISTS__"
	inMarker      = "__IN_EDGE__"
	outMarker     = "__OUT_EDGE__"
	keyMarker     = "__INDEX_KEY__"
	nameMarker    = "__INDEX_NAME__"
	classPrefix   = "com.tinkerpop.blueprints."
	vertexElement = "vertex"
	edgeElement   = "edge"
)

var classes = [...]struct{ element, class string }{{vertexElement, classPrefix + "Vertex"}, {edgeElement, classPrefix + "Edge"}}

// marker returns the family of entries of a kind, or "" for those whose family is a key.
func (k EntryKind) marker() string {
	switch k {
	case VertexEntry, EdgeEntry:
		return labelMarker
	case InEdgeEntry:
		return inMarker
	case OutEdgeEntry:
		return outMarker
	case IndexKeyEntry:
		return keyMarker
	case IndexNameEntry:
		return nameMarker
	}
	return ""
}

// Entry is one entry of a graph's tables. Its kind decides which members are set.
//
//	kind         row    family          qualifier              value
//	vertex       ID     __LABEL__       __EXISTS__
//	edge         ID     __LABEL__       In D Out               a Label
//	in-edge      ID     __IN_EDGE__     Other D Edge           D Label
//	out-edge     ID     __OUT_EDGE__    Other D Edge           D Label
//	property     ID     Key                                    Value
//	index-value  Value  Key             ID
//	index-key    Key    __INDEX_KEY__   class of Element
//	index-name   Name   __INDEX_NAME__  class of Element
//
// D is __DELIM__. If it occurs more than once in a qualifier, Pair has all places, and the two ids
// are those of the first, which is how upstream reads the qualifier when it reads it correctly.
// Order: rows by id; within a row upper-case keys, markers, other keys.
// Errors: a missing marker, delimiter or class; a value that does not parse.
// Spec: docs/formats/accumulograph.md#entries.
type Entry struct {
	Kind       EntryKind
	ID         []byte // the element; for an endpoint entry, the row's vertex
	In, Out    []byte
	Other      []byte
	Edge       []byte
	Label      []byte
	Key        []byte
	Name       []byte
	Element    string // vertex or edge; the full name of the class if it is neither
	Value      Value
	Visibility []byte
	Pair       Pair
}

// Pair is a qualifier of two ids with the delimiter between them.
type Pair struct {
	Text []byte
	Cuts []int // where the delimiter occurs, overlapping ones included
}

// cut finds the delimiters. Overlapping ones share at most two bytes, so there are few.
func (p *Pair) cut(text []byte) {
	p.Text, p.Cuts = text, p.Cuts[:0]
	for at := 0; ; at++ {
		i := bytes.Index(text[at:], []byte(delimiter))
		if i < 0 {
			return
		}
		at += i
		p.Cuts = append(p.Cuts, at)
	}
}

// At returns the two ids that cut i gives.
func (p *Pair) At(i int) (left, right []byte) {
	at := p.Cuts[i]
	return p.Text[:at], p.Text[at+len(delimiter):]
}

// Ambiguous reports whether the qualifier can be cut in several places.
func (p *Pair) Ambiguous() bool { return len(p.Cuts) > 1 }

// classify determines the kind of an entry. Upstream's readers look only at the family. An empty
// qualifier shows that the entry is a property whose key equals a marker.
func classify(table TableKind, family, qualifier []byte) EntryKind {
	marked := len(qualifier) > 0
	switch f := string(family); {
	case table == VertexKeyIndex || table == EdgeKeyIndex || table == NamedIndex:
		return IndexValueEntry
	case table <= VertexTable && marked && f == inMarker:
		return InEdgeEntry
	case table <= VertexTable && marked && f == outMarker:
		return OutEdgeEntry
	case table == VertexTable && marked && f == labelMarker, table == UnknownTable && f == labelMarker && string(qualifier) == existsMarker:
		return VertexEntry
	case (table == EdgeTable || table == UnknownTable) && marked && f == labelMarker:
		return EdgeEntry
	case (table == IndexMetadata || table == UnknownTable) && marked && f == keyMarker:
		return IndexKeyEntry
	case (table == IndexMetadata || table == UnknownTable) && marked && f == nameMarker:
		return IndexNameEntry
	case table == IndexMetadata, table == UnknownTable && marked:
		return IndexValueEntry
	}
	return PropertyEntry
}

// kindsIn are the kinds of entries that each table has.
var kindsIn = [tableKinds][]EntryKind{
	VertexTable:    {VertexEntry, InEdgeEntry, OutEdgeEntry, PropertyEntry},
	EdgeTable:      {EdgeEntry, PropertyEntry},
	VertexKeyIndex: {IndexValueEntry},
	EdgeKeyIndex:   {IndexValueEntry},
	IndexMetadata:  {IndexKeyEntry, IndexNameEntry, IndexValueEntry},
	NamedIndex:     {IndexValueEntry},
}

// belongs refuses a kind of entry that the table does not have, if the caller or the record names a
// table.
func (k EntryKind) belongs(in *format.Input) error {
	name, given := in.Given.Member("table").Text()
	if _, kind := in.Given.Member("tableKind").Text(); kind {
		table, err := tableOf(in)
		if err != nil || table == UnknownTable {
			return err
		}
		return k.lies(table.String(), []Table{{Kind: table}})
	}
	if !given {
		name = in.Entry.Source.Table
	}
	return k.lies(name, Tables(name))
}

func (k EntryKind) lies(table string, readings []Table) error {
	for _, t := range readings {
		if slices.Contains(kindsIn[t.Kind], k) {
			return nil
		}
	}
	if len(readings) == 0 {
		return nil
	}
	words := make([]string, 0, entryKinds)
	for _, kind := range kindsIn[readings[0].Kind] {
		words = append(words, kind.String())
	}
	return format.Contradict("kind", "expected "+strings.Join(words, " or ")+", which the table "+table+" has, found "+k.String())
}

// misspelt returns the marker that a family would be with two underscores on either side, as the
// program writes it. The program's published description has one underscore; the program does not
// read entries written like that.
func misspelt(kind EntryKind, family, qualifier []byte) (marker string) {
	if kind.marker() != "" || len(qualifier) == 0 {
		return ""
	}
	for k := range entryKinds {
		m := k.marker()
		switch {
		case m == "" || string(family) != m[1:len(m)-1]:
		case kind == PropertyEntry, bytes.HasPrefix(qualifier, []byte(classPrefix)):
			return m
		}
	}
	return ""
}

// text reads the rest as text.
func text(r *wire.Reader, f *span.Field) []byte {
	b := r.Ahead()
	if t := r.Rec(); t != nil {
		recordText(t, f, r.Offset(), b)
	}
	r.Skip(len(b))
	return b
}

// recordText adds text that starts at offset at to the tree.
func recordText(t *span.Tree, f *span.Field, at int, b []byte) {
	n := t.Leaf(f, at, at+len(b), span.TextValue(b))
	if odd := notUTF8(b); n != nil && odd.note != "" {
		n.Value, n.Note, n.Flags = span.BytesValue(b), odd.note, span.NonCanonical
	}
}

// fixed reads a constant text, which identifies the entry.
func fixed(r *wire.Reader, f *span.Field, want string) {
	b := r.Ahead()
	if string(b) != want && !r.Lenient() {
		r.Fail(wire.BadValue, f, "the text "+want)
		return
	}
	from := r.Offset()
	r.Skip(len(b))
	if m := r.Leaf(f, from, span.TextValue(b)); string(b) == want {
		m.Flag(span.Ascending)
	} else if m.Recorded() {
		m.NonCanonical("AccumuloGraph writes " + want)
	}
}

// nothing reads an empty part.
func nothing(r *wire.Reader) {
	if b := r.Ahead(); len(b) > 0 {
		if !r.Lenient() {
			r.Fail(wire.Trailing, &fNothing, "no bytes")
			return
		}
		from := r.Offset()
		r.Skip(len(b))
		r.Leaf(&fNothing, from, span.BytesValue(b)).NonCanonical("AccumuloGraph leaves this part empty")
	}
}

// decode reads a qualifier of two ids.
func (p *Pair) decode(r *wire.Reader, first, second *span.Field) (left, right []byte) {
	p.cut(r.Ahead())
	if len(p.Cuts) == 0 {
		r.FailAt(wire.Missing, &fDelimiter, r.Offset()+r.Left(), delimiter+" between two ids", "")
		return nil, nil
	}
	left, right = p.At(0)
	if t := r.Rec(); t != nil {
		if p.Ambiguous() {
			r.Group().Note("ambiguous: " + delimiter + " occurs " + strconv.Itoa(len(p.Cuts)) + " times, and ids are not escaped; cut at the first")
		}
		at := r.Offset()
		recordText(t, first, at, left)
		t.Leaf(&fDelimiter, at+len(left), at+len(left)+len(delimiter), span.TextValue([]byte(delimiter)))
		recordText(t, second, at+len(left)+len(delimiter), right)
	}
	r.Skip(len(p.Text))
	return left, right
}

// decodeEndpointLabel reads the delimiter and the label after it. The label is everything that
// follows, even though upstream's reader stops at the next delimiter.
func decodeEndpointLabel(r *wire.Reader) []byte {
	b := r.Ahead()
	if !bytes.HasPrefix(b, []byte(delimiter)) {
		r.Fail(wire.Missing, &fDelimiter, delimiter)
		return nil
	}
	from := r.Offset()
	r.Skip(len(delimiter))
	r.Leaf(&fDelimiter, from, span.TextValue(b[:len(delimiter)]))
	return text(r, &fLabel)
}

// decodeElement reads the class of the elements of an index.
func decodeElement(r *wire.Reader) string {
	b := r.Ahead()
	for _, c := range classes {
		if string(b) == c.class {
			fixed(r, &fElement, c.class)
			return c.element
		}
	}
	fixed(r, &fElement, classes[0].class+" or "+classes[1].class)
	return string(b)
}

// readParts reads the parts present in the entry.
func (e *Entry) readParts(p *parts) {
	p.read(store.Row, &fRow, e, (*Entry).decodeRow)
	p.read(partFamily, &fFamily, e, (*Entry).decodeFamily)
	p.read(partQualifier, &fQualifier, e, (*Entry).decodeQualifier)
	p.read(partVisibility, &fVisibility, e, (*Entry).decodeVisibility)
	p.read(store.Value, &fCell, e, (*Entry).decodeValue)
}

func (e *Entry) decodeRow(r *wire.Reader) {
	switch e.Kind {
	case IndexValueEntry:
		e.decodeTyped(r)
	case IndexKeyEntry:
		e.Key = rowText(r, &fKey)
	case IndexNameEntry:
		e.Name = rowText(r, &fName)
	default:
		e.ID = rowText(r, &fID)
	}
}

// rowText reads a row that is text. Rows are always UTF-8, unlike the other parts, for which
// writers used the character set of their machine.
func rowText(r *wire.Reader, f *span.Field) []byte {
	b := r.Ahead()
	if !r.Lenient() && !utf8.Valid(b) {
		r.FailAt(wire.BadText, f, r.Offset()+badtext.Index(b), "UTF-8", "")
		return nil
	}
	return text(r, f)
}

func (e *Entry) decodeFamily(r *wire.Reader) {
	if m := e.Kind.marker(); m != "" {
		fixed(r, &fMarker, m)
		return
	}
	if e.Key = text(r, &fKey); e.Kind == PropertyEntry && isMarker(e.Key) {
		r.Group().Note("a property with the name of a marker: upstream's readers hide it")
	}
}

func (e *Entry) decodeVisibility(r *wire.Reader) {
	e.Visibility = r.Ahead()
	r.Skip(len(e.Visibility))
	if len(e.Visibility) > 0 {
		r.Group().As(&fVisible)
	}
	r.EndWith(span.TextValue(e.Visibility), 0)
}

// isMarker reports whether upstream's readers treat a family of an element row as a marker.
func isMarker(b []byte) bool {
	s := string(b)
	return s == labelMarker || s == inMarker || s == outMarker
}

func (e *Entry) decodeQualifier(r *wire.Reader) {
	switch e.Kind {
	case VertexEntry:
		fixed(r, &fMarker, existsMarker)
	case EdgeEntry:
		e.In, e.Out = e.Pair.decode(r, &fIn, &fOut)
	case InEdgeEntry, OutEdgeEntry:
		e.Other, e.Edge = e.Pair.decode(r, &fOther, &fEdge)
	case IndexValueEntry:
		e.ID = text(r, &fID)
	case IndexKeyEntry, IndexNameEntry:
		e.Element = decodeElement(r)
	default:
		nothing(r)
	}
}

func (e *Entry) decodeValue(r *wire.Reader) {
	switch e.Kind {
	case EdgeEntry:
		if b, ok := r.Peek(); ok && b != String.Tag() {
			r.Fail(wire.BadType, &fTag, "a (string)")
		}
		e.Value.decode(r, &fLabel)
		e.Label = e.Value.Text
	case InEdgeEntry, OutEdgeEntry:
		e.Label = decodeEndpointLabel(r)
	case PropertyEntry:
		e.decodeTyped(r)
	default:
		nothing(r)
	}
}
