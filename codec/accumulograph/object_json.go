package accumulograph

import (
	"math"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/value"
)

// shower writes an object as a model. References turn the bytes into a graph, and a few of them can
// expand to a tree of any size. So once the output is a multiple of the stream's length, an object
// that was already shown is only named.
type shower struct {
	o     *Object
	w     *value.Writer
	state []uint8 // of each node
	limit int     // of the writer's output
	depth int

	todo []step // a stack: the last one comes first
	next []step // of the node being written, in order
}

const (
	isOpen  = 1 // its members are being written; if it occurs again, that is a cycle
	isShown = 2

	shownFactor = 32
	shownSpare  = 8192
	showDepth   = objectDepth
)

// write writes the object's model.
func (o *Object) write(w *value.Writer) {
	s := shower{o: o, w: w, state: make([]uint8, len(o.nodes)), limit: len(w.Buf) + shownFactor*o.size + shownSpare}
	s.run(o.top)
}

func (s *shower) open(name string) {
	s.w.Object()
	s.w.Key("type")
	s.w.String(name)
}

// show begins the model of a node and queues the rest of it.
func (s *shower) show(i int32) {
	n := &s.o.nodes[i]
	name := s.typeName(n)
	s.open(name)
	switch {
	case n.kind == nullNode, s.state[i]&isOpen != 0: // nothing, or a cycle
		s.w.EndObject()
		return
	case s.depth >= showDepth || s.state[i]&isShown != 0 && len(s.w.Buf) > s.limit:
		s.w.Key("again")
		s.w.Bool(true)
		s.w.EndObject()
		return
	}
	s.state[i] |= isOpen
	s.depth++
	s.members(n, name)
	s.queue(step{do: endNode, node: i})
}

// scalars are the classes with a dedicated type.
var scalars = map[string]Kind{
	"java.lang.Integer": Integer, "java.lang.Long": Long, "java.lang.Short": Short, "java.lang.Byte": Byte, "java.lang.Double": Double,
	"java.lang.Float": Float, "java.lang.Boolean": Boolean, "java.lang.Character": Character, "java.util.Date": Date,
}

// typeName returns the type of a node's model.
func (s *shower) typeName(n *node) string {
	switch n.kind {
	case nullNode:
		return "null"
	case stringNode:
		return "string"
	case enumNode:
		return "enum"
	case classNode:
		return "java.lang.Class"
	case descriptorNode:
		return "java.io.ObjectStreamClass"
	}
	name := s.o.className(n)
	if k, ok := scalars[name]; ok && n.kind == objectNode {
		if _, ok := s.o.scalar(n, name, k); ok {
			return k.String()
		}
	}
	return name
}

// scalar reads a boxed value or a date.
func (o *Object) scalar(n *node, name string, k Kind) (v Value, ok bool) {
	sec := o.section(n, name)
	v.Kind = k
	if k != Date {
		if v.Num, ok = o.number(sec, "value"); k == Boolean && v.Num != 0 {
			v.Num = 1 // Java reads any other byte as true
		}
		return v, ok
	}
	if sec == nil || len(sec.extra) == 0 || len(sec.extra[0].block) < 8 {
		return v, false
	}
	v.Num = bits('J', sec.extra[0].block[:8])
	return v, true
}

// members writes what follows the type.
func (s *shower) members(n *node, name string) {
	w := s.w
	switch n.kind {
	case stringNode:
		s.text(n.raw)
	case enumNode:
		w.Key("class")
		w.String(s.o.className(n))
		w.Key("value")
		if len(n.items) > 0 {
			w.Text(modifiedText(s.o.nodes[n.items[0]].raw))
		} else {
			w.Null()
		}
	case classNode, descriptorNode:
		w.Key("class")
		if n.class < 0 {
			w.Null()
		} else {
			w.String(s.o.className(n))
		}
	case arrayNode:
		w.Key("value")
		s.array(n)
	default:
		s.instance(n, name)
	}
}

// text writes a string, or its UTF-16 if it has an unpaired surrogate.
func (s *shower) text(raw []byte) {
	text := modifiedText(raw)
	if utf8.Valid(text) {
		s.w.Key("value")
		s.w.Text(text)
		return
	}
	s.w.Key("utf16")
	var units []byte
	for i := 0; i < len(raw); {
		u, n := modifiedUnit(raw[i:])
		units = append(units, byte(u>>8), byte(u))
		i += n
	}
	s.w.Hex(units)
}

