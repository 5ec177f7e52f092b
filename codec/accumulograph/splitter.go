package accumulograph

import (
	"bytes"
	"slices"
)

// splitter finds row, family and qualifier in `<row> <family>:<qualifier>`, as the Accumulo shell
// prints a key without escaping spaces and colons. It uses the shape of the table's entries, the
// order of a scan, and the property keys and ids seen so far.
type splitter struct {
	families []string
	ids      map[string]bool
	table    string
	last     cut // from the previous entry of the table
}

// cut is a key that was split.
type cut struct{ row, family, qualifier []byte }

const (
	familiesMax = 256 // number of property keys that are remembered
	idsMax      = 1 << 14
	splitsTried = 64 // number of spaces, or of pairs of space and colon, that are tried
)

// NewKeySplitter returns a function that splits the keys of one scan one after the other; ok is
// false where it cannot decide, and space and colon are then the first reading that decodes, or 0. It knows the given
// families and those that it has seen.
func NewKeySplitter(families []string) func(table string, key []byte) (space, colon int, ok bool) {
	s := &splitter{families: append(slices.Clone(families), labelMarker), ids: map[string]bool{}}
	return s.split
}

func (s *splitter) split(table string, key []byte) (space, colon int, ok bool) {
	if table != s.table {
		s.table, s.last = table, cut{}
	}
	switch kind := kindOfTable(table); kind {
	case VertexTable:
		space, colon, ok = s.element(key, kind, labelMarker, inMarker, outMarker)
	case EdgeTable:
		space, colon, ok = s.element(key, kind, labelMarker)
	case IndexMetadata:
		if space, colon, ok = s.marked(key, kind, keyMarker, nameMarker); ok && string(key[space+1:colon]) == keyMarker {
			s.learn(key[:space])
		}
	case VertexKeyIndex, EdgeKeyIndex, NamedIndex:
		space, colon, ok = s.indexed(key)
	}
	if ok {
		c := cutAt(key, space, colon)
		s.meet(&c)
		s.last = cut{bytes.Clone(c.row), bytes.Clone(c.family), bytes.Clone(c.qualifier)}
	}
	return space, colon, ok
}

// meet remembers the ids in an entry of a vertex or an edge: entries of indexes have them, too.
func (s *splitter) meet(c *cut) {
	if kind := kindOfTable(s.table); kind != VertexTable && kind != EdgeTable || len(s.ids) >= idsMax {
		return
	}
	s.ids[string(c.row)] = true
	if a, b, ok := bytes.Cut(c.qualifier, []byte(delimiter)); ok {
		s.ids[string(a)], s.ids[string(b)] = true, true
	}
}

func cutAt(key []byte, space, colon int) cut {
	return cut{key[:space], key[space+1 : colon], key[colon+1:]}
}

// follows reports whether c may come after the previous entry, since a scan is sorted.
func (s *splitter) follows(c cut) bool {
	if o := bytes.Compare(s.last.row, c.row); o != 0 {
		return o < 0
	}
	if o := bytes.Compare(s.last.family, c.family); o != 0 {
		return o < 0
	}
	return bytes.Compare(s.last.qualifier, c.qualifier) <= 0
}

// fits reports whether the marker can have the qualifier in that table.
func fits(kind TableKind, marker string, qualifier []byte) bool {
	switch marker {
	case labelMarker:
		if kind == VertexTable {
			return string(qualifier) == existsMarker
		}
		return bytes.Contains(qualifier, []byte(delimiter))
	case inMarker, outMarker:
		return bytes.Contains(qualifier, []byte(delimiter))
	}
	return string(qualifier) == classes[0].class || string(qualifier) == classes[1].class
}

