package hfile

import (
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Wire types of Protocol Buffers.
const (
	wireVarint  = 0
	wireFixed64 = 1
	wireBytes   = 2
	wireFixed32 = 5
)

// message is what is known about a Protocol Buffers message.
type message []member

// member is one field of a message.
type member struct {
	number uint64
	field  *span.Field
	wire   uint8
	of     message // for a field that is itself a message
}

// pbValue is a decoded field: a number or bytes.
type pbValue struct {
	number uint64
	num    uint64
	bytes  []byte
}

var (
	fPBKey = span.Field{Name: "field", Type: "varint", Role: span.RoleStructure,
		Doc: "number of the field, and in the low 3 bits how its value is stored"}
	fPBLength  = length("length", "length")
	fPBNumber  = span.Field{Name: "number", Type: "varint", Role: span.RoleStructure, Doc: "the number"}
	fPBBytes   = span.Field{Name: "bytes", Type: "bytes", Role: span.RoleStructure, Doc: "the text or bytes"}
	fPBUnknown = span.Field{Name: "unknown", Title: "other field", Type: "protobuf field", Role: span.RoleGroup,
		Doc: "a field of later versions"}
)

// of returns what is known about a field.
func (m message) member(number uint64) *member {
	for i := range m {
		if m[i].number == number {
			return &m[i]
		}
	}
	return nil
}

// read reads the fields of a message that ends at an offset of r, and passes each to on.
//
//	( key varint | number varint, or 8 bytes, or length varint and bytes, or 4 bytes )*
//	key = field number * 8 + 0, 1, 2 or 5
func (m message) read(r *wire.Reader, end int, on func(v pbValue)) { m.readTo(r, int64(end), on) }

func (m message) readTo(r *wire.Reader, until int64, on func(v pbValue)) {
	if until < int64(r.Offset()) || until-int64(r.Offset()) > int64(r.Left()) {
		r.FailFound(wire.Truncated, &fPBLength, "a message inside of its bytes", "one that ends at "+strconv.FormatInt(until, 10))
		return
	}
	end := int(until)
	for r.OK() && r.Offset() < end {
		at := r.Offset()
		key, n := peekVarint(r.Ahead())
		if n > 0 && key>>3 == 0 {
			r.FailFound(wire.BadValue, &fPBKey, "the number of a field, from 1", "0")
			return
		}
		known := m.member(key >> 3)
		f := &fPBUnknown
		if known != nil {
			f = known.field
			if n > 0 && known.wire != uint8(key&7) {
				r.FailFound(wire.BadType, f, "wire type "+strconv.Itoa(int(known.wire)), "wire type "+strconv.Itoa(int(key&7)))
				return
			}
		}
		r.Begin(f)
		v := pbValue{number: r.Uvarint(&fPBKey, 64) >> 3}
		v.readValue(r, uint8(key&7), end, known)
		if r.OK() && r.Offset() > end {
			r.FailAt(wire.Truncated, f, at, "a field that ends inside of its message", "one that ends after it")
		}
		if !r.OK() {
			return
		}
		r.EndWith(v.shown(uint8(key&7), known), 0)
		on(v)
	}
}

func (v *pbValue) readValue(r *wire.Reader, how uint8, end int, known *member) {
	switch how {
	case wireVarint:
		v.num = r.Uvarint(&fPBNumber, 64)
	case wireFixed64:
		v.num = r.Uint64LE(&fPBNumber)
	case wireFixed32:
		v.num = uint64(r.Uint32LE(&fPBNumber))
	case wireBytes:
		n := r.Uvarint(&fPBLength, 63)
		if !r.OK() {
			return
		}
		if from := r.Offset(); from > end || n > uint64(end-from) {
			r.FailFound(wire.Truncated, &fPBBytes, "bytes inside of the message", strconv.FormatUint(n, 10)+" bytes")
		} else if known == nil || known.of == nil || r.Rec() == nil {
			v.bytes = r.Bytes(&fPBBytes, int(n))
		} else {
			known.of.read(r, from+int(n), func(pbValue) {})
			v.bytes = r.Since(from)
		}
	default:
		r.FailFound(wire.BadType, &fPBKey, "wire type 0, 1, 2 or 5", "wire type "+strconv.Itoa(int(how)))
	}
}

// shown returns the value of the field's group; none for a field that is a message.
func (v *pbValue) shown(how uint8, known *member) span.Value {
	switch {
	case known != nil && known.field == &fCodec:
		return span.EnumValue(int64(v.num), codecName(uint32(v.num)))
	case how != wireBytes && known != nil && known.field.Type == "int64":
		return span.IntValue(int64(v.num))
	case how != wireBytes:
		return span.UintValue(v.num)
	case known != nil && known.of != nil:
		return span.Value{}
	case known != nil && known.field.Type == "text":
		return span.TextValue(v.bytes)
	}
	return span.BytesValue(v.bytes)
}

// peekVarint returns the number at the start of b and its length, or 0 if b ends inside it.
func peekVarint(b []byte) (v uint64, n int) {
	for i := 0; i < len(b) && i < 10; i++ {
		v |= uint64(b[i]&0x7f) << (7 * i)
		if b[i] < 0x80 {
			return v, i + 1
		}
	}
	return v, 0
}

// readDelimited reads the length of a message and the message.
func (m message) readDelimited(r *wire.Reader, f *span.Field, on func(v pbValue)) {
	n := r.Uvarint(&fPBLength, 31)
	r.Begin(f)
	m.readTo(r, int64(r.Offset())+int64(n), on) // int may have 32 bits
	r.End()
}

// each decodes a message that was already read as bytes, without recording it again.
func (m message) each(b []byte, on func(v pbValue)) error {
	r := wire.NewReader(b, nil)
	m.read(&r, len(b), on)
	return r.Finish()
}

// only is each for a message that never had other fields in any version. An unknown field is
// damage, because its content would be lost silently.
func (m message) only(b []byte, on func(v pbValue)) error {
	other := false
	err := m.each(b, func(v pbValue) {
		if m.member(v.number) == nil {
			other = true
			return
		}
		on(v)
	})
	if err == nil && other {
		return errOther
	}
	return err
}

var errOther = errors.New("a field that no version has")
