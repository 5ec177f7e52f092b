package accumulograph

import "math"

// Object is the content of a Java object stream, parsed by its grammar alone. Nothing is executed:
// classes are only names, objects only their data. Texts alias the input.
type Object struct {
	nodes   []node // the first one is null
	classes []class
	top     int32
	size    int // bytes of the stream
}

// node is an object, a string, an array or another element that a reference can name.
type node struct {
	kind  nodeKind
	class int32     // index of its class, -1 for none
	raw   []byte    // bytes of a string, elements of an array of primitives, or opaque data
	items []int32   // elements of any other array; name of an enum constant
	data  []section // for an object: one per class, the topmost first
}

type nodeKind uint8

const (
	nullNode nodeKind = iota
	stringNode
	arrayNode
	objectNode
	enumNode
	classNode      // a Class
	descriptorNode // a class descriptor written as an object
)

// section is what one class in an object's ancestry wrote.
type section struct {
	class  int32
	prims  []byte  // primitive fields, one after the other
	objs   []int32 // the other fields
	extra  []content
	opaque []byte // data that does not begin with the fields
}

// empty reports whether the class wrote nothing. Such sections are dropped: a class may have many
// superclasses, and a few bytes are enough to create an object of it.
func (s *section) empty() bool {
	return s.prims == nil && s.objs == nil && s.extra == nil && s.opaque == nil
}

// content is what writeObject wrote in addition to the fields: a run of bytes, or an object.
type content struct {
	block []byte
	obj   int32 // -1 for a run of bytes
}

// class is a class descriptor.
type class struct {
	name   []byte // as stored: modified UTF-8
	flags  byte
	fields []field
	prims  int   // bytes of the primitive fields
	super  int32 // -1 for none
	depth  int   // classes above it
	done   bool
	faces  [][]byte // interfaces of a proxy
	proxy  bool
}

// Flags of a class descriptor.
const (
	flagWriteMethod    = 0x01
	flagSerializable   = 0x02
	flagExternalizable = 0x04
	flagBlockData      = 0x08
)

type field struct {
	code byte
	name []byte
}

// primitive returns the size of a primitive's type code, or 0 for other codes.
func primitive(code byte) int {
	switch code {
	case 'B', 'Z':
		return 1
	case 'C', 'S':
		return 2
	case 'F', 'I':
		return 4
	case 'D', 'J':
		return 8
	}
	return 0
}

// className returns the name of the node's class, or nothing if it has none.
func (o *Object) className(n *node) string {
	if n.class < 0 {
		return ""
	}
	c := &o.classes[n.class]
	if c.proxy {
		return "java.lang.reflect.Proxy"
	}
	return string(modifiedText(c.name))
}

// section returns what the class called name wrote into n, or nil.
func (o *Object) section(n *node, name string) *section {
	for i := range n.data {
		if string(o.classes[n.data[i].class].name) == name && n.data[i].opaque == nil {
			return &n.data[i]
		}
	}
	return nil
}

// number returns a primitive field as its bits, sign-extended.
func (o *Object) number(s *section, name string) (v uint64, ok bool) {
	if s == nil {
		return 0, false
	}
	at := 0
	for _, f := range o.classes[s.class].fields {
		size := primitive(f.code)
		if size > 0 && string(f.name) == name && at+size <= len(s.prims) {
			return bits(f.code, s.prims[at:at+size]), true
		}
		at += size
	}
	return 0, false
}

// object returns an object field.
func (o *Object) object(s *section, name string) (n *node, ok bool) {
	if s == nil {
		return nil, false
	}
	i := 0
	for _, f := range o.classes[s.class].fields {
		if primitive(f.code) > 0 {
			continue
		}
		if string(f.name) == name && i < len(s.objs) {
			return &o.nodes[s.objs[i]], true
		}
		i++
	}
	return nil, false
}

// bits reads a big-endian primitive: integers sign-extended, char and boolean not.
func bits(code byte, b []byte) uint64 {
	var v uint64
	for _, c := range b {
		v = v<<8 | uint64(c)
	}
	switch code {
	case 'B':
		return uint64(int8(v))
	case 'S':
		return uint64(int16(v))
	case 'I':
		return uint64(int32(v))
	}
	return v
}

// collection is a collection or map of the Java library.
type collection struct {
	items  []content // its objects, and perhaps more after them
	count  int64     // stored number of objects: two for each entry of a map; may be negative
	rest   int       // actual number of objects and runs of bytes
	pairs  bool
	sized  bool    // the class refuses a negative size
	dense  bool    // the class holds no null
	hashed bool    // equal keys count as one
	apart  bool    // the size is not where the class looks for it
	spare  int     // bytes after the size in its block
	slots  int     // capacity of a hash set; else 0
	load   float64 // load factor of a hash table; else 1
}

