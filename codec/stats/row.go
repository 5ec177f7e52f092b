package stats

import (
	"encoding/binary"
	"strconv"

	"github.com/cespare/xxhash/v2"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
)

// row is what is known about the row being counted. It is reused.
type row struct {
	entry    *store.Entry
	lone     string // the part that lone bytes were taken for
	size     Tally
	key      []byte // row key, or key of a pair; nil if there is none
	ranged   bool   // key is a row key, from a store that has regions
	keyHash  uint64
	rank     uint64 // a hash of everything that distinguishes the row from others
	repeated int64  // bytes of its key that repeat the previous key
	first    bool   // the previous key is unknown

	table, part []byte
	has         bool // the row belongs to an entity
	entity      []byte
	entityKind  span.Kind

	property []byte // the property named last
	group    int32  // node that contains the steps of its path
	pending  bool   // no value of it was seen yet

	name []byte // scratch
}

// reset measures an entry. If the row decoded, the tree says what lone bytes were taken for.
func (x *row) reset(e *store.Entry, t *span.Tree) {
	x.entry, x.lone, x.size, x.key, x.ranged, x.first = e, "", Tally{Rows: 1}, nil, false, false
	if _, lone := e.Part(store.Bytes); lone && len(t.Sources) > 0 {
		x.lone = t.Sources[0].Name
	}
	rank := uint64(0)
	for i := range e.Parts {
		p := &e.Parts[i]
		name := x.nameOf(p)
		if name == store.Value || name == store.Bytes {
			x.size.ValueBytes += int64(len(p.Bytes))
			if name == store.Value {
				continue
			}
		} else {
			x.size.KeyBytes += int64(len(p.Bytes))
		}
		h := xxhash.Sum64(p.Bytes)
		rank = mixed(rank, h)
		if x.key == nil && (name == store.Row || name == store.Key || name == store.Bytes) {
			x.key, x.keyHash, x.ranged = p.Bytes, h, name == store.Row
		}
	}
	if s := &e.Source; s.Table != "" || s.CF != "" {
		h := mixed(xxhash.Sum64String(s.Table), xxhash.Sum64String(s.CF))
		x.keyHash, rank = mixed(x.keyHash, h), mixed(rank, h)
	}
	if e.Timestamp != "" {
		rank = mixed(rank, xxhash.Sum64String(e.Timestamp))
	}
	if e.Source.Inside { // versions of a key each have their own
		rank = mixed(rank, e.Source.Sequence)
	}
	x.rank = mixed(rank, 0)
}

// nameOf returns the name of a part, or of the part that lone bytes were taken for.
func (x *row) nameOf(p *store.Part) string {
	if p.Name == store.Bytes && x.lone != "" {
		return x.lone
	}
	return p.Name
}

