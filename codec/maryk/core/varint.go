package core

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// varintType is one of the types that upstream writes as a var-int.
type varintType struct {
	name   string
	width  maryk.Width
	signed bool
}

// extraType is the name of a var-int with three extra bits.
const extraType = "extra"

var varintTypes = []varintType{
	{"UInt", maryk.Bits32, false}, {"Int", maryk.Bits32, true}, {"ULong", maryk.Bits64, false}, {"Long", maryk.Bits64, true},
	{"Short", maryk.Bits16, true}, {"Byte", maryk.Bits8, true}, {"UShort", maryk.Bits16, false}, {"UByte", maryk.Bits8, false},
}

func varintTypeOf(in *format.Input) (varintType, error) {
	name, _ := in.Given.Member("type").Text()
	for _, t := range varintTypes {
		if t.name == name {
			return t, nil
		}
	}
	if in.Given.Member("type").IsNull() {
		return varintTypes[2], nil
	}
	return varintType{}, format.Expect(false, "type", "UInt, Int, ULong, Long, Short, Byte or extra", in.Given.Member("type"))
}

// max returns the number with all bits set.
func (t varintType) max() uint64 { return ^uint64(0) >> (64 - uint(t.width)) }

// value returns the number with its sign.
func (t varintType) value(u uint64) span.Value {
	if !t.signed {
		return span.UintValue(u)
	}
	shift := 64 - uint(t.width)
	return span.IntValue(int64(u<<shift) >> shift)
}

func (t varintType) write(w *value.Writer, v span.Value) {
	w.Key("value")
	switch {
	case t.width < maryk.Bits64:
		w.Int(int64(v.Num))
	case t.signed:
		w.Int64(int64(v.Num))
	default:
		w.Uint64(v.Num)
	}
}

func decodeVarint(p *format.Parts, w *value.Writer) error {
	in := p.In
	p.Ignored = "upstream leaves these bytes unread"
	if name, _ := in.Given.Member("type").Text(); name == extraType {
		return decodeExtra(p, w)
	}
	kind, err := varintTypeOf(in)
	if err != nil {
		return err
	}
	r, ok := p.OpenGroup(store.Value, &legend.Part)
	if !ok {
		return p.Done(store.Value)
	}
	v := kind.value(maryk.ReadVarint(r, &legend.Varint, kind.width))
	r.Last().Value(v)
	n := r.Offset()
	closePart(p)
	if p.Err() != nil || w == nil {
		return p.Err()
	}
	w.Object()
	kind.write(w, v)
	writeConsumed(in, w, n)
	w.EndObject()
	return nil
}

// closePart finishes a part in which more bytes may follow the value.
func closePart(p *format.Parts) {
	if p.In.Prefix {
		p.ClosePrefix("not part of the value")
		return
	}
	p.Close()
}

func writeConsumed(in *format.Input, w *value.Writer, n int) {
	if in.Prefix {
		w.Key("consumed")
		w.Int(int64(n))
	}
}

func decodeExtra(p *format.Parts, w *value.Writer) error {
	in := p.In
	r, ok := p.OpenGroup(store.Value, &legend.Part)
	if !ok {
		return p.Done(store.Value)
	}
	number, extra, leaf := maryk.ReadExtra(r, &legend.Extra)
	if leaf.Recorded() {
		leaf.Explain("extra " + strconv.Itoa(int(extra)))
	}
	n := r.Offset()
	closePart(p)
	if p.Err() != nil || w == nil {
		return p.Err()
	}
	w.Object()
	w.Key("value")
	if name, _ := in.Given.Member("type").Text(); name == extraType {
		w.Array()
		w.Int(int64(number))
		w.Int(int64(extra))
		w.EndArray()
	} else {
		w.Int(int64(number))
		w.Key("extra")
		w.Int(int64(extra))
	}
	writeConsumed(in, w, n)
	w.EndObject()
	return nil
}

func encodeVarint(in *format.Input, fields value.Value, dst *store.Entry) error {
	kind, err := varintTypeOf(in)
	if err != nil {
		return err
	}
	j := fields.Member("value")
	var u uint64
	var ok bool
	if kind.signed {
		var n int64
		n, ok = j.Int()
		shift := 64 - uint(kind.width)
		ok = ok && n<<shift>>shift == n
		u = uint64(n) & kind.max()
	} else {
		u, ok = j.Uint()
		ok = ok && u <= kind.max()
	}
	if !ok {
		return format.Expect(false, "value", "a number of "+strconv.Itoa(int(kind.width))+" bits", j)
	}
	add(in, dst, store.Value, maryk.AppendVarint(nil, u))
	return nil
}

func encodeExtra(in *format.Input, fields value.Value, dst *store.Entry) error {
	n, ok := fields.Member("value").Uint()
	if !ok || n > math.MaxUint32 {
		return format.Expect(false, "value", "a number from 0 to 4294967295", fields.Member("value"))
	}
	extra, ok := fields.Member("extra").Uint()
	if !ok || extra > 7 {
		return format.Expect(false, "extra", "0 to 7", fields.Member("extra"))
	}
	add(in, dst, store.Value, maryk.AppendExtra(nil, uint32(n), uint8(extra)))
	return nil
}
