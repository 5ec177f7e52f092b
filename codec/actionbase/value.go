package actionbase

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/internal/terminated"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Kind is the type of an ordered value.
type Kind uint8

// The types, in the order in which their ascending encodings sort.
const (
	Null Kind = iota
	Byte
	Short
	Int
	Long
	Float
	Double
	JSON
	String
	Boolean
	kinds
)

var kindNames = [kinds]string{"null", "byte", "short", "int", "long", "float", "double", "json", "string", "boolean"}

// String returns upstream's name for the type.
func (k Kind) String() string {
	if k < kinds {
		return kindNames[k]
	}
	return "unknown"
}

// Value is one typed value. The zero Value is null.
type Value struct {
	Kind Kind
	Num  uint64 // integers sign-extended, IEEE bits of a float or double, 1 for true
	Text []byte // string: UTF-8; json: JSON text. May alias the input
}

// Ascending header bytes; the descending ones are their complements. A boolean is only a header:
// hdrFalse or hdrTrue.
const (
	hdrNull   = 0x05
	hdrByte   = 0x29
	hdrShort  = 0x2a
	hdrInt    = 0x2b
	hdrLong   = 0x2c
	hdrFloat  = 0x30
	hdrDouble = 0x31
	hdrJSON   = 0x32
	hdrString = 0x34
	hdrFalse  = 0x35
	hdrTrue   = 0x36
)

// NaN as every encoder writes it.
const (
	nan32 = 0x7fc00000
	nan64 = 0x7ff8000000000000
)

// layout says what a header byte means, and how a tree shows a value that has it.
type layout struct {
	kind  Kind
	known bool
	text  bool // body runs to a terminator
	desc  bool
	size  uint8 // fixed body
	span  span.Kind
	width uint8
	flags span.Flag
	words string
}

var layouts = func() (t [256]layout) {
	set := func(h byte, k Kind, size uint8) {
		l := layout{kind: k, known: true, text: k == String || k == JSON, size: size, span: spanKinds[k]}
		switch k {
		case Byte, Short, Int, Long:
			l.width, l.flags = 8*size, span.SignFlip
		case Float, Double:
			l.flags = span.FloatOrder
		}
		t[h], t[^h] = l, l
		t[h].words, t[^h].words = k.String()+", ascending", k.String()+", descending"
		t[h].flags |= span.Ascending
		t[^h].flags |= span.Descending
		t[^h].desc = true
	}
	set(hdrNull, Null, 0)
	set(hdrByte, Byte, 1)
	set(hdrShort, Short, 2)
	set(hdrInt, Int, 4)
	set(hdrLong, Long, 8)
	set(hdrFloat, Float, 4)
	set(hdrDouble, Double, 8)
	set(hdrJSON, JSON, 0)
	set(hdrString, String, 0)
	set(hdrFalse, Boolean, 0)
	set(hdrTrue, Boolean, 0)
	return t
}()

// decode reads one ordered value of either direction.
func (v *Value) decode(r *wire.Reader, f *span.Field) order.Order {
	b := r.Ahead()
	n, o := 0, order.Asc
	if len(b) > 0 && b[0] == hdrString { // scan checks this too, but skipping the call is faster
		n = v.setText(terminated.Scan(b[1:]))
	} else {
		n, o = v.scan(b, r.Memory())
	}
	if n == 0 {
		return v.decodeOther(r, f)
	}
	if t := r.Rec(); t != nil {
		v.record(t, f, &layouts[b[0]], r.Offset(), r.Offset()+n)
	}
	if v.oddNaN() {
		r.Doubt() // writers write all NaNs as one
	}
	r.Skip(n)
	return o
}

// oddNaN reports whether v is a NaN other than the canonical one.
func (v *Value) oddNaN() bool {
	return v.Kind == Float && v.Num&0x7fffffff > 0x7f800000 && v.Num != nan32 ||
		v.Kind == Double && v.Num&^(1<<63) > 0x7ff0000000000000 && v.Num != nan64
}

// scan reads the value at the start of b and returns how many bytes it took. It returns 0 and
// leaves v unchanged for JSON, which needs a parser, and for anything invalid. Complemented text is
// appended to scratch.
func (v *Value) scan(b []byte, scratch *[]byte) (n int, o order.Order) {
	if len(b) == 0 {
		return 0, order.Asc
	}
	o = order.Order(int8(b[0]) >> 7) // descending headers are those from 0x80 on
	body := b[1:]
	switch b[0] ^ byte(o) {
	case hdrNull:
		return v.set(Null, 0, 1), o
	case hdrFalse:
		return v.set(Boolean, 0, 1), o
	case hdrTrue:
		return v.set(Boolean, 1, 1), o
	case hdrByte:
		if len(body) >= 1 {
			return v.set(Byte, uint64(order.Int8From(body[0]^byte(o))), 2), o
		}
	case hdrShort:
		if len(body) >= 2 {
			return v.set(Short, uint64(order.Int16From(binary.BigEndian.Uint16(body)^uint16(o))), 3), o
		}
	case hdrInt:
		if len(body) >= 4 {
			return v.set(Int, uint64(order.Int32From(binary.BigEndian.Uint32(body)^uint32(o))), 5), o
		}
	case hdrLong:
		if len(body) >= 8 {
			return v.set(Long, uint64(order.Int64From(binary.BigEndian.Uint64(body)^uint64(o))), 9), o
		}
	case hdrFloat:
		if len(body) >= 4 {
			return v.set(Float, uint64(order.Float32From(binary.BigEndian.Uint32(body)^uint32(o))), 5), o
		}
	case hdrDouble:
		if len(body) >= 8 {
			return v.set(Double, order.Float64From(binary.BigEndian.Uint64(body)^uint64(o)), 9), o
		}
	case hdrString:
		if o == order.Asc {
			return v.setText(terminated.Scan(body)), order.Asc
		}
		return v.setText(terminated.ScanInverted(body, scratch)), order.Desc
	}
	return 0, o
}

