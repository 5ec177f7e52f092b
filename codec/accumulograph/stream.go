package accumulograph

import (
	"encoding/binary"
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Type codes of a Java object stream.
const (
	tcNull       = 0x70
	tcReference  = 0x71
	tcDescriptor = 0x72
	tcObject     = 0x73
	tcString     = 0x74
	tcArray      = 0x75
	tcClass      = 0x76
	tcBlock      = 0x77
	tcEnd        = 0x78
	tcReset      = 0x79
	tcLongBlock  = 0x7a
	tcLongString = 0x7c
	tcProxy      = 0x7d
	tcEnum       = 0x7e
)

const (
	streamMagic   = 0xaced
	streamVersion = 5
	firstHandle   = 0x7e0000
)

var codeWords = map[uint8]string{
	tcNull: "null", tcReference: "reference", tcDescriptor: "class descriptor", tcObject: "object", tcString: "string", tcArray: "array",
	tcClass: "class", tcBlock: "block data", tcEnd: "end of block data", tcReset: "reset", tcLongBlock: "long block data",
	tcLongString: "long string", tcProxy: "proxy descriptor", tcEnum: "enum",
}

// handle is something that a reference may name.
type handle struct {
	class bool
	index int32
}

// parser reads one object stream. It walks through the bytes once, and everything it allocates is
// bounded by their number.
type parser struct {
	r       *wire.Reader
	o       *Object
	handles []handle

	opaqueAt int  // where opaque data begins, or -1
	stopped  bool // the opaque data was consumed; nothing follows it
	broken   int  // start of the innermost class data in which reading failed, or -1
}

// decodeObject reads the object stream at the reader's offset.
//
//	magic aced, version 0005, { 79 }*, one object
//
// A class whose own writeObject begins with the fields cannot be told from one whose does not, so a
// first read finds out: where the data of such a class does not parse, it and everything after it
// is opaque.
func decodeObject(r *wire.Reader) *Object {
	look := wire.NewReader(r.Ahead(), nil)
	look.SetLenient(r.Lenient())
	p := parser{r: &look, o: new(Object), opaqueAt: -1, broken: -1}
	p.stream()
	if look.OK() && r.Rec() == nil {
		r.Skip(look.Offset())
		return p.o
	}
	opaqueAt := -1
	if err := look.FinishPrefix(""); p.broken >= 0 && misread(err) {
		opaqueAt = r.Offset() + p.broken
	}
	p = parser{r: r, o: new(Object), opaqueAt: opaqueAt, broken: -1}
	p.stream()
	return p.o
}

// misread reports whether the bytes are something other than the class's fields: none are
// missing, and they do not nest too deep.
func misread(err error) bool {
	for _, other := range [...]error{wire.ErrTruncated, wire.ErrLimit, wire.ErrNonCanonical} {
		if errors.Is(err, other) {
			return false
		}
	}
	return err != nil
}

func (p *parser) stream() {
	r := p.r
	p.o.nodes = append(p.o.nodes, node{class: -1})
	from := r.Offset()
	p.fixed(&fMagic, streamMagic)
	p.fixed(&fVersion, streamVersion)
	for {
		b, _ := r.Peek()
		if b != tcReset {
			break
		}
		p.unusual("an object, and no reset before it")
		p.code()
	}
	if b, ok := r.Peek(); ok && (b == tcNull || b == tcString || b == tcLongString) {
		p.unusual("an object without a tag of its own")
	}
	p.o.top = p.object()
	p.o.size = r.Offset() - from
}

// unusual refuses what only a lenient reader accepts.
func (p *parser) unusual(expected string) {
	if !p.r.Lenient() {
		p.r.Fail(wire.NonCanonical, &fTypeCode, expected)
	}
}

// going reports whether there is more to read.
func (p *parser) going() bool { return p.r.OK() && !p.stopped }

func (p *parser) fixed(f *span.Field, want uint16) {
	b := p.r.Ahead()
	if len(b) >= 2 && binary.BigEndian.Uint16(b) != want {
		p.r.Fail(wire.BadHeader, f, "0x"+strconv.FormatUint(uint64(want), 16))
	}
	p.r.Uint16(f)
}

// code reads a type code.
func (p *parser) code() byte {
	b := p.r.Take(&fTypeCode, 1, "a type code")
	if b == nil {
		return 0
	}
	if t := p.r.Rec(); t != nil {
		t.Leaf(&fTypeCode, p.r.Offset()-1, p.r.Offset(), span.EnumValue(int64(b[0]), codeWords[b[0]]))
	}
	return b[0]
}

// add makes a node that references may name from now on.
func (p *parser) add(n node) int32 {
	p.o.nodes = append(p.o.nodes, n)
	i := int32(len(p.o.nodes) - 1)
	p.handles = append(p.handles, handle{index: i})
	return i
}

// object reads one element that may appear where an object is expected.
func (p *parser) object() (i int32) {
	r := p.r
	if !p.going() || !r.EnterTo(&fObject, objectDepth) {
		return 0
	}
	r.Begin(&fObject)
	b, ok := r.Peek()
	if !ok {
		r.Fail(wire.Truncated, &fTypeCode, "an object")
		return 0
	}
	switch b {
	case tcNull:
		p.code()
	case tcReference:
		i = p.reference(false)
	case tcString, tcLongString:
		i = p.text()
	case tcObject:
		i = p.instance()
	case tcArray:
		i = p.array()
	case tcEnum:
		i = p.enum()
	case tcClass:
		p.code()
		at := r.Offset()
		c := p.descriptor()
		if c < 0 && r.OK() {
			r.FailAt(wire.NullValue, &fDescriptor, at, "a class descriptor", "null")
		}
		i = p.add(node{kind: classNode, class: c})
	case tcDescriptor, tcProxy:
		c := p.descriptor()
		p.o.nodes = append(p.o.nodes, node{kind: descriptorNode, class: c})
		i = int32(len(p.o.nodes) - 1)
	default:
		r.Fail(wire.BadHeader, &fTypeCode, "an object")
	}
	if r.Rec() != nil {
		r.Group().Label(p.label(i))
	}
	r.End()
	r.Leave()
	return i
}

// label names an object in the tree.
func (p *parser) label(i int32) string {
	n := &p.o.nodes[i]
	switch n.kind {
	case nullNode:
		return "null"
	case stringNode:
		return "string"
	}
	return p.o.className(n)
}

// reference reads 71 and a handle, either of a class or of an object, which may also be a class
// descriptor.
func (p *parser) reference(class bool) int32 {
	p.code()
	at := p.r.Offset()
	n := p.r.Uint32(&fHandle)
	if !p.r.OK() {
		return 0
	}
	i := uint64(n) - firstHandle
	if uint64(n) < firstHandle || i >= uint64(len(p.handles)) || class && !p.handles[i].class {
		what := "an object"
		if class {
			what = "a class"
		}
		p.r.FailAt(wire.BadValue, &fHandle, at, "the handle of "+what+" met before", "0x"+strconv.FormatUint(uint64(n), 16))
		return 0
	}
	if p.handles[i].class && !class {
		p.o.nodes = append(p.o.nodes, node{kind: descriptorNode, class: p.handles[i].index})
		return int32(len(p.o.nodes) - 1)
	}
	return p.handles[i].index
}

// utf reads a length of 2 bytes, or of 8 if long, and that many bytes of modified UTF-8.
func (p *parser) utf(f *span.Field, long bool) []byte {
	r := p.r
	from, ahead := r.Offset(), r.Ahead()
	head := 2
	if long {
		head = 8
	}
	if len(ahead) < head {
		r.Take(f, head, strconv.Itoa(head)+" bytes of length")
		return nil
	}
	n := bits('J', ahead[:head])
	if long && int64(n) < 0 && r.Lenient() {
		n = 0 // ObjectInputStream reads nothing then
	}
	if left := len(ahead) - head; n > uint64(left) {
		r.FailAt(wire.Truncated, f, from, "a length of at most "+strconv.Itoa(left), strconv.FormatUint(n, 10))
		return nil
	}
	end := head + int(n)
	b := ahead[head:end:end]
	if bad := badModified(b); bad >= 0 {
		r.FailAt(wire.BadText, f, from+head+bad, "modified UTF-8", "")
		return nil
	}
	r.Skip(end)
	if t := r.Rec(); t != nil {
		t.Leaf(f, from, r.Offset(), span.TextValue(modifiedText(b)))
	}
	return b
}

// text reads a string.
func (p *parser) text() int32 {
	at := p.r.Offset()
	long := p.code() == tcLongString
	b := p.utf(&fText, long)
	if long && p.r.OK() && len(b) < 1<<16 && !p.r.Lenient() {
		p.r.FailAt(wire.NonCanonical, &fTypeCode, at, "0x74 for a short string", "")
	}
	return p.add(node{kind: stringNode, class: -1, raw: b})
}

// name reads a string or a reference to one.
func (p *parser) name(f *span.Field) int32 {
	b, ok := p.r.Peek()
	at := p.r.Offset()
	switch {
	case ok && (b == tcString || b == tcLongString):
		return p.text()
	case ok && b == tcReference:
		i := p.reference(false)
		if p.r.OK() && p.o.nodes[i].kind != stringNode {
			p.r.FailAt(wire.BadValue, f, at, "a string", "a reference to something else")
		}
		return i
	case !ok:
		p.r.Fail(wire.Truncated, f, "a string")
	default:
		p.r.Fail(wire.BadHeader, f, "a string")
	}
	return 0
}

// enum reads an enum constant: its class, then its name.
func (p *parser) enum() int32 {
	p.code()
	c := p.descriptor()
	i := p.add(node{kind: enumNode, class: c})
	if c < 0 {
		p.r.Fail(wire.NullValue, &fDescriptor, "a class descriptor")
	}
	name := p.name(&fText)
	p.o.nodes[i].items = []int32{name}
	return i
}

// array reads an array: class, length and elements.
func (p *parser) array() int32 {
	r := p.r
	p.code()
	c := p.descriptor()
	i := p.add(node{kind: arrayNode, class: c})
	if !p.going() {
		return i
	}
	if c < 0 || len(p.o.classes[c].name) < 2 || p.o.classes[c].name[0] != '[' {
		r.Fail(wire.BadValue, &fDescriptor, "the class of an array")
		return i
	}
	at := r.Offset()
	n := int64(int32(r.Uint32(&fCount)))
	code := p.o.classes[c].name[1]
	size := int64(max(primitive(code), 1))
	if r.OK() && (n < 0 || n*size > int64(r.Left())) {
		r.FailAt(wire.Truncated, &fCount, at, "a length of at most "+strconv.FormatInt(int64(r.Left())/size, 10), strconv.FormatInt(n, 10))
	}
	if !r.OK() {
		return i
	}
	if primitive(code) > 0 {
		at := r.Offset()
		p.o.nodes[i].raw = r.Bytes(&fElements, int(n*size))
		if code == 'Z' {
			p.checkBooleans(&fElements, p.o.nodes[i].raw, at)
		}
		return i
	}
	var items []int32
	for ; n > 0 && p.going(); n-- {
		items = append(items, p.object())
	}
	p.o.nodes[i].items = items
	return i
}

// instance reads an object: its class, then what each of its classes wrote.
func (p *parser) instance() int32 {
	r := p.r
	p.code()
	at := r.Offset()
	c := p.descriptor()
	i := p.add(node{kind: objectNode, class: c})
	if c < 0 && r.OK() {
		r.FailAt(wire.NullValue, &fDescriptor, at, "a class descriptor", "null")
	}
	if !p.going() {
		return i
	}
	if p.o.classes[c].flags&flagExternalizable != 0 {
		s := section{class: c}
		p.external(&s)
		p.o.nodes[i].data = []section{s}
		return i
	}
	var chain []int32
	for k := c; k >= 0; k = p.o.classes[k].super {
		chain = append(chain, k)
	}
	for k := len(chain) - 1; k >= 0 && p.going(); k-- {
		if s := (section{class: chain[k]}); p.o.classes[s.class].flags&flagSerializable != 0 {
			p.section(&s)
			if !s.empty() {
				p.o.nodes[i].data = append(p.o.nodes[i].data, s)
			}
		}
	}
	if p.going() {
		p.checkCollection(i, at)
		p.checkNumber(i, at)
	}
	return i
}
