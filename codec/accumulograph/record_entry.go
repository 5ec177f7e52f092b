package accumulograph

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Cell is the bytes of an entry.
type Cell struct {
	Row, Family, Qualifier, Value []byte
}

// AppendCell returns the bytes of an entry. It refuses what AppendValue refuses.
func AppendCell(e *Entry) (c Cell, err error) {
	c.Row, c.Family = e.ID, []byte(e.Kind.marker())
	switch e.Kind {
	case VertexEntry:
		c.Qualifier = []byte(existsMarker)
	case EdgeEntry:
		c.Qualifier = join(e.In, e.Out)
		c.Value = append([]byte{String.Tag()}, e.Label...)
	case InEdgeEntry, OutEdgeEntry:
		c.Qualifier = join(e.Other, e.Edge)
		c.Value = append([]byte(delimiter), e.Label...)
	case PropertyEntry:
		c.Family = e.Key
		c.Value, err = AppendValue(nil, &e.Value)
	case IndexValueEntry:
		c.Family, c.Qualifier = e.Key, e.ID
		c.Row, err = AppendValue(nil, &e.Value)
	case IndexKeyEntry:
		c.Row, c.Qualifier = e.Key, classOf(e.Element)
	case IndexNameEntry:
		c.Row, c.Qualifier = e.Name, classOf(e.Element)
	}
	return c, err
}

func join(left, right []byte) []byte {
	return slices.Concat(left, []byte(delimiter), right)
}

// classOf returns the Java interface of vertices or edges.
func classOf(element string) []byte {
	for _, c := range classes {
		if c.element == element {
			return []byte(c.class)
		}
	}
	return []byte(element)
}

// decodeEntry reads one entry of any table.
func decodeEntry(in *format.Input, t *span.Tree, w *value.Writer) error {
	table, err := tableOf(in)
	if err != nil {
		return err
	}
	m := format.MemoryOf[memory](in)
	m.parts = newParts(in, t, "entry")
	p, e := &m.parts, &m.entry
	has := e.read(p, table)
	if err := p.Done(entryParts[:len(entryParts)-3]...); err != nil {
		return err
	}
	if w != nil {
		w.Object()
		e.write(w, has, in.Lenient)
		in.Doubtful = in.Doubtful || in.Lenient && e.Value.lossy()
		w.EndObject()
	}
	return nil
}

// want fails if a part that identifies the entry is missing: with neither a table name nor a
// marker, anything could be a property.
func (p *parts) want(has bool, name string) {
	if !has {
		p.lacks(name, "this part, or the name of a graph's table")
	}
}

// lacks fails for a missing part; expected describes what belongs there.
func (p *parts) lacks(name, expected string) {
	p.Keep(p.prefix+name, &wire.Error{Code: wire.Missing, Expected: expected, Found: "none"})
}

// present reports which parts an entry has.
type present struct{ row, family, qualifier, value bool }

// read decodes the entry that p opens.
func (e *Entry) read(p *parts, table TableKind) (has present) {
	*e = Entry{Pair: Pair{Cuts: e.Pair.Cuts[:0]}}
	entry := &p.In.Entry
	_, family, ok := find(entry, partFamily)
	_, qualifier, hasQualifier := find(entry, partQualifier)
	for _, name := range [...]string{partFamily, partQualifier, partVisibility} {
		_, short := entry.Part(name)
		if _, long := entry.Part(longName(name)); short && long {
			p.Keep(p.prefix+name, &wire.Error{Code: wire.Trailing, Field: longName(name),
				Expected: "each part once", Found: longName(name) + " besides " + name})
			return has
		}
	}
	if has.family = ok; !ok {
		p.lacks(partFamily, "a column family, which says what the entry is")
		return has
	}
	has.qualifier = hasQualifier
	_, _, has.row = find(entry, store.Row)
	_, _, has.value = find(entry, store.Value)
	e.Kind = classify(table, family, qualifier)
	if m := misspelt(e.Kind, family, qualifier); m != "" {
		p.Keep(p.prefix+partFamily, &wire.Error{Code: wire.BadValue, Field: fMarker.Name, Found: string(family),
			Expected: "the text " + m + ": two underscores on each side, of which the published description of the tables has one"})
		return has
	}
	if table == UnknownTable && e.Kind.marker() == "" {
		p.want(has.qualifier, partQualifier)
		p.want(has.row || e.Kind == PropertyEntry, store.Row)
		p.want(has.value || e.Kind == IndexValueEntry, store.Value)
	}
	e.readParts(p)
	return has
}

