package orderedbytes

import (
	"bytes"
	"math"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
)

// boundable refuses bounds that do not form a range of keys.
func boundable(v *Value, b format.Bound) error {
	begins := b.Op == format.Begins
	switch {
	case v.Type == Null:
		return format.Contradict(b.Name, "null is a value of its own, before all others: give it in values")
	case v.Type == BlobVar:
		return format.Contradict(b.Name, "cannot be bounded: blob-vars of different lengths do not sort as their bytes do (01 before 0000)")
	case begins && v.Type != Text && v.Type != BlobCopy:
		return format.Contradict(b.Name, "only strings and blob-copies have a beginning")
	case v.Special == NaN, v.Type == Float32 && isNaN32(uint32(v.Num)), v.Type == Float64 && isNaN64(v.Num):
		return format.Contradict(b.Name, "nothing is less or more than NaN: give it in values")
	case v.Type == Numeric && significant(b.Value.Member("value")) > precision:
		return format.Contradict(b.Name, "expected a bound of at most 31 digits, as numerics keep no more")
	}
	return nil
}

// significant returns the number of significant digits in the text of a number.
func significant(v value.Value) int {
	text, _ := v.Text()
	if v.Kind == value.Number {
		text = v.Raw()
	}
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		text = text[:i]
	}
	return len(strings.Trim(strings.Map(func(c rune) rune {
		if c < '0' || c > '9' {
			return -1
		}
		return c
	}, text), "0"))
}

// whole narrows a plan to values of a type, without NaN, which sorts after all numbers.
func whole(p *format.Plan, v *Value, o order.Order) {
	prefix, x := p.Prefix, byte(o)
	header := func(h byte) []byte { return append(bytes.Clone(prefix), h) }
	least, most := header(numNegInf), header(numPosInf)
	switch v.Type {
	case Numeric:
	case Float32:
		least = appendFixed(bytes.Clone(prefix), &Value{Type: Float32, Num: uint64(math.Float32bits(float32(math.Inf(-1))))}, order.Asc)
		most = appendFixed(bytes.Clone(prefix), &Value{Type: Float32, Num: uint64(math.Float32bits(float32(math.Inf(1))))}, order.Asc)
	case Float64:
		least = appendFixed(bytes.Clone(prefix), &Value{Type: Float64, Num: math.Float64bits(math.Inf(-1))}, order.Asc)
		most = appendFixed(bytes.Clone(prefix), &Value{Type: Float64, Num: math.Float64bits(math.Inf(1))}, order.Asc)
	default:
		b, _ := AppendValue(nil, &Value{Type: v.Type}, order.Asc)
		p.Seek(header(b[0] ^ x))
		return
	}
	if o == order.Desc {
		least, most = most, least
		for _, b := range [...][]byte{least, most} {
			for i := range b[len(prefix):] {
				b[len(prefix)+i] ^= x
			}
		}
	}
	p.Start, p.Stop = least, order.After(most)
}

// keysOf returns the keys of a bound.
func keysOf(prefix []byte, v *Value, o order.Order, op format.Op) (k format.Keys, err error) {
	k.First, err = AppendValue(bytes.Clone(prefix), v, o)
	if err != nil {
		return k, err
	}
	switch {
	case op == format.Begins:
		if v.Type == Text || o == order.Desc {
			k.First = k.First[:len(k.First)-1] // the terminator
		}
	case v.Type == BlobCopy && o == order.Asc:
		k.Next = append(bytes.Clone(k.First), 0)
		return k, nil
	case v.Type == Float32 && uint32(v.Num)<<1 == 0, v.Type == Float64 && v.Num<<1 == 0:
		k.First, k.Next = zeros(prefix, v.Type, o)
		return k, nil
	}
	k.Next = order.After(k.First)
	return k, nil
}

// zeros returns the keys of -0.0 and 0.0, which are one number and sort next to each other.
func zeros(prefix []byte, t Type, o order.Order) (first, next []byte) {
	minus := uint64(1) << 63
	if t == Float32 {
		minus = 1 << 31
	}
	a := appendFixed(bytes.Clone(prefix), &Value{Type: t, Num: minus}, o)
	b := appendFixed(bytes.Clone(prefix), &Value{Type: t}, o)
	if o == order.Desc {
		a, b = b, a
	}
	return a, order.After(b)
}
