package accumulograph

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// What the classes of the Java library refuse to read, or never write, even though the grammar of
// object streams allows it.

// checkCollection checks the size of a collection that was read; at is the offset of its class.
func (p *parser) checkCollection(i int32, at int) {
	r := p.r
	list, ok := p.o.collection(&p.o.nodes[i])
	if !ok {
		return
	}
	strict := !r.Lenient()
	switch {
	case list.apart:
		r.FailAt(wire.BadValue, &fBlock, at, "a size where the class writes it", "an object before it, or none")
	case list.spare > 0 && (strict || list.count > 0):
		r.FailAt(wire.BadValue, &fBlock, at, "nothing after the size", strconv.Itoa(list.spare)+" more bytes")
	case list.slots < 0:
		r.FailAt(wire.BadValue, &fBlock, at, "a capacity that is not negative", strconv.Itoa(list.slots))
	case list.count < 0 && (strict || list.sized):
		r.FailAt(wire.BadValue, &fCount, at, "a size that is not negative", strconv.FormatInt(list.count, 10))
	case !(list.load > 0):
		r.FailAt(wire.BadValue, &fBlock, at, "a load factor above 0", strconv.FormatFloat(list.load, 'g', -1, 32))
	case list.count > int64(len(list.items)):
		r.FailFound(wire.Truncated, &fCount, strconv.FormatInt(list.count, 10)+" objects", strconv.Itoa(len(list.items)))
	case strict && list.count != int64(list.rest):
		r.FailFound(wire.NonCanonical, &fCount, strconv.FormatInt(list.count, 10)+" objects, as its size says", "more")
	case list.dense:
		for _, it := range list.items[:max(list.count, 0)] {
			if p.o.nodes[it.obj].kind == nullNode {
				r.FailAt(wire.NullValue, &fObject, at, "elements that are not null, as the class requires", "null")
				return
			}
		}
	case strict && list.hashed:
		if _, repeated := p.o.distinct(&list); repeated {
			r.FailAt(wire.NonCanonical, &fObject, at, "keys that differ", "one that occurs twice")
		}
	}
}

// checkNumber checks the sign of a BigInteger.
func (p *parser) checkNumber(i int32, at int) {
	s := p.o.section(&p.o.nodes[i], "java.math.BigInteger")
	sign, ok := p.o.number(s, "signum")
	magnitude, has := p.o.object(s, "magnitude")
	if !ok || !has || magnitude.kind != arrayNode {
		return
	}
	if name := p.o.className(magnitude); name != "[B" {
		p.r.FailAt(wire.BadType, &fElements, at, "a magnitude of bytes", name)
		return
	}
	zero := true
	for _, c := range magnitude.raw {
		zero = zero && c == 0
	}
	switch n := int64(sign); {
	case n < -1 || n > 1:
		p.r.FailAt(wire.BadValue, &fPrimitive, at, "a signum of -1, 0 or 1", strconv.FormatInt(n, 10))
	case zero != (n == 0):
		p.r.FailAt(wire.BadValue, &fPrimitive, at, "a signum that is 0 only for zero", strconv.FormatInt(n, 10))
	case len(magnitude.raw) > 0 && magnitude.raw[0] == 0 && !p.r.Lenient():
		p.r.FailAt(wire.NonCanonical, &fElements, at, "a magnitude without leading zeros", "0x00")
	}
}

// checkBooleans refuses booleans other than 0 and 1, which Java reads as true.
func (p *parser) checkBooleans(f *span.Field, b []byte, at int) {
	for i, c := range b {
		if c > 1 && !p.r.Lenient() {
			p.r.FailAt(wire.NonCanonical, f, at+i, "0 or 1", "")
			return
		}
	}
}