// writeText writes a member that is text. If it is not UTF-8, it is written as bytes along with its
// reading as ISO-8859-1.
func writeText(w *value.Writer, name string, b []byte) {
	w.Key(name)
	writeID(w, b)
}

// writeID is writeText without a name.
func writeID(w *value.Writer, b []byte) {
	if utf8.Valid(b) {
		w.Text(b)
		return
	}
	w.Object()
	w.Key("hex")
	w.Hex(b)
	w.Key("latin1")
	w.Text(value8859(b))
	w.EndObject()
}

// write writes the members of the parts present in the entry.
func (e *Entry) write(w *value.Writer, has present, lenient bool) {
	w.Key("kind")
	w.String(e.Kind.String())
	member := func(on bool, name string, b []byte) {
		if on {
			writeText(w, name, b)
		}
	}
	typed := func(on bool) {
		if on {
			w.Key("value")
			e.Value.write(w, lenient)
		}
	}
	switch e.Kind {
	case VertexEntry:
		member(has.row, "id", e.ID)
	case EdgeEntry:
		member(has.row, "id", e.ID)
		member(has.qualifier, "in", e.In)
		member(has.qualifier, "out", e.Out)
		member(has.value, "label", e.Label)
	case InEdgeEntry, OutEdgeEntry:
		member(has.row, "id", e.ID)
		member(has.qualifier, "edge", e.Edge)
		member(has.qualifier, "other", e.Other)
		member(has.value, "label", e.Label)
	case PropertyEntry:
		member(has.row, "id", e.ID)
		member(has.family, "key", e.Key)
		typed(has.value)
	case IndexValueEntry:
		member(has.qualifier, "id", e.ID)
		member(has.family, "key", e.Key)
		typed(has.row)
	case IndexKeyEntry, IndexNameEntry:
		member(has.row && e.Kind == IndexKeyEntry, "key", e.Key)
		member(has.row && e.Kind == IndexNameEntry, "name", e.Name)
		if has.qualifier {
			w.Key("element")
			w.String(e.Element)
		}
	}
	member(len(e.Visibility) > 0, "visibility", e.Visibility)
	if has.qualifier && e.Pair.Ambiguous() {
		e.Pair.write(w)
	}
}

// candidatesFactor limits the text of candidates: there is one per delimiter, each as long as the
// qualifier.
const (
	candidatesFactor = 16
	candidatesSpare  = 65536
)

// write writes all readings of an ambiguous qualifier.
func (p *Pair) write(w *value.Writer) {
	w.Key("candidates")
	w.Array()
	room := candidatesSpare + candidatesFactor*len(p.Text)
	for i := range p.Cuts {
		if room -= len(p.Text); room < 0 {
			break
		}
		left, right := p.At(i)
		w.Array()
		writeID(w, left)
		writeID(w, right)
		w.EndArray()
	}
	w.EndArray()
	if room < 0 {
		w.Key("candidateCount")
		w.Int(int64(len(p.Cuts)))
	}
}

// members are the members of an entry of the kind.
func (k EntryKind) members() []string {
	switch k {
	case EdgeEntry, InEdgeEntry, OutEdgeEntry:
		return append([]string{"kind", "visibility", "candidates", "candidateCount"}, entryMembers[k]...)
	case PropertyEntry, IndexValueEntry:
		return append([]string{"kind", "visibility", "value"}, entryMembers[k]...)
	}
	return append([]string{"kind", "visibility"}, entryMembers[k]...)
}

// encodeEntry encodes one entry.
func encodeEntry(in *format.Input, fields value.Value, dst *store.Entry) error {
	kind, _ := fields.Member("kind").Text()
	i := slices.Index(entryWords[:], kind)
	if i < 0 {
		return refuse("kind", "expected one of "+strings.Join(entryWords[:], ", "))
	}
	e := Entry{Kind: EntryKind(i)}
	if err := format.Known(fields, e.Kind.members()...); err != nil {
		return err
	}
	if err := e.Kind.belongs(in); err != nil {
		return err
	}
	if err := e.parse(in, fields); err != nil {
		return err
	}
	c, err := AppendCell(&e)
	if err != nil {
		return err
	}
	addPart(in, dst, store.Row, c.Row)
	addPart(in, dst, partFamily, c.Family)
	addPart(in, dst, partQualifier, c.Qualifier)
	addPart(in, dst, partVisibility, e.Visibility)
	addPart(in, dst, store.Value, c.Value)
	return nil
}

