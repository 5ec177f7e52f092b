package maryk

import (
	"errors"

	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/maryk/text"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Part is the kind of a key or index part; its value is the stored number.
type Part uint8

// The parts.
const (
	PartUUIDv4 Part = iota + 1
	PartRef
	PartReversed
	PartMultiple
	PartRefToMax
	PartUUIDv7
	PartNormalize // written by releases 0.9 to 0.11
	PartSplit
	PartAnyOf
	PartGeoHash
	PartNormalizeV2
	parts
)

var partNames = [parts]string{
	"", "UUIDv4", "Ref", "Reversed", "Multiple", "RefToMax", "UUIDv7", "Normalize", "Split", "AnyOf", "GeoHash", "NormalizeV2",
}

// String returns upstream's name for the part.
func (p Part) String() string {
	if p < parts {
		return partNames[p]
	}
	return ""
}

// ParsePart returns the part that upstream calls s.
func ParsePart(s string) (Part, bool) {
	for p := PartUUIDv4; p < parts; p++ {
		if partNames[p] == s {
			return p, true
		}
	}
	return 0, false
}

// Index is a key or index, or a part of one: it says which value of a record is stored, and how it
// is written. The members that each part uses:
//
//	UUIDv4, UUIDv7             made by the writer; keys only
//	Ref, Reversed, RefToMax    Path
//	GeoHash                    Path, Bits
//	Normalize, NormalizeV2     Of
//	Split                      Of, On
//	AnyOf                      Parts, Name
//	Multiple                   Parts
type Index struct {
	Part  Part
	Path  Path // for a part with a reference; linked by NewSchema
	Of    *Index
	Parts []*Index
	On    text.SplitOn
	Bits  uint32  // for a GeoHash: its precision
	Name  *string // for an AnyOf

	// Reference is the name of the index table: the bytes described in
	// docs/formats/maryk-core.md#index-references. Linking sets it on whole indexes.
	Reference []byte

	words     string // what String returns; linking sets it on whole indexes
	transport []byte // the reference as stored in the model
	at        int    // its offset in the model part
}

// bitsDefault is the precision of a GeoHash whose definition does not set it.
const bitsDefault = 32

// GeoHashBits reports whether a geohash may have this many bits: a multiple of 8, from 8 to 48.
func GeoHashBits(bits uint32) bool { return bits%8 == 0 && bits >= 8 && bits <= 48 }

// leaves returns the innermost parts of a key or index: references, geohashes and UUIDs.
func (x *Index) leaves() []*Index { return x.appendLeaves(nil) }

func (x *Index) appendLeaves(list []*Index) []*Index {
	switch x.Part {
	case PartMultiple, PartAnyOf:
		for _, p := range x.Parts {
			list = p.appendLeaves(list)
		}
		return list
	case PartNormalize, PartNormalizeV2, PartSplit:
		return x.Of.appendLeaves(list)
	}
	return append(list, x)
}

// Values returns the parts that a key or entry has one value for: a Multiple's parts, or the part
// itself.
func (x *Index) Values() []*Index {
	if x.Part == PartMultiple {
		return x.Parts
	}
	return []*Index{x}
}

// hasPath reports whether the part itself has a reference.
func (x *Index) hasPath() bool {
	switch x.Part {
	case PartRef, PartReversed, PartRefToMax, PartGeoHash:
		return true
	}
	return false
}

// resolve makes a path from the reference in the model.
func (x *Index) resolve(m *Model) error {
	if !x.hasPath() || x.transport == nil || len(x.Path.Steps) > 0 {
		return nil
	}
	r := wire.NewReader(x.transport, nil)
	r.SetLenient(true)
	ReadTransportPath(&r, -1, m, &x.Path)
	if err := r.Finish(); err != nil {
		var e *wire.Error
		if errors.As(err, &e) {
			e.Offset += x.at
		}
		return err
	}
	return nil
}

// complete reports whether the whole path is known.
func (p *Path) complete() bool {
	last := p.Last()
	return last != nil && last.Kind != StepUnknown
}

// def returns the definition of a leaf's value. It is nil if unknown, or if no property types the
// part (UUID, GeoHash).
func (x *Index) def() *Definition {
	if !x.hasPath() || x.Part == PartGeoHash {
		return nil
	}
	return x.Path.valueDef()
}

// index reads a one-field message { number of the part: its content }.
func (m *message) index(f *span.Field) *Index {
	if !m.expect(f, wireBytes) || !m.Enter(f) {
		return nil
	}
	defer m.Leave()
	at := m.Offset()
	outer := m.open(f)
	var x *Index
	for {
		num, _, ok := outer.next()
		if !ok {
			break
		}
		x = outer.partField(f, num)
	}
	m.close(outer)
	if m.OK() && x == nil {
		m.FailAt(wire.Missing, f, at, "a part", "none")
	}
	return x
}

// partField reads the field whose number is the kind of part.
func (m *message) partField(f *span.Field, num uint32) *Index {
	if num >= uint32(parts) {
		m.FailFound(wire.BadValue, f, "a part type from 1 to 11", itoa(num))
		return nil
	}
	if !m.expect(f, wireBytes) {
		return nil
	}
	inner := m.open(&legend.IndexPart)
	x := inner.indexPart(Part(num))
	m.close(inner)
	m.Last().Label(Part(num).String())
	return x
}

// indexPart reads the content of one kind of part.
func (m *message) indexPart(p Part) *Index {
	x := &Index{Part: p, Bits: 0}
	at := m.Offset()
	switch p {
	case PartRef:
		x.at = at
		x.transport = append([]byte{}, m.bytes(&legend.Reference, m.left())...)
	default:
		if p == PartGeoHash {
			x.Bits = bitsDefault
		}
		for {
			num, _, ok := m.next()
			if !ok {
				break
			}
			m.indexField(x, num)
		}
	}
	if m.OK() {
		if what := x.lacks(); what != "" {
			m.FailAt(wire.Missing, &legend.IndexPart, at, what, "none")
		}
	}
	return x
}

// indexField reads one field of a part's message.
func (m *message) indexField(x *Index, num uint32) {
	switch p := x.Part; {
	case num == 1 && (p == PartReversed || p == PartRefToMax || p == PartGeoHash):
		if !m.expect(&legend.Reference, wireBytes) {
			return
		}
		inner := m.open(&legend.Reference)
		x.at = inner.Offset()
		x.transport = append([]byte{}, inner.bytes(&legend.Content, inner.left())...)
		m.close(inner)
	case num == 1 && (p == PartNormalize || p == PartNormalizeV2 || p == PartSplit):
		x.Of = m.index(&legend.IndexOf)
	case num == 1 && p == PartMultiple, num == 2 && p == PartAnyOf:
		x.Parts = append(x.Parts, m.index(&legend.IndexOf))
	case num == 1 && p == PartAnyOf:
		name := m.string(&legend.IndexName)
		x.Name = &name
	case num == 2 && p == PartSplit:
		x.On = text.SplitOn(m.enum(&legend.SplitOn, func(n uint32) string { return text.SplitOn(min(n, 255)).String() }))
	case num == 2 && p == PartGeoHash:
		at := m.Offset()
		x.Bits = m.uint32(&legend.PrecisionBits)
		if m.OK() && !GeoHashBits(x.Bits) {
			m.FailAt(wire.BadValue, &legend.PrecisionBits, at, "8, 16, 24, 32, 40 or 48 bits", itoa(x.Bits))
		}
	default:
		m.skip()
	}
}

// lacks returns the required field that a part is missing.
func (x *Index) lacks() string {
	switch x.Part {
	case PartRef, PartReversed, PartRefToMax, PartGeoHash:
		if len(x.transport) == 0 {
			return "a property reference"
		}
	case PartMultiple, PartAnyOf:
		if len(x.Parts) == 0 {
			return "at least one part"
		}
	case PartNormalize, PartNormalizeV2, PartSplit:
		if x.Of == nil {
			return "the part that it is of"
		}
		if x.Part == PartSplit && x.On == 0 {
			return "where to split"
		}
	}
	return ""
}

// appendIndex appends the one-field message of a part.
func appendIndex(dst []byte, x *Index) ([]byte, error) {
	var inner []byte
	var err error
	switch x.Part {
	case PartRef, PartReversed, PartRefToMax, PartGeoHash:
		ref := x.transport // as stored, if its model is unknown
		if x.Path.complete() {
			if ref, err = AppendTransportPath(nil, &x.Path); err != nil {
				return dst, err
			}
		}
		if x.Part == PartRef {
			inner = ref
			break
		}
		inner = appendDelimited(nil, 1, ref)
		if x.Part == PartGeoHash {
			inner = AppendVarint(AppendExtra(inner, 2, wireVarint), uint64(x.Bits))
		}
	case PartMultiple, PartAnyOf:
		field := uint32(1)
		if x.Part == PartAnyOf {
			field = 2
			if x.Name != nil {
				inner = appendDelimited(nil, 1, []byte(*x.Name))
			}
		}
		for _, p := range x.Parts {
			part, err := appendIndex(nil, p)
			if err != nil {
				return dst, err
			}
			inner = appendDelimited(inner, field, part)
		}
	case PartNormalize, PartNormalizeV2, PartSplit:
		part, err := appendIndex(nil, x.Of)
		if err != nil {
			return dst, err
		}
		inner = appendDelimited(nil, 1, part)
		if x.Part == PartSplit {
			inner = AppendVarint(AppendExtra(inner, 2, wireVarint), uint64(x.On))
		}
	}
	return appendDelimited(dst, uint32(x.Part), inner), nil
}