// collection finds the objects of a node that is one of the well-known collections.
func (o *Object) collection(n *node) (c collection, ok bool) {
	if n.kind != objectNode {
		return c, false
	}
	name := string(o.classes[n.class].name)
	at := 0 // offset of the count in the block
	owner := name
	switch name {
	case "java.util.LinkedList", "java.util.TreeSet":
	case "java.util.ArrayList":
		c.sized = true
	case "java.util.ArrayDeque":
		c.sized, c.dense = true, true
	case "java.util.TreeMap":
		c.pairs = true
	case "java.util.HashSet", "java.util.LinkedHashSet":
		at, owner, c.sized, c.hashed = 8, "java.util.HashSet", true, true
	case "java.util.HashMap", "java.util.LinkedHashMap":
		at, owner, c.pairs, c.sized, c.hashed = 4, "java.util.HashMap", true, true, true
	default:
		return c, false
	}
	s := o.section(n, owner)
	if s == nil {
		return c, false
	}
	i := 0
	for i < len(s.extra) && s.extra[i].obj >= 0 {
		i++
	}
	if i == len(s.extra) || len(s.extra[i].block) < at+4 {
		return c, false
	}
	count := int64(bits('I', s.extra[i].block[at:at+4]))
	if size, ok := o.number(s, "size"); name == "java.util.ArrayList" && ok {
		count = int64(size)
	}
	if c.pairs {
		count *= 2
	}
	c.apart = i != b2i(name == "java.util.TreeSet") // a TreeSet has its comparator before the size
	c.spare = len(s.extra[i].block) - at - 4
	c.items = s.extra[i+1:]
	c.count, c.rest = count, len(c.items)
	c.load = 1
	if owner == "java.util.HashSet" {
		c.slots = int(int64(bits('I', s.extra[i].block[:4])))
		c.load = float64(math.Float32frombits(uint32(bits('I', s.extra[i].block[4:8]))))
	} else if factor, ok := o.number(s, "loadFactor"); ok && owner == "java.util.HashMap" {
		c.load = float64(math.Float32frombits(uint32(factor)))
	}
	for i, it := range c.items {
		if it.obj < 0 {
			c.items = c.items[:i]
			break
		}
	}
	return c, true
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// modifiedText returns modified UTF-8 as UTF-8. Modified UTF-8 stores U+0000 as c080, and
// characters above U+FFFF as two surrogates. An unpaired surrogate is kept as it is, which is not
// valid UTF-8.
func modifiedText(b []byte) []byte {
	plain := true
	for _, c := range b {
		plain = plain && c < 0x80
	}
	if plain {
		return b
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); {
		u, n := modifiedUnit(b[i:])
		i += n
		if u >= 0xd800 && u < 0xdc00 {
			if low, n := modifiedUnit(b[i:]); low >= 0xdc00 && low < 0xe000 {
				out = appendRune(out, 0x10000+(u-0xd800)<<10+(low-0xdc00))
				i += n
				continue
			}
		}
		out = appendRune(out, u)
	}
	return out
}

// modifiedUnit reads the UTF-16 unit at the start of checked modified UTF-8.
func modifiedUnit(b []byte) (u rune, n int) {
	switch {
	case len(b) == 0:
		return 0, 0
	case b[0] < 0x80:
		return rune(b[0]), 1
	case b[0] < 0xe0 && len(b) > 1:
		return rune(b[0]&0x1f)<<6 | rune(b[1]&0x3f), 2
	case len(b) > 2:
		return rune(b[0]&0x0f)<<12 | rune(b[1]&0x3f)<<6 | rune(b[2]&0x3f), 3
	}
	return 0xfffd, len(b)
}

// appendRune is utf8.AppendRune, but keeps an unpaired surrogate.
func appendRune(dst []byte, c rune) []byte {
	switch {
	case c < 0x80:
		return append(dst, byte(c))
	case c < 0x800:
		return append(dst, 0xc0|byte(c>>6), 0x80|byte(c)&0x3f)
	case c < 0x10000:
		return append(dst, 0xe0|byte(c>>12), 0x80|byte(c>>6)&0x3f, 0x80|byte(c)&0x3f)
	}
	return append(dst, 0xf0|byte(c>>18), 0x80|byte(c>>12)&0x3f, 0x80|byte(c>>6)&0x3f, 0x80|byte(c)&0x3f)
}

// badModified returns the offset of what readUTF refuses, or -1.
func badModified(b []byte) int {
	for i := 0; i < len(b); {
		n := 1
		switch c := b[i]; {
		case c < 0x80:
		case c>>5 == 6:
			n = 2
		case c>>4 == 14:
			n = 3
		default:
			return i
		}
		for k := 1; k < n; k++ {
			if i+k >= len(b) || b[i+k]&0xc0 != 0x80 {
				return i
			}
		}
		i += n
	}
	return -1
}
