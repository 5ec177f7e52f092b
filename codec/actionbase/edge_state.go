package actionbase

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// EdgeStateKey is the row key of an edge's current state.
//
//	+-----------------------------+------------+
//	| prefix(source), type 29 7d  | target (v) |
//	+-----------------------------+------------+
//
// Order: rows of one source and table are contiguous (the salt covers both) and sorted by target.
// In a multi-edge table source and target are both the id.
// Errors: truncated, bad-header, bad-type, bad-value, null, trailing, …
// Spec: docs/formats/actionbase.md#edge-state.
type EdgeStateKey struct {
	Prefix
	Target Value
}

// Read reads the key from r, which records it if it has a tree; names may be nil.
func (k *EdgeStateKey) Read(r *wire.Reader, names *Schema) {
	r.Begin(&fRow)
	k.Prefix.decode(r, &fSource, EdgeState, names)
	decodeVertex(r, &k.Target, &fTarget)
}

// DecodeEdgeStateKey reads src, all of it. Texts of k alias src.
func DecodeEdgeStateKey(src []byte, k *EdgeStateKey) error {
	r := wire.NewReader(src, nil)
	k.Read(&r, nil)
	return r.Finish()
}

// AppendEdgeStateKey appends the key; k.Salt and k.Type are ignored. On error dst is returned
// unchanged.
func AppendEdgeStateKey(dst []byte, k *EdgeStateKey) ([]byte, error) {
	return appendVertexKey(dst, &k.Source, k.Table, EdgeState, &k.Target)
}

// appendVertexKey appends prefix(source) and a target: a state or lock key.
func appendVertexKey(dst []byte, source *Value, table int32, t RowType, target *Value) ([]byte, error) {
	if target.Kind == Null {
		return dst, refuse("target", "a row key needs a target that is not null")
	}
	out, err := AppendPrefix(dst, source, table, t)
	if err != nil {
		return dst, err
	}
	if out, err = AppendValue(out, target, order.Asc); err != nil {
		return dst, err
	}
	return out, nil
}

// EdgeStateValue is the cell of an edge state.
//
//	+----------+-----------+---------------------------------------------+
//	| active 2 | version 9 | { code 5 | value (v) | property version 9 }* |
//	+----------+-----------+---------------------------------------------+
//	active   byte: 1 active, 0 inactive
//	version  long
//	code     int, XXH32 of the property's name
//
// createdAt and deletedAt are entries too, written last, under the codes of __InsertTs__ and __DeleteTs__. A reader
// accepts them anywhere and marks other places. A repeated code, which no writer produces, counts once: the last value,
// in the first place.
type EdgeStateValue struct {
	Active     bool
	Version    int64
	CreatedAt  Instant
	DeletedAt  Instant
	Properties []StateProperty // in stored order; reused by decode

	codes   codeList
	scratch []byte
}

// Instant is a long that may be absent.
type Instant struct {
	Set   bool
	Value int64
}

// StateProperty is one property of a state. A property that was unset or deleted has a null value
// and a version.
type StateProperty struct {
	Code    int32
	Value   Value
	Version int64
}

// Read reads the cell from r, which records it if it has a tree; names may be nil.
func (s *EdgeStateValue) Read(r *wire.Reader, names *Schema) {
	s.CreatedAt, s.DeletedAt, s.Properties = Instant{}, Instant{}, s.Properties[:0]
	s.codes.reset()
	r.Scratch(s.scratch)
	r.Begin(&fCell)
	s.Active = decodeActive(r)
	s.Version = slotInt64(r, &fVersion)
	for r.More() {
		s.decodeEntry(r, names)
	}
	s.scratch = r.Spare()
}

// decodeActive reads the active slot. Upstream's second generation has an old value 2 (pending),
// which it reads as inactive; the third generation reads everything but 1 as inactive.
func decodeActive(r *wire.Reader) bool {
	at := r.Offset()
	n := slotInt8(r, &fActive)
	if r.OK() && n != 0 && n != 1 && !r.Lenient() {
		r.FailAt(wire.BadValue, &fActive, at, "0 or 1", strconv.Itoa(int(n)))
	}
	name := "inactive"
	if n == 1 {
		name = "active"
	}
	r.Last().Enum(int64(n), name)
	return n == 1
}

