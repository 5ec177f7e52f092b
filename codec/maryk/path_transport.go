package maryk

import (
	"math"

	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/wire"
)

// Kinds of parts after a list, set or map in the transport form of a reference; each is the number
// of an extra-var-int. After a multi type the kind is a plain var-int, 0 or 8.
const (
	kindItem    = 0 // item, or map value
	kindAny     = 1 // any item; in a map: the key itself
	kindAnyVal  = 2
	kindIncItem = 3
	kindAnyKey  = 4

	kindType       = 0
	kindSimpleType = 8
)

// ReadTransportPath reads the next n bytes, or the rest if n is -1, as a property reference in
// transport form, as in the keys and indexes of stored models. Without a model only the number of
// the first property is known.
//
//	property  var-int
//	list      00 and var-int position · 08 any item
//	set       key of field 0, length where the wire type has one, value · 08 any item
//	map       00 and key: value · 08 and key: the key · 10 any value · 18 and var-int · 20 any key
//	multi     00 and var-int type (0: its type) · 08 and var-int type: a simple one
//
// Map keys have no length, so keys that are strings or bytes cannot be read back: a defect of
// upstream's writer.
func ReadTransportPath(r *wire.Reader, n int, m *Model, p *Path) {
	p.Steps, p.Marker = p.Steps[:0], false
	t := transportReader{cursor: newCursor(r, n), p: p}
	t.property(m)
	if t.OK() && t.more() {
		t.FailFound(wire.Trailing, &legend.Reference, "the end of the reference", itoa(t.left())+" more bytes")
	}
}

type transportReader struct {
	cursor
	p *Path
}

func (t *transportReader) property(m *Model) {
	if !t.Enter(&legend.PropertyRef) {
		return
	}
	defer t.Leave()
	at := t.Offset()
	index := uint32(t.varint(&legend.PropertyRef, Bits32))
	if !t.OK() {
		return
	}
	s := Step{Kind: StepProperty, Index: index}
	if m != nil {
		if s.Prop = m.Property(index); s.Prop == nil {
			t.FailAt(wire.BadValue, &legend.PropertyRef, at, "a property of "+m.Name, itoa(index))
			return
		}
		s.Def = s.Prop.Def
		t.Last().Enum(int64(index), s.Prop.Name)
	}
	t.p.push(s)
	t.below(s.Def)
}

// below reads what follows a property, map value or type.
func (t *transportReader) below(d *Definition) {
	if !t.more() {
		return
	}
	if d == nil || d.Type == Embed && d.Model == nil {
		t.p.push(Step{Kind: StepUnknown, Value: Value{Bytes: t.bytes(&legend.Content, t.left())}})
		return
	}
	switch d.Type {
	case Embed:
		t.property(d.Model)
	case MultiType:
		t.typeStep(d)
	case List, Set, Map, IncMap:
		t.item(d)
	}
}

// item reads an item of a collection, or a wildcard.
func (t *transportReader) item(d *Definition) {
	at := t.Offset()
	kind, wt, leaf := t.extra(&legend.PartKind)
	if !t.OK() {
		return
	}
	s := Step{Def: d.Item}
	switch {
	case d.Type == List && kind == kindItem:
		s.Kind = StepListItem
	case d.Type == List && kind == kindAny:
		s.Kind = StepAnyListItem
	case d.Type == Set && kind == kindItem:
		s.Kind = StepSetItem
	case d.Type == Set && kind == kindAny:
		s.Kind = StepAnySetItem
	case d.Type == List || d.Type == Set:
		s.Kind = StepUnknown
	case kind == kindItem:
		s.Kind = StepMapValue
	case kind == kindAny:
		s.Kind, s.Def = StepMapKey, d.Key
	case kind == kindAnyVal:
		s.Kind = StepAnyMapValue
	case kind == kindIncItem && (d.Type == IncMap || t.Lenient()):
		s.Kind = StepIncMapItem
	case kind == kindAnyKey:
		s.Kind, s.Def = StepAnyMapKey, d.Key
	default:
		s.Kind = StepUnknown
	}
	if s.Kind == StepUnknown {
		t.FailAt(wire.BadValue, &legend.PartKind, at, "a kind of "+d.Type.String()+" reference", itoa(kind))
		return
	}
	if wt != 0 && s.Kind != StepSetItem {
		if !t.Lenient() {
			t.FailAt(wire.NonCanonical, &legend.PartKind, at, "no wire type beside the kind", wireNames[wt])
			return
		}
		t.Last().NonCanonical("upstream ignores the wire type beside this kind")
	}
	leaf.Explain(stepWords[s.Kind])
	last := t.p.push(s)
	switch s.Kind {
	case StepListItem, StepIncMapItem:
		last.Index = uint32(t.varint(&legend.ListIndex, Bits32))
	case StepSetItem:
		t.setItem(d.Item, wt, &last.Value)
	case StepMapValue, StepMapKey:
		t.key(d.Key, &last.Value)
	}
	if t.OK() && (s.Kind == StepMapValue || s.Kind == StepAnyMapValue || s.Kind == StepIncMapItem) {
		t.below(d.Item)
	}
}

