package accumulograph

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/javanum"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Value is one typed value: a property, or the row of an index.
//
//	+-------+----------------+
//	| tag 1 | payload        |
//	+-------+----------------+
//	tag      n null, o boolean, b s i l whole numbers, f d floats, c character,
//	         a string, t date, e enum, q qualified name, x Java object stream
//	payload  to the end of the part; text, but for n (none) and x
//
// Order: by tag; strings, characters and booleans by code point. Numbers and dates are decimal
// text, which does not sort by value.
// Errors: no bytes, unknown tag, text that the type's parser refuses; in strict mode also text that
// no writer produces. Spec: docs/formats/accumulograph.md#typed-values.
type Value struct {
	Kind    Kind
	Num     uint64  // integers sign-extended, bits of a float or double, 1 for true, a character's UTF-16 unit
	Text    []byte  // string; constant of an enum; local part of a qualified name
	Class   []byte  // class of an enum; namespace of a qualified name
	Payload []byte  // the bytes after the tag; Text, Class and Payload alias the input
	Object  *Object // for a Java object stream

	raw bool // write Payload unchanged, because its text is not UTF-8
}

// fault says why a payload was refused: at which byte, and what was expected there.
type fault struct {
	code     wire.Code
	at       int
	expected string
	note     string // for a payload that is accepted but odd
}

// ok reports whether the payload was accepted.
func (f *fault) ok() bool { return f.code == wire.OK }

// odd accepts a form that no writer produces if lenient is set, and refuses it otherwise.
func odd(lenient bool, at int, expected, note string) fault {
	if lenient {
		return fault{note: note}
	}
	return fault{code: wire.NonCanonical, at: at, expected: expected}
}

// decode reads the value that fills the rest.
func (v *Value) decode(r *wire.Reader, f *span.Field) {
	*v = Value{}
	r.Begin(f)
	b := r.Ahead()
	if len(b) == 0 {
		r.Fail(wire.Truncated, &fTag, "a type tag")
		return
	}
	k, known := kindOf(b[0])
	if !known {
		r.Fail(wire.BadHeader, &fTag, "a type tag, one of "+tags)
		return
	}
	v.Kind, v.Payload = k, b[1:]
	if t := r.Rec(); t != nil {
		n := t.Leaf(&fTag, r.Offset(), r.Offset()+1, span.EnumValue(int64(b[0]), k.String()))
		if n != nil && orderedKind(k) {
			n.Flags |= span.Ascending
		}
	}
	r.Skip(1)
	if k == Serializable {
		v.Object = decodeObject(r)
	} else {
		v.decodeText(r)
	}
	if f == &fValue {
		r.Group().As(v.field())
	}
	r.EndWith(v.spanValue(), 0)
}

// field returns the legend of the value, which depends on the members that are set.
func (v *Value) field() *span.Field {
	switch {
	case v.Kind == QName && len(v.Class) == 0:
		return &fBareName
	case v.Kind == Enum, v.Kind == QName, v.Kind == Character && v.isHalf():
		return &fComposite
	}
	return &fValue
}

// orderedKind reports whether the stored text sorts as its values do.
func orderedKind(k Kind) bool { return k == String || k == Character || k == Boolean }

// decodeText reads the payload of a value that is text.
func (v *Value) decodeText(r *wire.Reader) {
	f := v.scan(r.Lenient())
	if !f.ok() {
		r.FailAt(f.code, &fPayload, r.Offset()+min(f.at, len(v.Payload)), f.expected, "")
		return
	}
	if t := r.Rec(); t != nil {
		v.record(t, r.Offset(), f.note)
	}
	if f.note != "" && (v.Kind == Float || v.Kind == Double) {
		r.Group().Doubt() // another JDK's spelling; other texts are kept as they are
	}
	r.Skip(len(v.Payload))
}

// scan reads the payload.
func (v *Value) scan(lenient bool) fault {
	switch v.Kind {
	case Null:
		if len(v.Payload) > 0 {
			return odd(lenient, 0, "end of input", "null, whatever follows")
		}
		return fault{}
	case Boolean:
		return v.scanBoolean(lenient)
	case Byte, Short, Integer, Long, Date:
		return v.scanWhole(lenient)
	case Float, Double:
		return v.scanFloat(lenient)
	case Character:
		return v.scanCharacter(lenient)
	case Enum:
		return v.scanEnum(lenient)
	case QName:
		return v.scanQName()
	}
	v.Text = v.Payload
	return notUTF8(v.Payload)
}

// notUTF8 notes text from a machine whose default character set was not UTF-8.
func notUTF8(b []byte) fault {
	if utf8.Valid(b) {
		return fault{}
	}
	return fault{note: "not UTF-8: as ISO-8859-1 " + string(value8859(b))}
}

func (v *Value) scanBoolean(lenient bool) fault {
	b := v.Payload
	if len(b) == 0 {
		return fault{code: wire.Truncated, expected: "t or f"}
	}
	if b[0] != 't' && b[0] != 'f' {
		return fault{code: wire.BadValue, expected: "t or f"}
	}
	if b[0] == 't' {
		v.Num = 1
	}
	if len(b) > 1 {
		return odd(lenient, 1, "end of input", "only the first letter counts")
	}
	return fault{}
}

