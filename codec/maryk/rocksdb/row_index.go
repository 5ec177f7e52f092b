package rocksdb

import (
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
	"strconv"
)

// indexKey reads the key of an index row.
//
//	+-------------+-----------------+-------------------+-----+--------------------+
//	| length(var) | index reference | values, lengths   | KEY | inverted version 8 |
//	+-------------+-----------------+-------------------+-----+--------------------+
//	length      since release 0.11; before, only the model shows where the reference ends
//	version     in Historic Index
func (x *Row) indexKey(r *wire.Reader, c *context) {
	x.Index, x.IndexDef, x.Values, x.Opaque = nil, nil, nil, nil
	n := c.inFront(r)
	end := r.Offset() + n
	if x.formatOf(r.Ahead()[:min(n, len(r.Ahead()))], c); x.Format == cell.IndexFormat1 {
		x.IndexDef = c.model.IndexPrefix(r.Ahead()[:min(n, len(r.Ahead()))])
		if r.OK() && x.IndexDef == nil {
			x.Opaque = r.Bytes(&fIndexMore, n)
			x.indexEnd(r, c)
			return
		}
		if x.IndexDef != nil {
			x.Index = r.Bytes(&fIndex, len(x.IndexDef.Reference))
		}
	} else {
		at := r.Offset()
		size := maryk.ReadVarint(r, &fIndexLength, maryk.Bits32)
		if x.Assumed {
			r.Last().Note(assumedFormat)
		}
		if r.OK() && size == 0 && !r.Lenient() {
			r.FailAt(wire.NonCanonical, &fIndexLength, at, "an index reference, which is never empty", "a length of 0")
		}
		if left := end - r.Offset(); r.OK() && size > uint64(max(left, 0)) {
			r.FailFound(wire.Truncated, &fIndex, strconv.FormatUint(size, 10)+" bytes", itoa(max(left, 0))+" bytes")
		}
		x.Index = r.Bytes(&fIndex, int(size))
		x.IndexDef = c.model.IndexOf(x.Index)
	}
	if n := end - r.Offset() - c.keySize; r.OK() && x.IndexDef != nil && c.keySize >= 0 && n > 0 {
		x.IndexDef = c.model.Def.IndexOfEntry(x.IndexDef, r.Ahead()[:n])
	}
	if name := r.Last(); x.IndexDef != nil && name.Recorded() {
		name.Note(x.IndexDef.String())
	}
	x.entry(r, c, end-r.Offset())
	x.indexEnd(r, c)
}

// assumedFormat is the remark on an index row whose format nothing tells.
const assumedFormat = "format 2 of index keys is assumed, as since release 0.11: neither MARYK_META.yml nor an index of the model says it"

// formatOf finds the format of the key: the known one, or else the one in which the key begins with an index
// of the model. A dump never contains MARYK_META.yml.
func (x *Row) formatOf(key []byte, c *context) {
	if x.Format = c.indexFormat; c.stated {
		return
	}
	if f := c.model.IndexFormatOf(key); f != 0 {
		x.Format = f
	} else {
		x.Assumed = true
	}
}

// writeFormat writes a format that differs from the usual one, or that was assumed.
func (x *Row) writeFormat(w *value.Writer, c *context) {
	switch {
	case c.stated:
	case x.Assumed:
		w.Key("assumedIndexFormat")
		w.Int(int64(x.Format))
	case x.Format != cell.IndexFormat2:
		w.Key("indexFormat")
		w.Int(int64(x.Format))
	}
}

func (x *Row) indexEnd(r *wire.Reader, c *context) {
	if c.historic {
		x.inverted(r)
	}
}

// entry reads values and lengths, and the key of the record.
func (x *Row) entry(r *wire.Reader, c *context, n int) {
	if !r.OK() {
		return
	}
	if c.keySize < 0 {
		x.Opaque = r.Bytes(&fEntryMore, n)
		return
	}
	if n -= c.keySize; n < 0 {
		r.FailFound(wire.Truncated, &fRecord, "a key of "+itoa(c.keySize)+" bytes", itoa(n+c.keySize)+" bytes")
		return
	}
	at := r.Offset()
	if x.IndexDef == nil {
		x.Values = r.Bytes(&fEntry, n)
	} else {
		maryk.ReadEntryValues(r, n, x.IndexDef, &x.Entry)
		if r.OK() {
			x.Values = r.Since(at)
		}
	}
	x.record(r, c, false)
}

// indexValue reads the value of an index row: its version or, in Historic Index, the state that
// begins at the version in the key.
func (x *Row) indexValue(r *wire.Reader, c *context) {
	if !c.historic {
		x.version(r)
		return
	}
	x.State = Set
	if !r.More() {
		return
	}
	b, ok := cell.Byte(r, &fState, "\x00\x01", "00, 01 or nothing")
	if !ok {
		return
	}
	x.State = Unset + State(b)
	r.Leaf(&fState, r.Offset()-1, span.EnumValue(int64(b), x.State.String()))
}
