package accumulograph

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// external reads the data of an externalisable class, which only the class itself understands.
func (p *parser) external(s *section) {
	if p.o.classes[s.class].flags&flagBlockData == 0 {
		p.r.Fail(wire.BadValue, &fFlags, "externalisable data in blocks, as every JDK since 1.2 writes it")
	}
	s.extra = p.contents()
}

// section reads what one class wrote: primitive fields, other fields and, if it has a writeObject,
// more.
func (p *parser) section(s *section) {
	r := p.r
	c := p.o.classes[s.class] // a copy: reading may move the list
	from := r.Offset()
	if from == p.opaqueAt {
		s.opaque = r.Rest(&fOpaque)
		p.stopped = true
		return
	}
	s.prims = p.primitives(&c)
	for _, f := range c.fields {
		if primitive(f.code) > 0 {
			continue
		}
		if !p.going() {
			break
		}
		s.objs = append(s.objs, p.object())
	}
	if c.flags&flagWriteMethod != 0 {
		s.extra = p.contents()
	}
	own := c.flags&flagWriteMethod != 0 && len(c.fields) > 0 && !strings.HasPrefix(string(c.name), "java.")
	if own && !r.OK() && p.broken < 0 {
		p.broken = from
	}
}

// primitives reads the primitive fields of a class.
func (p *parser) primitives(c *class) []byte {
	r := p.r
	if c.prims == 0 || !p.going() {
		return nil
	}
	p.checkBooleanFields(c)
	b := r.Take(&fPrimitive, c.prims, strconv.Itoa(c.prims)+" bytes of primitive fields")
	if t := r.Rec(); t != nil {
		at := 0
		for _, f := range c.fields {
			size := primitive(f.code)
			if size == 0 {
				continue
			}
			from := r.Offset() - c.prims + at
			if n := t.Leaf(&fPrimitive, from, from+size, primitiveValue(f.code, b[at:at+size])); n != nil {
				n.Label = string(modifiedText(f.name))
			}
			at += size
		}
	}
	return b
}

// checkBooleanFields checks the boolean fields before they are read.
func (p *parser) checkBooleanFields(c *class) {
	b := p.r.Ahead()
	if len(b) < c.prims {
		return
	}
	at := 0
	for _, f := range c.fields {
		size := primitive(f.code)
		if f.code == 'Z' {
			p.checkBooleans(&fPrimitive, b[at:at+1], p.r.Offset()+at)
		}
		at += size
	}
}

// primitiveValue returns a primitive as the value of a tree node.
func primitiveValue(code byte, b []byte) span.Value {
	v := bits(code, b)
	switch code {
	case 'Z':
		return span.BoolValue(v != 0)
	case 'F':
		return span.Float32Value(uint32(v))
	case 'D':
		return span.Float64Value(v)
	case 'C':
		return span.UintValue(v)
	}
	return span.IntValue(int64(v))
}

// contents reads what writeObject wrote, up to the end of block data.
func (p *parser) contents() (list []content) {
	r := p.r
	for p.going() {
		b, ok := r.Peek()
		switch {
		case !ok:
			r.Fail(wire.Truncated, &fTypeCode, "block data, an object, or their end")
		case b == tcEnd:
			p.code()
			return list
		case b == tcBlock || b == tcLongBlock:
			block := p.block()
			if n := len(list) - 1; n >= 0 && list[n].obj < 0 {
				list[n].block = append(list[n].block, block...)
			} else {
				list = append(list, content{block: block, obj: -1})
			}
		default:
			list = append(list, content{obj: p.object()})
		}
	}
	return list
}

// block reads one piece of block data.
func (p *parser) block() []byte {
	r := p.r
	at := r.Offset()
	var n uint32
	long := p.code() == tcLongBlock
	lengthAt := r.Offset()
	if long {
		n = r.Uint32(&fLength)
	} else {
		n = uint32(r.Uint8(&fLength))
	}
	if long && r.OK() && n < 1<<8 && !r.Lenient() {
		r.FailAt(wire.NonCanonical, &fTypeCode, at, "0x77 for a short block", "")
	}
	if r.OK() && uint64(n) > uint64(r.Left()) {
		r.FailAt(wire.Truncated, &fLength, lengthAt, "a length of at most "+strconv.Itoa(r.Left()), strconv.FormatUint(uint64(n), 10))
	}
	return r.Bytes(&fBlock, int(n))
}
