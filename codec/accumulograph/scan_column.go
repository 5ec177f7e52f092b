package accumulograph

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// column narrows the plan to a family and to qualifiers in it.
func (s *scan) column(*format.Input) error {
	if marker := s.kind.marker(); marker != "" {
		s.plan.Family = []byte(marker)
	}
	switch s.kind {
	case VertexEntry:
		s.qualifier([]byte(existsMarker))
	case EdgeEntry:
		return s.ends("in", "out", []byte{String.Tag()})
	case InEdgeEntry, OutEdgeEntry:
		return s.ends("other", "edge", []byte(delimiter))
	case PropertyEntry:
		return s.property()
	case IndexValueEntry:
		return s.indexed()
	case IndexKeyEntry, IndexNameEntry:
		if s.element != "" && s.has("element") {
			s.qualifier(classOf(s.element))
		}
	}
	return nil
}

// qualifier narrows the plan to one qualifier.
func (s *scan) qualifier(b []byte) { s.plan.Columns = &format.Columns{Start: b, Stop: behind(b)} }

// property narrows the plan to the property with a key. Without a key, markers come between
// properties.
func (s *scan) property() (err error) {
	if s.has("key") {
		s.plan.Family, err = parseText(s.q.Fields, "key")
		s.qualifier(nil)
		return err
	}
	s.plan.Meets = append(s.plan.Meets, "the other entries of the same rows, between which properties are sorted by their keys")
	s.where = append(s.where, "kind = "+PropertyEntry.String())
	return nil
}

// indexed narrows the plan to entries with a key, and for an element.
func (s *scan) indexed() (err error) {
	if s.Index == "metadata" && !s.has("key") {
		s.plan.Meets = append(s.plan.Meets, "entries of the index metadata: a named index called metadata shares its table")
		s.where = append(s.where, "kind = "+IndexValueEntry.String())
	}
	if s.has("key") {
		s.plan.Family, err = parseText(s.q.Fields, "key")
	}
	if !s.has("id") || err != nil {
		return err
	}
	id, err := parseText(s.q.Fields, "id")
	s.qualifier(id)
	if !s.has("key") {
		s.plan.Meets = append(s.plan.Meets, "entries of other elements: a qualifier is fetched with its family, which is the key")
		s.where = append(s.where, hexTerm(store.Qualifier, id))
	}
	return err
}

// ends narrows the plan to qualifiers of two ids, and to values with a label. Such a qualifier is
// never empty, which distinguishes it from a property with the name of the marker.
func (s *scan) ends(first, second string, before []byte) error {
	s.plan.Columns = &format.Columns{Start: []byte{0}}
	s.where = append(s.where, "kind = "+s.kind.String())
	if err := s.pair(first, second); err != nil {
		return err
	}
	if s.has("label") {
		label, err := parseText(s.q.Fields, "label")
		if err != nil {
			return err
		}
		s.where = append(s.where, hexTerm(store.Value, append(before, label...)))
		s.plan.Meets = append(s.plan.Meets, "edges with other labels: the label is in the value, which no range sees")
	}
	if exact := s.plan.Columns.Stop != nil && bytes.Equal(s.plan.Columns.Stop, behind(s.plan.Columns.Start)); exact {
		if s.where = s.where[1:]; len(s.where) > 0 && !s.has("label") {
			s.where = nil
		}
		return nil
	}
	if len(s.plan.Meets) == 0 {
		s.plan.Meets = append(s.plan.Meets, "a property that is called "+s.kind.marker()+", should there be one: upstream's readers hide it")
	}
	return nil
}

func (s *scan) pair(first, second string) error {
	var begins, rest *format.Bound
	for i := range s.q.Bounds {
		switch b := &s.q.Bounds[i]; b.Name {
		case first:
			begins = b
		case second:
			rest = b
		}
	}
	if !s.has(first) {
		if s.has(second) || rest != nil {
			return format.Contradict(first, "must be given before "+second)
		}
		if begins == nil {
			return nil
		}
		text, err := boundText(*begins)
		if err == nil && len(text) > 0 {
			s.prefix(text)
			s.begins(first, text)
		}
		return err
	}
	left, err := parseText(s.q.Fields, first)
	if err != nil {
		return err
	}
	prefix := append(bytes.Clone(left), delimiter...)
	s.cut(prefix, len(left))
	switch {
	case s.has(second):
		right, err := parseText(s.q.Fields, second)
		s.qualifier(append(prefix, right...))
		return err
	case rest != nil:
		right, err := boundText(*rest)
		s.prefix(append(prefix, right...))
		return err
	}
	s.prefix(prefix)
	return nil
}

// prefix narrows the plan to qualifiers with the prefix, for which the shell has no option.
func (s *scan) prefix(b []byte) {
	s.plan.Columns = &format.Columns{Start: b, Stop: order.After(b)}
	s.where = append(s.where, store.Qualifier+" ^= "+string(value.AppendHex(nil, b)))
	s.plan.Meets = append(s.plan.Meets, "in the Accumulo shell other qualifiers of the family: its scan takes a qualifier, but no range of them")
}

// begins leaves out qualifiers in which the text extends into the delimiter.
func (s *scan) begins(name string, text []byte) {
	for n := range len(delimiter) {
		if tail := delimiter[:len(delimiter)-n]; bytes.HasSuffix(text, []byte(tail)) || n == 0 && bytes.Contains(text, []byte(tail)) {
			s.where = append(s.where, name+" ^= "+string(value.AppendQuoted(nil, string(text))))
			s.plan.Meets = append(s.plan.Meets, "shorter ids that are followed by a delimiter which begins like the end of the text")
			return
		}
	}
}

// cut notes that an id that contains the delimiter is cut elsewhere.
func (s *scan) cut(qualifier []byte, at int) {
	if bytes.Index(qualifier, []byte(delimiter)) != at {
		s.plan.Notes = append(s.plan.Notes, delimiter+" within an id is not escaped: qualifiers that begin like this are read as those of a shorter id, with all readings as candidates")
	}
}
