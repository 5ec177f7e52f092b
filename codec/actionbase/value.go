package actionbase

import (
	"encoding/binary"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
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

// String returns upstream's word for the type.
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

// Ascending header bytes; the descending ones are their complements. A boolean
// is all header: hdrFalse or hdrTrue.
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

// layout is what a header byte says.
type layout struct {
	kind  Kind
	known bool
	text  bool // body runs to a terminator
	desc  bool
	size  uint8 // fixed body
	words string
}

var layouts = func() (t [256]layout) {
	set := func(h byte, k Kind, size uint8, text bool) {
		t[h] = layout{kind: k, known: true, size: size, text: text, words: k.String() + ", ascending"}
		t[^h] = layout{kind: k, known: true, size: size, text: text, desc: true, words: k.String() + ", descending"}
	}
	set(hdrNull, Null, 0, false)
	set(hdrByte, Byte, 1, false)
	set(hdrShort, Short, 2, false)
	set(hdrInt, Int, 4, false)
	set(hdrLong, Long, 8, false)
	set(hdrFloat, Float, 4, false)
	set(hdrDouble, Double, 8, false)
	set(hdrJSON, JSON, 0, true)
	set(hdrString, String, 0, true)
	set(hdrFalse, Boolean, 0, false)
	set(hdrTrue, Boolean, 0, false)
	return t
}()

// jsonDepth is how deep JSON may nest: what upstream's parser follows.
const jsonDepth = 1000

// decode reads one ordered value of either direction.
func (v *Value) decode(r *wire.Reader, f *span.Field) order.Order {
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
		return o
	}
	n := 1 + int(l.size)
	if len(b) < n {
		v.short(r, f, l)
		return o
	}
	v.Kind, v.Text = l.kind, nil
	switch l.size {
	case 0:
		v.Num = 0
		if b[0]^byte(o) == hdrTrue {
			v.Num = 1
		}
	case 1:
		v.Num = uint64(int64(order.Int8From(b[1] ^ byte(o))))
	case 2:
		v.Num = uint64(int64(order.Int16From(binary.BigEndian.Uint16(b[1:]) ^ uint16(o))))
	case 4:
		u := binary.BigEndian.Uint32(b[1:]) ^ uint32(o)
		if l.kind == Float {
			v.Num = uint64(order.Float32From(u))
		} else {
			v.Num = uint64(int64(order.Int32From(u)))
		}
	case 8:
		u := binary.BigEndian.Uint64(b[1:]) ^ uint64(o)
		if l.kind == Double {
			v.Num = order.Float64From(u)
		} else {
			v.Num = uint64(order.Int64From(u))
		}
	}
	at := r.Offset()
	r.Skip(n)
	if t := r.Rec(); t != nil {
		v.record(t, f, l, b[:n], at, o)
	}
	return o
}

// short fails on a fixed body that is cut off; the header is recorded.
func (v *Value) short(r *wire.Reader, f *span.Field, l *layout) {
	r.Begin(f)
	h := r.Take(&fHeader, 1, "a value header")
	if t := r.Rec(); t != nil {
		recordHeader(t, l, h, r.Offset()-1)
	}
	r.Take(f, int(l.size), "")
}

// decodeText reads text up to its terminator.
func (v *Value) decodeText(r *wire.Reader, f *span.Field, l *layout, b []byte, o order.Order) {
	at := r.Offset()
	n := indexByte(b[1:], byte(o))
	if n < 0 {
		r.Begin(f)
		if t := r.Rec(); t != nil {
			recordHeader(t, l, b[:1], at)
		}
		r.Skip(1)
		r.FailAt(wire.Unterminated, f, at+len(b), l.kind.String()+" terminator "+terminator(o), "end of input")
		return
	}
	text := b[1 : 1+n : 1+n]
	if l.desc {
		text = r.Invert(text)
	}
	if !v.checkText(r, f, l, text, at+1) {
		return
	}
	v.Kind, v.Num, v.Text = l.kind, 0, text
	r.Skip(n + 2)
	if t := r.Rec(); t != nil {
		v.record(t, f, l, b[:n+2], at, o)
	}
}

