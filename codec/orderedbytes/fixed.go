package orderedbytes

import (
	"encoding/binary"
	"math"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// fixedSizes are the sizes, after the header, of the types with fixed width.
var fixedSizes = [types]int{Int8: 1, Int16: 2, Int32: 4, Int64: 8, Float32: 4, Float64: 8}

// NaN as upstream writes it.
const (
	nan32 = 0x7fc00000
	nan64 = 0x7ff8000000000000
)

func isNaN32(bits uint32) bool { return bits&0x7fffffff > 0x7f800000 }
func isNaN64(bits uint64) bool { return bits&^(1<<63) > 0x7ff0000000000000 }

func floatBits(f float64) uint64 { return math.Float64bits(f) }

// oddNaN reports whether v is a NaN that no writer produces.
func (v *Value) oddNaN() bool {
	return v.Type == Float32 && isNaN32(uint32(v.Num)) && v.Num != nan32 ||
		v.Type == Float64 && isNaN64(v.Num) && v.Num != nan64
}

// decodeFixed reads the body of an integer or float: big-endian in order form.
func (v *Value) decodeFixed(r *wire.Reader, f *span.Field, o order.Order) {
	n := fixedSizes[v.Type]
	b := r.Ahead()
	if len(b) < n {
		r.Take(f, n, "") // fails: reports what is missing
		return
	}
	switch n {
	case 1:
		v.Num = uint64(order.Int8From(b[0] ^ byte(o)))
	case 2:
		v.Num = uint64(order.Int16From(binary.BigEndian.Uint16(b) ^ uint16(o)))
	case 4:
		u := binary.BigEndian.Uint32(b) ^ uint32(o)
		if v.Type == Float32 {
			v.Num = uint64(order.Float32From(u))
		} else {
			v.Num = uint64(order.Int32From(u))
		}
	default:
		u := binary.BigEndian.Uint64(b) ^ uint64(o)
		if v.Type == Float64 {
			v.Num = order.Float64From(u)
		} else {
			v.Num = uint64(order.Int64From(u))
		}
	}
	if v.oddNaN() && !r.Lenient() {
		r.FailFound(wire.NonCanonical, f, "the NaN that HBase writes", "another one")
		return
	}
	r.Skip(n)
	if t := r.Rec(); t != nil {
		t.Raw(&fBody, r.Offset()-n, r.Offset())
	}
}

// appendFixed appends header and body. Every NaN is written as the one that upstream writes.
func appendFixed(dst []byte, v *Value, o order.Order) []byte {
	x := byte(o)
	switch v.Type {
	case Int8:
		return append(dst, hdrInt8^x, order.Int8(int8(v.Num))^x)
	case Int16:
		return binary.BigEndian.AppendUint16(append(dst, (hdrInt8+1)^x), order.Int16(int16(v.Num))^uint16(o))
	case Int32:
		return binary.BigEndian.AppendUint32(append(dst, (hdrInt8+2)^x), order.Int32(int32(v.Num))^uint32(o))
	case Int64:
		return binary.BigEndian.AppendUint64(append(dst, hdrInt64^x), order.Int64(int64(v.Num))^uint64(o))
	case Float32:
		bits := uint32(v.Num)
		if isNaN32(bits) {
			bits = nan32
		}
		return binary.BigEndian.AppendUint32(append(dst, hdrFloat32^x), order.Float32(bits)^uint32(o))
	}
	bits := v.Num
	if isNaN64(bits) {
		bits = nan64
	}
	return binary.BigEndian.AppendUint64(append(dst, hdrFloat64^x), order.Float64(bits)^uint64(o))
}