func (s *EdgeStateValue) decodeEntry(r *wire.Reader, names *Schema) {
	r.Begin(&fProperty)
	p := grow(&s.Properties)
	p.Code = slotCode(r, &fPropertyCode, names)
	at := r.Offset()
	o := p.Value.decode(r, &fPropertyValue)
	if o != order.Asc && r.OK() && !r.Lenient() {
		r.FailAt(wire.NonCanonical, &fPropertyValue, at, "an ascending value", "a descending one")
	}
	p.Version = slotInt64(r, &fPropVersion)
	if !r.OK() {
		shrink(&s.Properties)
		return
	}
	if m := r.Group(); m.Recorded() {
		p.annotate(m, names)
	}
	if s.late(p.Code) {
		r.Group().NonCanonical("upstream writes createdAt and deletedAt last, in this order")
	}
	switch p.Code {
	case codeInsertTs:
		s.instant(r, &s.CreatedAt, p, at, &fCreatedAt)
		shrink(&s.Properties)
	case codeDeleteTs:
		s.instant(r, &s.DeletedAt, p, at, &fDeletedAt)
		shrink(&s.Properties)
	default:
		if i, again := s.codes.place(p.Code); again {
			repeated(r, &s.Properties, i, p.Code, at)
		}
	}
	r.End()
}

// late reports whether an entry follows one that writers put after it.
func (s *EdgeStateValue) late(code int32) bool {
	return s.DeletedAt.Set || s.CreatedAt.Set && code != codeDeleteTs
}

// instant takes the createdAt or deletedAt entry: a long as value, and the same long as its
// version. Upstream reads anything else as absent, if it reads it at all.
func (s *EdgeStateValue) instant(r *wire.Reader, to *Instant, p *StateProperty, at int, f *span.Field) {
	if p.Value.Kind == Long {
		if !r.Lenient() && (to.Set || p.Version != int64(p.Value.Num)) {
			r.FailAt(wire.NonCanonical, f, at, "one entry whose version is its value", "another")
		}
		*to = Instant{true, int64(p.Value.Num)}
		return
	}
	if !r.Lenient() {
		r.FailAt(wire.BadType, f, at, "a long", "a "+p.Value.Kind.String())
	}
	*to = Instant{}
}

// annotate names the entry in the tree and gives it its value.
func (p *StateProperty) annotate(m wire.Mark, names *Schema) {
	m.Value(p.Value.span())
	switch p.Code {
	case codeInsertTs:
		m.As(&fCreatedAt)
	case codeDeleteTs:
		m.As(&fDeletedAt)
	default:
		m.Label(names.Name(p.Code))
	}
}

// DecodeEdgeStateValue reads src, all of it. Texts of s alias src or memory that
// s keeps for the next call.
func DecodeEdgeStateValue(src []byte, s *EdgeStateValue) error {
	r := wire.NewReader(src, nil)
	s.Read(&r, nil)
	return r.Finish()
}

// AppendEdgeStateValue appends the cell. On error dst is returned unchanged.
func AppendEdgeStateValue(dst []byte, s *EdgeStateValue) ([]byte, error) {
	if err := onlyOnce(s.Properties, func(p *StateProperty) int32 { return p.Code }); err != nil {
		return dst, err
	}
	active := int8(0)
	if s.Active {
		active = 1
	}
	out := append(dst, hdrByte, order.Int8(active))
	out = appendFixed64(out, hdrLong, order.Int64(s.Version))
	var err error
	for i := range s.Properties {
		p := &s.Properties[i]
		if p.Code == codeInsertTs || p.Code == codeDeleteTs {
			return dst, refuse("properties", "the codes of __InsertTs__ and __DeleteTs__ belong to createdAt and deletedAt")
		}
		out = appendFixed32(out, hdrInt, order.Int32(p.Code))
		if out, err = AppendValue(out, &p.Value, order.Asc); err != nil {
			return dst, err
		}
		out = appendFixed64(out, hdrLong, order.Int64(p.Version))
	}
	out = appendInstant(out, codeInsertTs, s.CreatedAt)
	return appendInstant(out, codeDeleteTs, s.DeletedAt), nil
}

func appendInstant(dst []byte, code int32, at Instant) []byte {
	if !at.Set {
		return dst
	}
	dst = appendFixed32(dst, hdrInt, order.Int32(code))
	dst = appendFixed64(dst, hdrLong, order.Int64(at.Value))
	return appendFixed64(dst, hdrLong, order.Int64(at.Value))
}
