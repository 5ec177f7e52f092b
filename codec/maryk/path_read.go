package maryk

import (
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// PathOptions control how a path is read.
type PathOptions struct {
	// Known refuses properties and types that the model lacks. Without it they are kept as numbers,
	// since a newer version of the model may have them.
	Known bool

	// Lenient reads bytes outside the grammar as upstream's decoder does: it ignores a wrong tag if
	// the bytes end after the property, and drops everything after a complete item, map key or
	// type.
	Lenient bool
}

// ReadPath reads the next n bytes, or the rest if n is -1, as a property reference or as the
// qualifier of a cell; both have the same grammar. Without a model the parts are still separated,
// because they identify themselves.
//
//	property      number, tag       1 to 5 bytes, see AppendExtra
//	  VALUE       end: simple value, or multi type · else type: number, tag 5, then a value part
//	  LIST        end: size · else 4 bytes: position
//	  SET         end: size · else length and item
//	  MAP         end: size · else length and key, then a value part
//	  EMBED       end: exists · else a property of the embedded model
//	value part    end · type · a property of the embedded model · 02, 03 or 04 and then as a LIST, SET or MAP
//
// Order: a parent's cell sorts directly before its children; properties do not sort
// by number from 16 on.
func ReadPath(r *wire.Reader, n int, m *Model, o PathOptions, p *Path) {
	c := newCursor(r, n)
	if n > r.Left() {
		c.short(&legend.Reference, int64(n), r.Left(), "")
		return
	}
	if o.Lenient && c.OK() {
		if stop := upstreamStop(c.ahead(), m, o); stop >= 0 {
			c.dropped(stop, m, o, p)
			return
		}
	}
	pr := pathReader{cursor: c, o: o, p: p}
	pr.path(m)
}

// upstreamStop tries the whole grammar. If the bytes do not fit it, it returns where upstream's
// decoder would stop; -1 if they fit, or if upstream refuses them too.
func upstreamStop(b []byte, m *Model, o PathOptions) int {
	r := wire.NewReader(b, nil)
	r.SetLenient(true)
	var p Path
	pr := pathReader{cursor: newCursor(&r, -1), o: o, p: &p, stop: -1}
	pr.path(m)
	if r.OK() && !pr.more() {
		return -1
	}
	return pr.stop
}

// dropped reads up to where upstream stops, and the rest as dropped bytes.
func (c *cursor) dropped(stop int, m *Model, o PathOptions, p *Path) {
	pr := pathReader{cursor: c.sub(stop), o: o, p: p, stop: -1}
	pr.path(m)
	at, b := c.Offset(), c.ahead()
	c.Skip(len(b))
	leaf := c.Leaf(&legend.Dropped, at, span.BytesValue(b))
	leaf.NonCanonical("upstream's decoder stops before these bytes and drops them")
}

// pathReader reads one path.
type pathReader struct {
	cursor
	o    PathOptions
	p    *Path
	stop int // offset after the first complete item, key or type; -1 before it
}

func (r *pathReader) path(m *Model) {
	r.stop = -1
	r.p.Steps, r.p.Marker = r.p.Steps[:0], false
	r.property(m, m != nil)
	if r.OK() && r.more() {
		r.FailFound(wire.Trailing, &legend.Reference, "the end of the reference", itoa(r.left())+" more bytes")
	}
}

// complete marks the place where upstream's decoder is satisfied.
func (r *pathReader) complete() {
	if r.stop < 0 && r.OK() {
		r.stop = r.Offset()
	}
}

// property reads a property and everything below it. known means that m must list the property.
func (r *pathReader) property(m *Model, known bool) {
	if !r.Enter(&legend.PropertyRef) {
		return
	}
	defer r.Leave()
	at := r.Offset()
	index, tag, leaf := r.extra(&legend.PropertyRef)
	if !r.OK() {
		return
	}
	s := Step{Kind: StepProperty, Index: index, tag: tag}
	if m != nil {
		if s.Prop = m.Property(index); s.Prop != nil {
			s.Def = s.Prop.Def
		}
	}
	switch {
	case tag > TagEmbed:
		r.FailAt(wire.BadType, &legend.PropertyRef, at, "a reference type from 0 to 6", "7")
	case index == 0:
		r.FailAt(wire.BadValue, &legend.PropertyRef, at, "a property from 1 on", "0")
	case s.Def == nil && known && r.o.Known:
		r.FailAt(wire.BadValue, &legend.PropertyRef, at, "a property of "+m.Name, itoa(index))
	case s.Def != nil && tag != tagOf(s.Def.Type):
		r.wrongTag(at, &s, tag)
	}
	if !r.OK() {
		return
	}
	if leaf.Recorded() {
		s.mark(leaf)
	}
	s.End = r.Offset()
	r.p.push(s)
	if r.more() {
		r.below(s.Def, s.tag, tag)
	}
}

// wrongTag decides about a tag that does not match the property; upstream ignores it if the bytes
// end there.
func (r *pathReader) wrongTag(at int, s *Step, tag uint8) {
	want := tagOf(s.Def.Type)
	if r.o.Lenient && !r.more() && r.stop < 0 {
		return
	}
	r.FailAt(wire.BadType, &legend.PropertyRef, at, "tag "+itoa(want)+" ("+tagNames[want]+"), that of "+s.Prop.Name, itoa(tag))
}

// mark names the property of a step's number, and what its tag means.
func (s *Step) mark(leaf wire.Mark) {
	name := ""
	if s.Prop != nil {
		name = s.Prop.Name
	}
	leaf.Enum(int64(s.Index), name)
	odd := s.Def != nil && s.tag != tagOf(s.Def.Type)
	if odd {
		leaf.Flag(span.NonCanonical)
	}
	if !leaf.Worded() {
		return
	}
	note := tagNames[s.tag]
	switch {
	case odd:
		note = "tag " + itoa(s.tag) + " is not that of the property; upstream ignores it here"
	case s.Def != nil:
		note += ", " + s.Def.typeName()
	}
	if s.Index > 15 {
		note += "; from 16 on, properties do not sort by number"
	}
	leaf.Explain(note)
}

// below reads what follows a property with the tag; d may be nil.
func (r *pathReader) below(d *Definition, own, tag uint8) {
	switch {
	case d != nil && d.Type == Embed:
		r.property(d.Model, d.Model != nil)
	case d != nil && d.Type == MultiType:
		r.typeStep(d)
	case d != nil && d.Simple():
		r.FailFound(wire.Trailing, &legend.Reference, "the end, after a simple value", itoa(r.left())+" more bytes")
	case tag == TagEmbed:
		r.property(nil, false)
	case tag == TagValue:
		r.typeStep(nil)
	case tag == TagDelete || tag == TagType:
		r.FailFound(wire.Trailing, &legend.Reference, "the end, after tag "+itoa(own), itoa(r.left())+" more bytes")
	default:
		r.collection(d, tag)
	}
}

// collection reads an item of a list, set or map.
func (r *pathReader) collection(d *Definition, tag uint8) {
	switch tag {
	case TagList:
		b := r.take(&legend.ListIndex, 4, "4 bytes")
		if b == nil {
			return
		}
		index := uint32(bigEndian(b, false))
		if r.Rec() != nil {
			r.Leaf(&legend.ListIndex, r.Offset()-4, span.UintValue(uint64(index)))
		}
		r.p.push(Step{Kind: StepListItem, Index: index, Def: itemOf(d), tag: TagValue, End: r.Offset()})
	case TagSet:
		s := r.p.push(Step{Kind: StepSetItem, Def: itemOf(d), tag: TagValue})
		r.item(&legend.SetItem, itemOf(d), &s.Value)
		s.End = r.Offset()
	case TagMap:
		s := r.p.push(Step{Kind: StepMapValue, Def: itemOf(d), tag: TagValue})
		r.item(&legend.MapKey, keyOf(d), &s.Value)
		s.End = r.Offset()
		r.complete()
		if r.OK() && r.more() {
			r.valuePart(itemOf(d))
		}
		return
	}
	r.complete()
}

func itemOf(d *Definition) *Definition {
	if d == nil {
		return nil
	}
	return d.Item
}

func keyOf(d *Definition) *Definition {
	if d == nil {
		return nil
	}
	return d.Key
}

// item reads a var-int length and that many bytes.
func (r *pathReader) item(f *span.Field, d *Definition, v *Value) {
	n := r.varint(&legend.ItemLength, Bits32)
	if !r.OK() {
		return
	}
	if n > uint64(r.left()) {
		r.short(f, int64(n), r.left(), "")
		return
	}
	part := r.sub(int(n))
	if d == nil {
		*v = Value{Bytes: part.bytes(f, int(n))}
		return
	}
	part.value(f, d, false, v)
}

// typeStep reads the type of a complex value of a multi type.
func (r *pathReader) typeStep(d *Definition) {
	if !r.Enter(&legend.TypeRef) {
		return
	}
	defer r.Leave()
	at := r.Offset()
	index, tag, leaf := r.extra(&legend.TypeRef)
	if !r.OK() {
		return
	}
	if tag != TagType {
		r.FailAt(wire.BadType, &legend.TypeRef, at, "tag 5 (type)", itoa(tag))
		return
	}
	s := Step{Kind: StepType, Index: index, tag: TagValue}
	if d != nil {
		if k := d.Cases.Case(index); k != nil {
			s.Def, s.name = k.Def, k.Name
		} else if r.o.Known {
			r.FailAt(wire.BadValue, &legend.TypeRef, at, "a type of "+d.Cases.Name, itoa(index))
			return
		}
	}
	leaf.Enum(int64(index), s.name)
	s.End = r.Offset()
	r.p.push(s)
	r.complete()
	if r.more() {
		r.valuePart(s.Def)
	}
}

// valuePart reads what follows a map key or a type.
func (r *pathReader) valuePart(d *Definition) {
	if d == nil {
		r.unknownPart()
		return
	}
	switch d.Type {
	case Embed:
		r.property(d.Model, d.Model != nil)
	case MultiType:
		r.typeStep(d)
	case List, Set, Map, IncMap:
		r.marked(d, tagOf(d.Type))
	default:
		r.FailFound(wire.Trailing, &legend.Reference, "the end, after a simple value", itoa(r.left())+" more bytes")
	}
}

// marked reads the marker byte of a collection and what follows it.
func (r *pathReader) marked(d *Definition, tag uint8) {
	if !r.Enter(&legend.Marker) {
		return
	}
	defer r.Leave()
	b := r.ahead()
	if len(b) > 0 && b[0] != tag {
		r.FailFound(wire.BadValue, &legend.Marker, "the marker 0"+itoa(tag)+" of a "+tagNames[tag], "")
		return
	}
	r.take(&legend.Marker, 1, "")
	if r.Rec() != nil {
		r.Leaf(&legend.Marker, r.Offset()-1, span.EnumValue(int64(tag), tagNames[tag]))
	}
	r.p.Last().tag = tag
	if r.more() {
		r.collection(d, tag)
		return
	}
	r.p.Marker = true
}

// unknownPart is valuePart without a definition: a marker has the number 0, a type has the tag 5,
// and everything else is a property.
func (r *pathReader) unknownPart() {
	b := r.ahead()
	switch {
	case b[0] >= TagList && b[0] <= TagMap:
		r.marked(nil, b[0])
	case b[0]&7 == TagType:
		r.typeStep(nil)
	default:
		r.p.Last().tag = TagEmbed
		r.property(nil, false)
	}
}

// DecodePath reads all of src as a reference or qualifier. Values in it alias src.
func DecodePath(src []byte, m *Model, o PathOptions, p *Path) error {
	r := wire.NewReader(src, nil)
	r.SetLenient(o.Lenient)
	ReadPath(&r, -1, m, o, p)
	return r.Finish()
}