// parse reads the members of the kind that the requested parts need.
func (e *Entry) parse(in *format.Input, fields value.Value) error {
	wants := func(part string) bool { return in.Wants(part) || in.Wants(longName(part)) }
	row, qualifier, cell, family := wants(store.Row), wants(partQualifier), wants(store.Value), wants(partFamily)
	var err error
	member := func(on bool, name string, dst *[]byte) {
		if on && err == nil {
			*dst, err = parseText(fields, name)
		}
	}
	rowText := func(name string, dst *[]byte) {
		if member(row, name, dst); err == nil && !in.Lenient && !utf8.Valid(*dst) {
			err = refuse(name, "expected text in UTF-8, which a row always is")
		}
	}
	typed := func(on bool) {
		if e.Value.Kind = Null; on && err == nil {
			err = e.Value.parse(fields.Member("value"), "value")
		}
	}
	switch e.Kind {
	case VertexEntry:
		rowText("id", &e.ID)
	case EdgeEntry:
		rowText("id", &e.ID)
		member(qualifier, "in", &e.In)
		member(qualifier, "out", &e.Out)
		member(cell, "label", &e.Label)
	case InEdgeEntry, OutEdgeEntry:
		rowText("id", &e.ID)
		member(qualifier, "edge", &e.Edge)
		member(qualifier, "other", &e.Other)
		member(cell, "label", &e.Label)
	case PropertyEntry:
		rowText("id", &e.ID)
		member(family, "key", &e.Key)
		typed(cell)
	case IndexValueEntry:
		member(qualifier, "id", &e.ID)
		member(family, "key", &e.Key)
		typed(row)
	case IndexKeyEntry:
		rowText("key", &e.Key)
	case IndexNameEntry:
		rowText("name", &e.Name)
	}
	if _, ok := fields.Get("visibility"); ok {
		member(true, "visibility", &e.Visibility)
	}
	if err == nil && qualifier && (e.Kind == IndexKeyEntry || e.Kind == IndexNameEntry) {
		if e.Element, _ = fields.Member("element").Text(); e.Element != vertexElement && e.Element != edgeElement {
			err = refuse("element", "expected vertex or edge")
		}
	}
	return err
}

// parseText reads a member that is text, or an object with its bytes in hex.
func parseText(fields value.Value, name string) ([]byte, error) {
	v := fields.Member(name)
	if s, ok := v.Text(); ok {
		return []byte(value.Questioned(s)), nil
	}
	if b, ok := v.Member("hex").Hex(); ok {
		if err := format.Known(v, "hex", "latin1"); err != nil {
			return nil, format.Within(name, err)
		}
		return b, format.Within(name, format.Follows(v, "latin1", string(value8859(b)), "hex"))
	}
	return nil, refuse(name, "expected a text, or an object with its bytes in hex")
}

// matchEntry reports whether some entry can have the family and qualifier: a marker proves it, and
// properties and index entries have an empty part.
func matchEntry(in *format.Input) bool {
	_, family, ok := find(&in.Entry, partFamily)
	_, qualifier, _ := find(&in.Entry, partQualifier)
	_, cell, _ := find(&in.Entry, store.Value)
	return ok && (classify(UnknownTable, family, qualifier).marker() != "" || len(qualifier) == 0 || len(cell) == 0)
}

// homeless refuses an entry without a family.
func homeless(in *format.Input) bool {
	_, _, ok := find(&in.Entry, partFamily)
	return !ok
}

// weighEntry weighs the guess that bytes are an entry. Without a marker, only the table's name is
// evidence.
func weighEntry(in *format.Input, _ *span.Tree) format.Weight {
	table, _ := tableOf(in)
	e := &format.MemoryOf[memory](in).entry
	w := format.Weight{Title: e.Kind.String() + " entry", Dots: 1}
	if m := e.Kind.marker(); m != "" {
		w.Dots = 3
		w.Reasons = append(w.Reasons, "the family "+m)
	} else {
		typed := weighTyped(&e.Value)
		w.Dots, w.Reasons = typed.Dots, typed.Reasons
	}
	if list := Tables(in.Entry.Source.Table); len(list) > 0 && table != UnknownTable {
		w.Dots = max(w.Dots, 2)
		w.Reasons = append(w.Reasons, "the table's name is that of the "+words(list[0])+" of graph "+list[0].Graph)
		if len(list) > 1 {
			w.Reasons = append(w.Reasons, "the table's name is also that of the "+words(list[1])+" of graph "+list[1].Graph)
		}
		if e.Kind == PropertyEntry || e.Kind == IndexValueEntry {
			w.Dots = 3
		}
	}
	return w
}

func words(t Table) string {
	if t.Kind == NamedIndex {
		return "named index " + t.Index
	}
	return strings.ReplaceAll(t.Kind.String(), "_", " ") + " table"
}