// checkText refuses text that no writer makes.
func (v *Value) checkText(r *wire.Reader, f *span.Field, l *layout, text []byte, at int) bool {
	if l.kind == JSON {
		return checkJSON(r, f, text, at)
	}
	if utf8.Valid(text) || r.Lenient() {
		return true
	}
	r.FailAt(wire.BadText, f, at+invalidUTF8(text), "UTF-8 text", "")
	return false
}

// checkJSON refuses what upstream's parser refuses and, unless the reader is
// lenient, text after the first value.
func checkJSON(r *wire.Reader, f *span.Field, text []byte, at int) bool {
	end, err := value.Skim(text, jsonDepth)
	if err != nil {
		if len(text) == 0 && r.Lenient() {
			return true
		}
		r.FailAt(wire.BadJSON, f, at+err.Offset, "JSON: "+err.Expected, "")
		return false
	}
	if end < len(text) && !r.Lenient() {
		r.FailAt(wire.BadJSON, f, at+end, "end of the JSON value", "")
		return false
	}
	return true
}

// indexByte is bytes.IndexByte, written out because most texts are short and the
// call costs more than the search.
func indexByte(b []byte, c byte) int {
	for i, x := range b {
		if x == c {
			return i
		}
	}
	return -1
}

func invalidUTF8(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
	return len(b)
}

func terminator(o order.Order) string {
	if o == order.Asc {
		return "0x00"
	}
	return "0xff"
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
	case String, JSON:
		return appendText(dst, v, o)
	}
	return dst, refuse("value", "this type cannot be encoded")
}

func appendFixed32(dst []byte, header byte, u uint32) []byte {
	return append(dst, header, byte(u>>24), byte(u>>16), byte(u>>8), byte(u))
}

func appendFixed64(dst []byte, header byte, u uint64) []byte {
	return append(dst, header, byte(u>>56), byte(u>>48), byte(u>>40), byte(u>>32), byte(u>>24), byte(u>>16), byte(u>>8), byte(u))
}

func appendText(dst []byte, v *Value, o order.Order) ([]byte, error) {
	h := byte(hdrString)
	if v.Kind == JSON {
		h = hdrJSON
		if end, err := value.Skim(v.Text, jsonDepth); err != nil || end != len(v.Text) || value.Spaced(v.Text) {
			return dst, refuse("value", "expected one JSON value without white space between its tokens")
		}
	} else if !utf8.Valid(v.Text) {
		return dst, refuse("value", "expected text in UTF-8")
	} else if indexByte(v.Text, 0) >= 0 {
		return dst, refuse("value", "a string cannot hold U+0000, its terminator")
	}
	dst = append(dst, h^byte(o))
	n := len(dst)
	dst = append(dst, v.Text...)
	if o == order.Desc {
		invert(dst[n:])
	}
	return append(dst, byte(o)), nil
}

func invert(b []byte) {
	for ; len(b) >= 8; b = b[8:] {
		binary.LittleEndian.PutUint64(b, ^binary.LittleEndian.Uint64(b))
	}
	for i := range b {
		b[i] = ^b[i]
	}
}

// DecodeValue reads one ordered value that fills src.
func DecodeValue(src []byte, v *Value) (order.Order, error) {
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

// ConsumeValueScratch is ConsumeValue for text that is stored complemented: it
// is appended to scratch, which is returned, and v.Text is a view of it.
func ConsumeValueScratch(src []byte, v *Value, scratch []byte) (n int, o order.Order, spare []byte, err error) {
	r := wire.NewReader(src, nil)
	r.Scratch(scratch)
	o = v.decode(&r, &fValue)
	return r.Offset(), o, r.Spare(), r.FinishPrefix("")
}
