package actionbase

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// A slot is a place in a row that always has a value of one type, ascending: table code (int), row
// type, direction and active (byte), version (long). The reader of upstream's third generation
// accepts any number there, in either order, and narrows it. A lenient reader does the same and
// marks it.

func slotInt8(r *wire.Reader, f *span.Field) int8 {
	b := r.Ahead()
	if len(b) < 2 || b[0] != hdrByte {
		return int8(slotOther(r, f, Byte))
	}
	v := order.Int8From(b[1])
	r.Skip(2)
	if t := r.Rec(); t != nil {
		recordSlot(t, f, hdrByte, r.Offset(), int64(v))
	}
	return v
}

func slotInt32(r *wire.Reader, f *span.Field) int32 {
	b := r.Ahead()
	if len(b) < 5 || b[0] != hdrInt {
		return int32(slotOther(r, f, Int))
	}
	v := order.Int32From(binary.BigEndian.Uint32(b[1:]))
	r.Skip(5)
	if t := r.Rec(); t != nil {
		recordSlot(t, f, hdrInt, r.Offset(), int64(v))
	}
	return v
}

func slotInt64(r *wire.Reader, f *span.Field) int64 {
	b := r.Ahead()
	if len(b) < 9 || b[0] != hdrLong {
		return slotOther(r, f, Long)
	}
	v := order.Int64From(binary.BigEndian.Uint64(b[1:]))
	r.Skip(9)
	if t := r.Rec(); t != nil {
		recordSlot(t, f, hdrLong, r.Offset(), v)
	}
	return v
}

// slotCode is slotInt32 for a hash code. The tree shows the code's name if names has it.
func slotCode(r *wire.Reader, f *span.Field, names *Schema) int32 {
	if r.Rec() != nil {
		return slotNamed(r, f, names)
	}
	b := r.Ahead()
	if len(b) < 5 || b[0] != hdrInt {
		return int32(slotOther(r, f, Int))
	}
	r.Skip(5)
	return order.Int32From(binary.BigEndian.Uint32(b[1:]))
}

// slotNamed is slotCode when a tree is recorded.
func slotNamed(r *wire.Reader, f *span.Field, names *Schema) int32 {
	m := r.Next()
	code := slotInt32(r, f)
	m.Hash(code, names.Name(code))
	return code
}

// recordSlot puts a slot that ends at offset end into the tree.
func recordSlot(t *span.Tree, f *span.Field, header byte, end int, v int64) {
	l := &layouts[header]
	at := end - 1 - int(l.size)
	if n := t.Split(f, &fHeader, &fBody, at, at+1, end); n != nil {
		n[0].Value.Kind, n[0].Value.Width, n[0].Value.Num, n[0].Flags = span.Int, l.width, uint64(v), l.flags
		n[1].Note = l.words
	}
}

// slotOther is the slow path: a wrong type, a truncated slot, or lenient reading.
//
//go:noinline
func slotOther(r *wire.Reader, f *span.Field, want Kind) int64 {
	b := r.Ahead()
	if !r.OK() {
		return 0
	}
	if len(b) == 0 {
		r.Fail(wire.Truncated, f, "a header ("+want.String()+")")
		return 0
	}
	l := &layouts[b[0]]
	if !l.known {
		r.FailFound(wire.BadHeader, f, "header 0x"+strconv.FormatUint(uint64(slotHeader[want]), 16)+" ("+want.String()+")", "")
		return 0
	}
	number := l.kind >= Byte && l.kind <= Double
	if (l.kind != want || l.desc) && !(number && r.Lenient()) {
		r.FailFound(wire.BadType, f, "header 0x"+strconv.FormatUint(uint64(slotHeader[want]), 16)+" ("+want.String()+", ascending)",
			"0x"+strconv.FormatUint(uint64(b[0]), 16)+" ("+l.words+")")
		return 0
	}
	var v Value
	v.decode(r, f)
	if m := r.Last(); m.Recorded() {
		m.NonCanonical("upstream reads this as " + want.String() + ", but writes ascending " + want.String())
	}
	n := v.integer()
	if want != Long && (v.Kind == Float || v.Kind == Double) {
		n = min(max(n, math.MinInt32), math.MaxInt32) // as Java's intValue does; byteValue is its lowest byte
	}
	return narrow(n, want)
}

var slotHeader = [kinds]byte{Byte: hdrByte, Int: hdrInt, Long: hdrLong}

// integer is the number truncated towards zero, as upstream's cast does.
func (v *Value) integer() int64 {
	switch v.Kind {
	case Float, Double:
		return truncate(v.float())
	}
	return int64(v.Num)
}

func narrow(n int64, k Kind) int64 {
	switch k {
	case Byte:
		return int64(int8(n))
	case Int:
		return int64(int32(n))
	}
	return n
}
