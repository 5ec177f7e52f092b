package rocksdb

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Single bytes after the key that are not a reference: the first byte of a reference has a nonzero
// tag in its low three bits.
const (
	tagSoftDelete = 0x00
	tagLastUpdate = 0x08
)

// tagged reads KEY and a tag and, in a historic family, the version.
func (x *Row) tagged(r *wire.Reader, c *context, f *span.Field, tag byte) {
	n := c.inFront(r)
	if !r.OK() {
		return
	}
	inner := *c
	if c.keySize < 0 {
		inner.keySize = n - 1 // all except the tag
		if n < 1 {
			r.Fail(wire.Truncated, f, "a key and its tag")
			return
		}
	}
	x.record(r, &inner, false)
	tagByte(r, f, tag)
	if c.historic {
		x.inverted(r)
	}
}

// tagByte reads a constant byte.
func tagByte(r *wire.Reader, f *span.Field, tag byte) {
	_, ok := cell.Byte(r, f, string([]byte{tag}), f.Short)
	if ok {
		r.Leaf(f, r.Offset()-1, span.UintValue(uint64(tag)))
	}
}

// propertyKey reads KEY, a reference and, in a historic family, the version.
func (x *Row) propertyKey(r *wire.Reader, c *context) {
	x.Path.Steps, x.Path.Marker = x.Path.Steps[:0], false
	n := c.inFront(r)
	if !r.OK() {
		return
	}
	if c.keySize < 0 {
		x.Opaque = r.Bytes(&fWithout, n)
	} else {
		x.record(r, c, false)
		if n -= c.keySize; r.OK() && n <= 0 {
			r.Fail(wire.Truncated, &fReference, "a property reference")
		}
		if b := r.Ahead(); len(b) > 0 && b[0]&7 == 0 {
			r.Fail(wire.BadValue, &fReference, "a reference, whose first byte has a tag from 1 to 6")
		}
		if r.OK() {
			x.Reference = cell.ReadReference(r, &fReference, n, c.def, &x.Path)
		}
	}
	if c.historic {
		x.inverted(r)
	}
}