// array writes the elements of an array: bytes in hex, others as a list.
func (s *shower) array(n *node) {
	w := s.w
	code := s.o.classes[n.class].name[1]
	size := primitive(code)
	if code == 'B' {
		w.Hex(n.raw)
		return
	}
	w.Array()
	if size == 0 {
		s.list(n.items)
		return
	}
	for at := 0; at+size <= len(n.raw); at += size {
		s.primitive(code, bits(code, n.raw[at:at+size]))
	}
	w.EndArray()
}

// list queues the nodes of an open array, then its end.
func (s *shower) list(items []int32) {
	for _, i := range items {
		s.queue(step{do: showNode, node: i})
	}
	s.queue(step{do: endArray})
}

// primitive writes a primitive without its type.
func (s *shower) primitive(code byte, v uint64) {
	w := s.w
	switch code {
	case 'Z':
		w.Bool(v != 0)
	case 'J':
		w.Int64(int64(v))
	case 'F':
		w.Float(float64(math.Float32frombits(uint32(v))), 32)
	case 'D':
		w.Float(math.Float64frombits(v), 64)
	case 'C':
		if v >= 0xd800 && v < 0xe000 {
			w.Object()
			w.Key("utf16")
			w.Hex([]byte{byte(v >> 8), byte(v)})
			w.EndObject()
			return
		}
		w.Text(appendUnit(nil, uint16(v)))
	default:
		w.Int(int64(v))
	}
}

// instance writes an object: a well-known one as the value that it represents, any other with the
// fields and data of each class.
func (s *shower) instance(n *node, name string) {
	class := s.o.className(n)
	if k, boxed := scalars[class]; boxed {
		if v, ok := s.o.scalar(n, class, k); ok {
			v.writeValue(s.w)
			return
		}
	}
	if c, ok := s.o.collection(n); ok {
		s.w.Key("value")
		s.collection(&c)
		return
	}
	if !s.known(n, name) {
		s.fields(n)
	}
}

func (s *shower) collection(c *collection) {
	s.w.Array()
	items, _ := s.o.distinct(c)
	n := len(items)
	for i := range n {
		if c.pairs && i%2 == 0 {
			s.queue(step{do: beginArray})
		}
		s.queue(step{do: showNode, node: items[i].obj})
		if c.pairs && (i%2 == 1 || i == n-1) { // half a pair: the stream ended in opaque data
			s.queue(step{do: endArray})
		}
	}
	s.queue(step{do: endArray})
}

// fields writes an object of any class: its fields by name, then what else writeObject wrote.
func (s *shower) fields(n *node) {
	w := s.w
	if c := &s.o.classes[n.class]; c.proxy {
		w.Key("interfaces")
		w.Array()
		for _, name := range c.faces {
			w.Text(modifiedText(name))
		}
		w.EndArray()
	}
	w.Key("fields")
	w.Array()
	for i := range n.data {
		s.sectionFields(&n.data[i])
	}
	s.queue(step{do: endArray})
	s.queue(step{do: beginData})
	for i := range n.data {
		for _, c := range n.data[i].extra {
			if c.obj >= 0 {
				s.queue(step{do: showNode, node: c.obj})
			} else {
				s.queue(step{do: writeHex, bytes: c.block})
			}
		}
		if n.data[i].opaque != nil {
			s.queue(step{do: writeHex, bytes: n.data[i].opaque})
		}
	}
	s.queue(step{do: endArray})
}

// sectionFields queues the fields of one class as objects with name and value.
func (s *shower) sectionFields(sec *section) {
	at, obj := 0, 0
	if sec.opaque != nil {
		return
	}
	for _, f := range s.o.classes[sec.class].fields {
		size := primitive(f.code)
		if size == 0 && obj >= len(sec.objs) || at+size > len(sec.prims) {
			continue
		}
		s.queue(step{do: beginField, bytes: f.name})
		if size > 0 {
			s.queue(step{do: writePrimitive, code: f.code, bytes: sec.prims[at : at+size]})
			at += size
		} else {
			s.queue(step{do: showNode, node: sec.objs[obj]})
			obj++
		}
		s.queue(step{do: endField})
	}
}
