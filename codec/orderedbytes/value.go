package orderedbytes

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Type is the type that a header stands for.
type Type uint8

// The types.
const (
	Null Type = iota
	Numeric
	Int8
	Int16
	Int32
	Int64
	Float32
	Float64
	Text
	BlobVar
	BlobCopy
	types
)

var typeNames = [types]string{"null", "numeric", "int8", "int16", "int32", "int64", "float32", "float64", "string", "blob-var",
	"blob-copy"}

// String returns the type's name as in the vectors.
func (t Type) String() string {
	if t < types {
		return typeNames[t]
	}
	return "unknown"
}

// Special marks the numerics that are not decimal numbers.
type Special uint8

// The specials; Finite stands for a decimal number.
const (
	Finite Special = iota
	NaN
	PosInf
	NegInf
)

// Value is one value. The zero Value is null.
type Value struct {
	Type    Type
	Special Special // for a numeric
	Num     uint64  // integers sign-extended, IEEE bits of floats
	Dec     Decimal // for a finite numeric
	Bytes   []byte  // text or blob; may alias the input
}

// OrderedValue is a value with the order in which it is stored.
type OrderedValue struct {
	Value Value
	Order order.Order
}

// Headers, ascending; those of numerics are in numeric.go.
const (
	hdrNull     = 0x05
	hdrInt8     = 0x29
	hdrInt64    = 0x2c
	hdrFloat32  = 0x30
	hdrFloat64  = 0x31
	hdrText     = 0x34
	hdrBlobVar  = 0x37
	hdrBlobCopy = 0x38
)

// kinds maps header bytes, ascending and descending, to types. A byte that is not a header maps to
// types.
var kinds = func() (t [256]Type) {
	for h := range t {
		t[h] = typeOf(byte(h) ^ byte(directionOf(byte(h))))
	}
	return t
}()

// directionOf returns the direction of a header: headers from 0x80 on are descending.
func directionOf(h byte) order.Order { return order.Order(int8(h) >> 7) }

// typeOf returns the type of an ascending header, or types if the byte is not a header.
func typeOf(h byte) Type {
	switch {
	case h == hdrNull:
		return Null
	case h >= numNegInf && h <= numPosInf || h == numNaN:
		return Numeric
	case h >= hdrInt8 && h <= hdrInt64:
		return Int8 + Type(h-hdrInt8)
	case h == hdrFloat32, h == hdrFloat64:
		return Float32 + Type(h-hdrFloat32)
	case h == hdrText:
		return Text
	case h == hdrBlobVar, h == hdrBlobCopy:
		return BlobVar + Type(h-hdrBlobVar)
	}
	return types
}

// reset makes v null. It clears the decimal only if it is set, because that is most of a value's
// size.
func (v *Value) reset() {
	if v.Type == Numeric {
		v.Dec = Decimal{}
	}
	v.Type, v.Special, v.Num, v.Bytes = Null, Finite, 0, nil
}

// decode reads one value in either order. w says how a tree shows a numeric.
func (v *OrderedValue) decode(r *wire.Reader, f *span.Field, w view) {
	v.Value.reset()
	v.Order = order.Asc
	b := r.Ahead()
	if len(b) == 0 {
		r.Fail(wire.Truncated, f, "a value header")
		return
	}
	h := b[0]
	v.Order = directionOf(h)
	if kinds[h] == types {
		r.Fail(wire.BadHeader, f, "a value header")
		return
	}
	v.Value.Type = kinds[h]
	at := r.Offset()
	r.Skip(1)
	if r.Rec() != nil {
		v.begin(r, f, at)
	}
	switch o := v.Order; v.Value.Type {
	case Null:
	case Numeric:
		v.Value.decodeNumeric(r, f, h^byte(o), byte(o))
	case Text:
		v.Value.decodeText(r, f, o)
	case BlobVar:
		v.Value.decodeBlobVar(r, f, byte(o))
	case BlobCopy:
		v.Value.decodeBlobCopy(r, f, o)
	default:
		v.Value.decodeFixed(r, f, o)
	}
	if r.Rec() != nil {
		r.EndWith(v.Value.span(w), v.flags())
	}
}

// begin opens the node of a value whose header was read at an offset.
func (v *OrderedValue) begin(r *wire.Reader, f *span.Field, at int) {
	t := r.Rec()
	t.Begin(f, at)
	if n := t.Raw(&fHeader, at, at+1); n != nil {
		n.Note = headerNotes[v.Value.Type][byte(v.Order)&1]
	}
}