// marked splits at a marker whose qualifier fits; if there are several, at the one whose row equals
// that of the previous entry.
func (s *splitter) marked(key []byte, kind TableKind, markers ...string) (space, colon int, ok bool) {
	found := 0
	for _, m := range markers {
		family := []byte(" " + m + ":")
		for at, tries := 0, 0; tries < splitsTried; tries++ {
			i := bytes.Index(key[at:], family)
			if i < 0 {
				break
			}
			at += i
			end := at + len(family) - 1
			c := cutAt(key, at, end)
			if at++; !fits(kind, m, c.qualifier) || !s.follows(c) {
				continue
			}
			if s.last.row != nil && bytes.Equal(c.row, s.last.row) {
				return at - 1, end, true
			}
			space, colon = at-1, end
			found++
		}
	}
	return space, colon, found == 1
}

// element splits a key of a vertex or edge table, either at a marker or as a property, whose
// qualifier is empty. Of several readings, one with a known id counts.
func (s *splitter) element(key []byte, kind TableKind, markers ...string) (space, colon int, ok bool) {
	if space, colon, ok = s.marked(key, kind, markers...); ok {
		return space, colon, true
	}
	colon = len(key) - 1
	if colon < 0 || key[colon] != ':' {
		return 0, 0, false
	}
	var r readings
	for at, tries := 0, 0; tries < splitsTried; tries++ {
		i := bytes.IndexByte(key[at:], ' ')
		if i < 0 {
			break
		}
		at += i + 1
		c := cutAt(key, at-1, colon)
		if !s.follows(c) {
			continue
		}
		if s.last.row != nil && bytes.Equal(c.row, s.last.row) {
			r = readings{space: at - 1, colon: colon, found: 1}
			break
		}
		r.add(at-1, colon, s.ids[string(c.row)])
	}
	if r.found == 1 {
		s.learn(key[r.space+1 : r.colon])
	}
	return r.space, r.colon, r.found == 1
}

// readings counts the ways in which a key can be cut, and keeps the first. Once one has a known id, only those count.
type readings struct {
	space, colon, found int
	known               bool
}

func (r *readings) add(space, colon int, known bool) {
	if r.known && !known {
		return
	}
	if known && !r.known {
		r.known, r.found = true, 0
	}
	if r.found++; r.found == 1 {
		r.space, r.colon = space, colon
	}
}

// learn remembers the key of a property: indexes use it as their family.
func (s *splitter) learn(family []byte) {
	if len(s.families) < familiesMax && !slices.Contains(s.families, string(family)) {
		s.families = append(s.families, string(family))
	}
}

// indexed splits a key of an index table: the row is a typed value. The longest known family that
// fits wins; without one, the key must have a single reading.
func (s *splitter) indexed(key []byte) (space, colon int, ok bool) {
	longest, found := -1, 0
	var v Value
	take := func(at, end int) {
		c := cutAt(key, at, end)
		if len(c.family) < longest || !s.follows(c) || DecodeValue(c.row, &v) != nil {
			return
		}
		if len(c.family) > longest {
			longest, found = len(c.family), 0
		}
		space, colon = at, end
		found++
	}
	tries := 0
	for at, c := range key {
		if c != ' ' {
			continue
		}
		if tries++; tries > splitsTried {
			return 0, 0, false
		}
		for _, family := range s.families {
			end := at + 1 + len(family)
			if end < len(key) && key[end] == ':' && string(key[at+1:end]) == family {
				take(at, end)
			}
		}
	}
	if found > 0 {
		return space, colon, found == 1
	}
	return s.alone(key)
}

// alone splits a key of an index table that has only one reading, or only one with a known id.
func (s *splitter) alone(key []byte) (space, colon int, ok bool) {
	var r readings
	var v Value
	tries := 0
	for at, c := range key {
		if c != ' ' {
			continue
		}
		for end := at + 1; end < len(key); end++ {
			if key[end] != ':' {
				continue
			}
			if tries++; tries > splitsTried {
				return 0, 0, false
			}
			if s.follows(cutAt(key, at, end)) && DecodeValue(key[:at], &v) == nil {
				r.add(at, end, s.ids[string(key[end+1:])])
			}
		}
	}
	return r.space, r.colon, r.found == 1
}