// stepWords describes a step in words.
var stepWords = [...]string{
	StepProperty: "property", StepListItem: "item of a list", StepAnyListItem: "any item of a list", StepSetItem: "item of a set",
	StepAnySetItem: "any item of a set", StepMapValue: "value of a map", StepMapKey: "key of a map", StepAnyMapValue: "any value of a map",
	StepAnyMapKey: "any key of a map", StepIncMapItem: "position in an incrementing map", StepType: "type", StepTypeOf: "the type itself",
	StepSimpleType: "simple type", StepUnknown: "unknown",
}

func (t *transportReader) setItem(d *Definition, wt uint8, v *Value) {
	if want := d.wireType(); wt != want {
		t.FailFound(wire.BadType, &legend.SetItem, wireNames[want], wireNames[wt])
		return
	}
	part := t.cursor
	if wt == wireBytes {
		n := t.varint(&legend.ItemLength, Bits32)
		if t.OK() && n > uint64(t.left()) {
			t.short(&legend.SetItem, int64(n), t.left(), "")
			return
		}
		part = t.sub(int(n))
	}
	part.scalar(&legend.SetItem, d, v)
	if t.OK() && wt == wireBytes && part.more() {
		t.FailFound(wire.Trailing, &legend.SetItem, "the end of the item", itoa(part.left())+" more bytes")
	}
}

func (t *transportReader) key(d *Definition, v *Value) {
	if d.wireType() == wireBytes {
		t.FailFound(wire.BadType, &legend.MapKey, "a key that has a length of its own",
			"a "+d.typeName()+", which upstream writes without a length")
		return
	}
	t.scalar(&legend.MapKey, d, v)
}

// typeStep reads a type of a multi type.
func (t *transportReader) typeStep(d *Definition) {
	at := t.Offset()
	kind := t.varint(&legend.PartKind, Bits32)
	if t.OK() && kind != kindType && kind != kindSimpleType {
		t.FailAt(wire.BadValue, &legend.PartKind, at, "0 (a type) or 8 (a simple type)", utoa(kind))
		return
	}
	at = t.Offset()
	index := t.varint(&legend.TypeRef, Bits32)
	if !t.OK() {
		return
	}
	if index == 0 && kind == kindSimpleType && !t.Lenient() {
		t.FailAt(wire.NonCanonical, &legend.TypeRef, at, "a type from 1", "0, which is the type itself only after 0")
		return
	}
	if index == 0 {
		t.p.push(Step{Kind: StepTypeOf, Def: typeOf(d)})
		return
	}
	k := d.Cases.Case(uint32(min(index, math.MaxUint32)))
	if k == nil {
		t.FailAt(wire.BadValue, &legend.TypeRef, at, "a type of "+d.Cases.Name, utoa(index))
		return
	}
	t.Last().Enum(int64(index), k.Name)
	s := Step{Kind: StepType, Index: k.Index, Def: k.Def, name: k.Name}
	if kind == kindSimpleType {
		s.Kind = StepSimpleType
	}
	t.p.push(s)
	if s.Kind == StepType {
		t.below(k.Def)
	}
}

// typeOf returns the definition of the type of a multi type: an enum of its types.
func typeOf(d *Definition) *Definition {
	return &Definition{Type: Enum, Cases: d.Cases, Required: d.Required, Final: d.TypeIsFinal && d.Final}
}

// AppendTransportPath appends a reference in transport form.
func AppendTransportPath(dst []byte, p *Path) ([]byte, error) {
	out := dst
	for i := range p.Steps {
		var err error
		if out, err = p.Steps[i].appendTransport(out); err != nil {
			return dst, err
		}
	}
	return out, nil
}

func (s *Step) appendTransport(dst []byte) ([]byte, error) {
	switch s.Kind {
	case StepProperty:
		return AppendVarint(dst, uint64(s.Index)), nil
	case StepListItem:
		return AppendVarint(AppendExtra(dst, kindItem, 0), uint64(s.Index)), nil
	case StepAnyListItem, StepAnySetItem:
		return AppendExtra(dst, kindAny, 0), nil
	case StepSetItem:
		d := s.Value.Def
		b, err := appendScalar(nil, d, &s.Value)
		if err != nil {
			return dst, err
		}
		dst = AppendExtra(dst, kindItem, d.wireType())
		if d.wireType() == wireBytes {
			dst = AppendVarint(dst, uint64(len(b)))
		}
		return append(dst, b...), nil
	case StepMapValue:
		return appendScalar(AppendExtra(dst, kindItem, 0), s.Value.Def, &s.Value)
	case StepMapKey:
		return appendScalar(AppendExtra(dst, kindAny, 0), s.Value.Def, &s.Value)
	case StepAnyMapValue:
		return AppendExtra(dst, kindAnyVal, 0), nil
	case StepIncMapItem:
		return AppendVarint(AppendExtra(dst, kindIncItem, 0), uint64(s.Index)), nil
	case StepAnyMapKey:
		return AppendExtra(dst, kindAnyKey, 0), nil
	case StepType:
		return AppendVarint(append(dst, kindType), uint64(s.Index)), nil
	case StepTypeOf:
		return append(dst, kindType, 0), nil
	case StepSimpleType:
		return AppendVarint(append(dst, kindSimpleType), uint64(s.Index)), nil
	}
	return append(dst, s.Value.Bytes...), nil
}