// headerNotes describes each header: type, then ascending or descending.
var headerNotes = func() (notes [types][2]string) {
	for t := range types {
		notes[t] = [2]string{t.String() + ", ascending", t.String() + ", descending"}
	}
	return notes
}()

func (v *OrderedValue) flags() span.Flag {
	fl := span.Ascending
	if v.Order == order.Desc {
		fl = span.Descending
	}
	switch v.Value.Type {
	case Int8, Int16, Int32, Int64:
		fl |= span.SignFlip
	case Float32, Float64:
		fl |= span.FloatOrder
	}
	if v.Value.oddNaN() {
		fl |= span.NonCanonical
	}
	return fl
}

// span returns v as the value of a tree node.
func (v *Value) span(w view) span.Value {
	switch v.Type {
	case Numeric:
		switch w {
		case asLong:
			return span.IntValue(v.Dec.Long())
		case asDouble:
			return span.Float64Value(floatBits(v.double()))
		}
		return span.Value{Kind: span.Decimal, Bytes: v.appendNumber(nil)}
	case Int8, Int16, Int32, Int64:
		return span.Value{Kind: span.Int, Width: uint8(8 * fixedSizes[v.Type]), Num: v.Num}
	case Float32:
		return span.Float32Value(uint32(v.Num))
	case Float64:
		return span.Float64Value(v.Num)
	case Text:
		return span.TextValue(v.Bytes)
	case BlobVar, BlobCopy:
		return span.BytesValue(v.Bytes)
	}
	return span.NullValue()
}

// AppendValue appends v in the given order. It refuses text that has U+0000 or is not UTF-8, and a
// descending blob-copy that has 0x00. A blob-copy is read to the end of its key, so it must be the last
// part of a key. On error dst is returned unchanged.
func AppendValue(dst []byte, v *Value, o order.Order) ([]byte, error) {
	switch v.Type {
	case Null:
		return append(dst, hdrNull^byte(o)), nil
	case Numeric:
		if v.Special != Finite {
			return append(dst, specialHeaders[v.Special%Special(len(specialHeaders))]^byte(o)), nil
		}
		return AppendNumeric(dst, v.Dec, o), nil
	case Text:
		return appendText(dst, v.Bytes, o)
	case BlobVar:
		return appendBlobVar(dst, v.Bytes, o), nil
	case BlobCopy:
		return appendBlobCopy(dst, v.Bytes, o)
	case Int8, Int16, Int32, Int64, Float32, Float64:
		return appendFixed(dst, v, o), nil
	}
	return dst, format.Refuse("type", "there is no such type")
}

// DecodeValue reads one value that fills src. Bytes of v alias src, or separate memory if they
// are not stored verbatim.
func DecodeValue(src []byte, v *OrderedValue) error {
	r := wire.NewReader(src, nil)
	v.decode(&r, &fValue, asIs)
	return format.Locate(r.Finish(), formatID, "", "")
}

// ConsumeValue reads one value at the start of src and returns how many bytes it took. v aliases
// src as in DecodeValue.
func ConsumeValue(src []byte, v *OrderedValue) (n int, err error) {
	r := wire.NewReader(src, nil)
	v.decode(&r, &fValue, asIs)
	return r.Offset(), format.Locate(r.FinishPrefix(""), formatID, "", "")
}

// AppendValues appends a compound key: values one after the other. It refuses what AppendValue
// refuses, and a blob-copy that is not last: upstream reads one to the end of the key, whatever its order.
func AppendValues(dst []byte, key []OrderedValue) ([]byte, error) {
	at := len(dst)
	for i := range key {
		v := &key[i]
		if v.Value.Type == BlobCopy && i < len(key)-1 {
			return dst[:at], format.Refuse("values", "a blob-copy is read to the end of the key, so it must be the last value")
		}
		var err error
		if dst, err = AppendValue(dst, &v.Value, v.Order); err != nil {
			return dst[:at], err
		}
	}
	return dst, nil
}

// next reads the next value of a key, if there is one, and reports whether there was.
func (v *OrderedValue) next(r *wire.Reader) bool {
	if r.OK() && (r.Offset() == 0 || r.More()) {
		v.decode(r, &fKeyItem, asIs)
		return r.OK()
	}
	return false
}
