package accumulograph

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// descriptor reads a class descriptor, or a reference to one; it returns -1 for null.
//
//	72, name utf, serialVersionUID 8, flags 1, field count 2, fields, annotation, super
//	7d, interface count 4, names utf, annotation, super
func (p *parser) descriptor() int32 {
	r := p.r
	if !p.going() || !r.EnterTo(&fDescriptor, objectDepth+wire.DepthMax) {
		return -1
	}
	r.Begin(&fDescriptor)
	b, ok := r.Peek()
	i := int32(-1)
	switch {
	case !ok:
		r.Fail(wire.Truncated, &fDescriptor, "a class descriptor")
	case b == tcNull:
		p.code()
	case b == tcReference:
		i = p.reference(true)
	case b == tcDescriptor:
		i = p.class()
	case b == tcProxy:
		i = p.proxy()
	default:
		r.Fail(wire.BadHeader, &fDescriptor, "a class descriptor")
	}
	if !r.OK() {
		return -1
	}
	if i >= 0 && r.Rec() != nil {
		r.Group().Label(string(modifiedText(p.o.classes[i].name)))
	}
	r.End()
	r.Leave()
	return i
}

// addClass makes a class that references may name from now on.
func (p *parser) addClass(c class) int32 {
	p.o.classes = append(p.o.classes, c)
	i := int32(len(p.o.classes) - 1)
	p.handles = append(p.handles, handle{class: true, index: i})
	return i
}

func (p *parser) class() int32 {
	r := p.r
	p.code()
	name := p.utf(&fClassName, false)
	uid := r.Take(&fSerial, 8, "")
	if t := r.Rec(); t != nil {
		t.Leaf(&fSerial, r.Offset()-8, r.Offset(), span.IntValue(int64(bits('J', uid))))
	}
	i := p.addClass(class{name: name, super: -1})
	p.o.classes[i].flags = r.Uint8(&fFlags)
	at := r.Offset()
	n := int(r.Uint16(&fCount))
	if n > math.MaxInt16 && r.Lenient() {
		n = 0 // negative to ObjectInputStream
	}
	const least = 3 // bytes of a field: type and an empty name
	if r.OK() && n*least > r.Left() {
		r.FailAt(wire.Truncated, &fCount, at, "at most "+strconv.Itoa(r.Left()/least)+" fields", strconv.Itoa(n))
	}
	var fields []field
	prims := 0
	for ; n > 0 && p.going(); n-- {
		f := p.field()
		fields = append(fields, f)
		prims += primitive(f.code)
	}
	p.o.classes[i].fields, p.o.classes[i].prims = fields, prims
	p.super(i)
	return i
}

// field reads type, name and, for objects, the name of the class.
func (p *parser) field() (f field) {
	r := p.r
	at := r.Offset()
	f.code = r.Uint8(&fFieldType)
	f.name = p.utf(&fFieldName, false)
	switch {
	case f.code == '[' || f.code == 'L':
		p.name(&fFieldType)
	case r.OK() && primitive(f.code) == 0:
		r.FailAt(wire.BadValue, &fFieldType, at, "a type code, one of BCDFIJSZ[L", "")
	}
	return f
}

// super reads the annotation and superclass, which end every descriptor.
func (p *parser) super(i int32) {
	p.contents()
	at := p.r.Offset()
	super := p.descriptor()
	if !p.going() {
		return
	}
	c := &p.o.classes[i]
	if super >= 0 {
		if !p.o.classes[super].done {
			p.r.FailAt(wire.BadValue, &fDescriptor, at, "a class that is not its own superclass", "")
			return
		}
		if c.depth = p.o.classes[super].depth + 1; c.depth > wire.DepthMax {
			p.r.FailAt(wire.Limit, &fDescriptor, at, "at most "+strconv.Itoa(wire.DepthMax)+" classes above each other", "a deeper one")
			return
		}
	}
	c.super, c.done = super, true
}

func (p *parser) proxy() int32 {
	r := p.r
	p.code()
	i := p.addClass(class{super: -1, proxy: true, flags: flagSerializable})
	at := r.Offset()
	n := int64(int32(r.Uint32(&fCount)))
	const least = 2 // bytes of an empty name
	if r.OK() && (n < 0 || n*least > int64(r.Left())) {
		r.FailAt(wire.Truncated, &fCount, at, "at most "+strconv.Itoa(r.Left()/least)+" interfaces", strconv.FormatInt(n, 10))
	}
	var faces [][]byte
	for ; n > 0 && p.going(); n-- {
		faces = append(faces, p.utf(&fClassName, false))
	}
	p.o.classes[i].faces = faces
	p.super(i)
	return i
}