// scanCharacter reads one UTF-16 unit; of a character above U+FFFF that is the high surrogate, as
// for upstream.
func (v *Value) scanCharacter(lenient bool) fault {
	b := v.Payload
	if len(b) == 0 {
		return fault{code: wire.Truncated, expected: "a character"}
	}
	c, n := utf8.DecodeRune(b)
	v.Num = uint64(c)
	if c > 0xffff {
		v.Num = uint64(0xd800 + (c-0x10000)>>10)
		return odd(lenient, 0, "a character of one UTF-16 unit", "only the first UTF-16 unit counts")
	}
	if n < len(b) {
		return odd(lenient, n, "end of input", "only the first character counts")
	}
	return notUTF8(b)
}

// scanEnum splits class and constant. A constant's own toString may contain colons, at which
// upstream's reader splits again.
func (v *Value) scanEnum(lenient bool) fault {
	b := v.Payload
	i := bytes.IndexByte(b, ':')
	switch {
	case i < 0:
		return fault{code: wire.Unterminated, at: len(b), expected: "a colon after the class"}
	case i == 0:
		return fault{code: wire.BadValue, expected: "a class name"}
	case i == len(b)-1:
		return fault{code: wire.Truncated, at: len(b), expected: "the name of a constant"}
	}
	v.Class, v.Text = b[:i], b[i+1:]
	if end := bytes.IndexByte(v.Text, ':'); lenient && end > 0 {
		v.Text = v.Text[:end]
		return fault{note: "upstream reads only as far as the second colon"}
	}
	return notUTF8(b)
}

func (v *Value) scanQName() fault {
	b := v.Payload
	v.Text = b
	if len(b) > 0 && b[0] == '{' {
		end := bytes.IndexByte(b, '}')
		switch {
		case end < 0:
			return fault{code: wire.Unterminated, at: len(b), expected: "} after the namespace"}
		case end == 1:
			return fault{code: wire.BadValue, at: 1, expected: "a namespace"}
		}
		v.Class, v.Text = b[1:end], b[end+1:]
	}
	return notUTF8(b)
}

// AppendValue appends a typed value, with floats as JDK 19 and later print them. It refuses Java
// object streams, which this package only reads.
func AppendValue(dst []byte, v *Value) ([]byte, error) {
	out := append(dst, v.Kind.Tag())
	if v.raw {
		return append(out, v.Payload...), nil
	}
	switch v.Kind {
	case Null:
		return out, nil
	case Boolean:
		return append(out, "ft"[v.Num&1]), nil
	case Byte, Short, Integer, Long, Date:
		return strconv.AppendInt(out, int64(v.Num), 10), nil
	case Float:
		return javanum.AppendText32(out, math.Float32frombits(uint32(v.Num))), nil
	case Double:
		return javanum.AppendText(out, math.Float64frombits(v.Num)), nil
	case Character:
		return appendUnit(out, uint16(v.Num)), nil
	case String:
		return append(out, v.Text...), nil
	case Enum:
		return append(append(append(out, v.Class...), ':'), v.Text...), nil
	case QName:
		if len(v.Class) > 0 {
			out = append(append(append(out, '{'), v.Class...), '}')
		}
		return append(out, v.Text...), nil
	}
	return dst, format.ReadOnly("value.type", "Java object streams are read only")
}

// appendUnit appends one UTF-16 unit as getBytes does: an unpaired surrogate becomes a ?.
func appendUnit(dst []byte, u uint16) []byte {
	if u >= 0xd800 && u < 0xe000 {
		return append(dst, '?')
	}
	return utf8.AppendRune(dst, rune(u))
}

// DecodeValue reads the typed value that fills src, strictly.
func DecodeValue(src []byte, v *Value) error {
	if len(src) > 0 {
		if k, ok := kindOf(src[0]); ok && k != Serializable {
			*v = Value{Kind: k, Payload: src[1:]}
			if f := v.scan(false); f.ok() {
				return nil
			}
		}
	}
	return v.decodeWhole(src)
}

// decodeWhole is a separate function because the parser of object streams retains its Reader.
func (v *Value) decodeWhole(src []byte) error {
	r := wire.NewReader(src, nil)
	v.decode(&r, &fValue)
	return r.Finish()
}

// decodeLeniently reads the typed value that fills src as upstream does.
func (v *Value) decodeLeniently(src []byte) error {
	r := wire.NewReader(src, nil)
	r.SetLenient(true)
	v.decode(&r, &fValue)
	return r.FinishPrefix("")
}

// Same reports whether two stored values are the same: they have the same bytes, or are the same
// float or double as spelled by different JDKs.
func Same(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	if len(a) == 0 || len(b) == 0 || a[0] != b[0] || a[0] != Float.Tag() && a[0] != Double.Tag() {
		return false
	}
	x, y := Value{Kind: Float, Payload: a[1:]}, Value{Kind: Float, Payload: b[1:]}
	if a[0] == Double.Tag() {
		x.Kind, y.Kind = Double, Double
	}
	fx, fy := x.scanFloat(true), y.scanFloat(true)
	return fx.ok() && fy.ok() && x.Num == y.Num
}