// mixed combines two hashes: a step of SplitMix64.
func mixed(a, b uint64) uint64 {
	n := a*0x9e3779b97f4a7c15 + b + 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// nameMax is the longest name that is kept whole; a longer one is shortened to its beginning and a hash.
const nameMax = 256

// shortened limits what was appended to b after from.
func shortened(b []byte, from int) []byte {
	if len(b)-from <= nameMax {
		return b
	}
	h := xxhash.Sum64(b[from:])
	return strconv.AppendUint(append(b[:from+nameMax], "… "...), h, 16)
}

// pack appends a text in such a way that unpack finds its end.
func pack[T string | []byte](b []byte, text T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// unpack splits off a text that pack appended.
func unpack(packed string) (text, rest string) {
	n, size := uint64(0), 0
	for shift := 0; ; shift += 7 {
		c := packed[size]
		size++
		n |= uint64(c&0x7f) << shift
		if c < 0x80 {
			break
		}
	}
	return packed[size : size+int(n)], packed[size+int(n):]
}

// fields walks through the fields of a row that decoded.
func (s *Stats) fields(f *format.Format, schema format.Schema) {
	x, t := &s.row, &s.tree
	x.table, x.part, x.entity, x.has = x.table[:0], x.part[:0], x.entity[:0], false
	named, typed := false, false
	for i := range t.Nodes {
		n := &t.Nodes[i]
		switch n.Field.About {
		case span.AboutNothing:
		case span.AboutTable:
			if !named {
				x.table, named = appendName(x.table, n), true
			}
		case span.AboutPart, span.AboutNoted:
			if len(x.part) > 0 {
				break
			}
			if n.Field.About == span.AboutNoted && n.Note != "" {
				x.part = shortened(append(x.part, n.Note...), 0)
				break
			}
			x.part = appendName(x.part, n)
		case span.AboutEntity:
			if !x.has {
				x.has, x.entityKind = true, n.Value.Kind
				x.entity = appendName(x.entity, n)
			}
		case span.AboutMillis:
			if n.Value.Kind == span.Int || n.Value.Kind == span.Millis {
				s.timesOf(series{f, n.Field, n.Label}).Add(int64(n.Value.Num), s.opt.Now)
			}
		case span.AboutHLC:
			s.clock(f, n)
		case span.AboutTyped:
			typed = true
		case span.AboutDeletion:
			if n.Value.Kind != span.Bool || n.Value.Num != 0 {
				s.deleted(f, n)
			}
		case span.AboutLife:
			if n.Value.Num == 0 {
				s.deleted(f, n)
			}
		}
	}
	if !named {
		x.table = append(x.table, s.table.of(f, schema, &x.entry.Source)...)
	}
	if typed {
		s.typed(f)
	}
}

// typed counts the types of properties, once the table is known.
func (s *Stats) typed(f *format.Format) {
	x, t := &s.row, &s.tree
	x.property, x.group, x.pending = x.property[:0], -1, false
	for i := range t.Nodes {
		n := &t.Nodes[i]
		switch n.Field.About {
		case span.AboutProperty:
			s.names(n)
		case span.AboutTyped:
			if !x.pending && n.Label == "" {
				continue
			}
			if !x.pending {
				x.property = shortened(append(x.property[:0], n.Label...), 0)
			}
			x.pending = false
			x.name = pack(pack(pack(x.name[:0], f.ID), x.table), x.property)
			x.name = appendType(x.name, n, t, i)
			s.properties.add(x.name, &Tally{Rows: 1, ValueBytes: int64(n.End - n.Start)}, mixed(x.rank, uint64(i)))
		}
	}
}

// names takes a step of the path to a property.
func (s *Stats) names(n *span.Node) {
	x := &s.row
	if n.Parent != x.group || !x.pending {
		x.property = s.outer(x.property[:0], n.Parent)
	}
	x.group, x.pending = n.Parent, true
	if len(x.property) > 0 {
		x.property = append(x.property, '.')
	}
	if n.Label != "" {
		x.property = append(x.property, n.Label...)
	} else {
		x.property = appendName(x.property, n)
	}
	x.property = shortened(x.property, 0)
}

// outer appends the names of properties that contain a node.
func (s *Stats) outer(dst []byte, node int32) []byte {
	for ; node >= 0; node = s.tree.Nodes[node].Parent {
		n := &s.tree.Nodes[node]
		if n.Field.About != span.AboutProperty {
			continue
		}
		dst = s.outer(dst, n.Parent)
		if len(dst) > 0 {
			dst = append(dst, '.')
		}
		return append(dst, n.Label...)
	}
	return dst
}

// appendType appends the type of a property's value.
func appendType(dst []byte, n *span.Node, t *span.Tree, i int) []byte {
	if i+1 < len(t.Nodes) {
		if kid := &t.Nodes[i+1]; int(kid.Parent) == i && kid.Value.Kind == span.Enum && kid.Field.Role == span.RoleStructure {
			return pack(dst, kid.Value.Bytes)
		}
	}
	v := &n.Value
	if v.Kind != span.Int && v.Kind != span.Uint || v.Width == 0 {
		return pack(dst, v.Kind.String())
	}
	var room [8]byte
	return pack(dst, strconv.AppendUint(append(room[:0], v.Kind.String()...), uint64(v.Width), 10))
}

// appendName appends the value of a node as a name.
func appendName(dst []byte, n *span.Node) []byte { return shortened(n.AppendName(dst), len(dst)) }

// deleted counts a row that says that its entity is deleted.
func (s *Stats) deleted(f *format.Format, n *span.Node) {
	x := &s.row
	name := n.Field.Name
	if n.Field.About == span.AboutLife {
		name = string(n.Value.Bytes)
	}
	x.name = pack(pack(x.name[:0], f.ID), name)
	s.deletions.add(x.name, &x.size, x.rank)
}

// tableMemo remembers the table name of the latest place.
type tableMemo struct {
	format    *format.Format
	table, cf string
	name      string
}

func (m *tableMemo) of(f *format.Format, schema format.Schema, place *store.Source) string {
	if f.TableOf == nil {
		return place.Table
	}
	if m.format != f || m.cf != place.CF || m.table != place.Table {
		*m = tableMemo{f, place.Table, place.CF, f.TableOf(schema, place)}
	}
	if m.name == "" {
		return place.Table
	}
	return m.name
}