// set makes v a value without text and returns n. It stores member by member because the compiler
// would otherwise build a whole Value elsewhere and then copy it.
func (v *Value) set(k Kind, num uint64, n int) int {
	v.Kind, v.Num, v.Text = k, num, nil
	return n
}

// decodeOther handles what scan leaves: JSON, text that only a lenient reader accepts, and
// invalid values, for which it reports the error.
//
//go:noinline
func (v *Value) decodeOther(r *wire.Reader, f *span.Field) order.Order {
	b := r.Ahead()
	if len(b) == 0 {
		r.Fail(wire.Truncated, f, "a value header")
		return order.Asc
	}
	l := &layouts[b[0]]
	if !l.known {
		r.Fail(wire.BadHeader, f, "a value header")
		return order.Asc
	}
	o := order.Asc
	if l.desc {
		o = order.Desc
	}
	if l.text {
		v.decodeText(r, f, l, b, o)
	} else {
		short(r, f, l)
	}
	return o
}

// short fails on a truncated fixed-size body; the header is recorded.
func short(r *wire.Reader, f *span.Field, l *layout) {
	r.Begin(f)
	r.Skip(1)
	if t := r.Rec(); t != nil {
		recordHeader(t, l, r.Offset()-1)
	}
	r.Take(f, int(l.size), "")
}

// AppendValue appends the encoding of v in the given order. It refuses text with
// U+0000 or that is not UTF-8, and JSON that is not one compact value. NaN is
// written in its one canonical form.
func AppendValue(dst []byte, v *Value, o order.Order) ([]byte, error) {
	x := byte(o)
	switch v.Kind {
	case Null:
		return append(dst, hdrNull^x), nil
	case Boolean:
		return append(dst, (hdrFalse+byte(v.Num&1))^x), nil
	case Byte:
		return append(dst, hdrByte^x, order.Int8(int8(v.Num))^x), nil
	case Short:
		return binary.BigEndian.AppendUint16(append(dst, hdrShort^x), order.Int16(int16(v.Num))^uint16(o)), nil
	case Int:
		return appendFixed32(dst, hdrInt^x, order.Int32(int32(v.Num))^uint32(o)), nil
	case Long:
		return appendFixed64(dst, hdrLong^x, order.Int64(int64(v.Num))^uint64(o)), nil
	case Float:
		bits := uint32(v.Num)
		if bits&0x7fffffff > 0x7f800000 {
			bits = nan32
		}
		return appendFixed32(dst, hdrFloat^x, order.Float32(bits)^uint32(o)), nil
	case Double:
		bits := v.Num
		if bits&^(1<<63) > 0x7ff0000000000000 {
			bits = nan64
		}
		return appendFixed64(dst, hdrDouble^x, order.Float64(bits)^uint64(o)), nil
	case String:
		if out := terminated.Append(dst, hdrString, v.Text, uint64(o)); out != nil {
			return out, nil
		}
		return dst, refuseText(v.Text)
	case JSON:
		return appendJSON(dst, v.Text, o)
	}
	return dst, refuse("value", "this type cannot be encoded")
}

func appendFixed32(dst []byte, header byte, u uint32) []byte {
	return append(dst, header, byte(u>>24), byte(u>>16), byte(u>>8), byte(u))
}

func appendFixed64(dst []byte, header byte, u uint64) []byte {
	return append(dst, header, byte(u>>56), byte(u>>48), byte(u>>40), byte(u>>32), byte(u>>24), byte(u>>16), byte(u>>8), byte(u))
}

// DecodeValue reads one ordered value that fills src.
func DecodeValue(src []byte, v *Value) (order.Order, error) {
	var own []byte
	if n, o := v.scan(src, &own); n > 0 && n == len(src) {
		return o, nil
	}
	return v.decodeWhole(src)
}

// decodeWhole is a separate function because its Reader would make every call of DecodeValue set up
// a large frame.
//
//go:noinline
func (v *Value) decodeWhole(src []byte) (order.Order, error) {
	r := wire.NewReader(src, nil)
	o := v.decode(&r, &fValue)
	return o, r.Finish()
}

// ConsumeValue reads one ordered value at the start of src and returns how many
// bytes it took.
func ConsumeValue(src []byte, v *Value) (n int, o order.Order, err error) {
	r := wire.NewReader(src, nil)
	o = v.decode(&r, &fValue)
	return r.Offset(), o, r.FinishPrefix("")
}
