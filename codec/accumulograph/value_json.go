package accumulograph

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

func refuse(field, why string) error { return format.Refuse(field, why) }

// spanValue returns the value as a tree node holds it.
func (v *Value) spanValue() span.Value {
	switch v.Kind {
	case Null:
		return span.NullValue()
	case Boolean:
		return span.BoolValue(v.Num == 1)
	case Byte, Short, Integer, Long:
		s := span.IntValue(int64(v.Num))
		s.Width = v.Kind.width()
		return s
	case Date:
		return span.MillisValue(int64(v.Num))
	case Float:
		return span.Float32Value(uint32(v.Num))
	case Double:
		return span.Float64Value(v.Num)
	case Serializable:
		return span.Value{}
	}
	return span.TextValue(v.Payload)
}

// record adds the payload, which starts at offset at, to the tree.
func (v *Value) record(t *span.Tree, at int, note string) {
	flags := span.Flag(0)
	if note != "" {
		flags = span.NonCanonical
	}
	end := at + len(v.Payload)
	leaf := func(f *span.Field, from, to int, val span.Value) {
		if n := t.Leaf(f, from, to, val); n != nil {
			n.Note, n.Flags = note, flags
		}
		note, flags = "", 0
	}
	switch {
	case v.Kind == Enum:
		colon := at + len(v.Class)
		leaf(&fClass, at, colon, span.TextValue(v.Class))
		leaf(&fColon, colon, colon+1, span.TextValue(v.Payload[len(v.Class):len(v.Class)+1]))
		leaf(&fConstant, colon+1, end, span.TextValue(v.Payload[len(v.Class)+1:]))
	case v.Kind == QName && len(v.Class) > 0:
		brace := at + 1 + len(v.Class)
		leaf(&fBrace, at, at+1, span.TextValue(v.Payload[:1]))
		leaf(&fNamespace, at+1, brace, span.TextValue(v.Class))
		leaf(&fBrace, brace, brace+1, span.TextValue(v.Payload[len(v.Class)+1:len(v.Class)+2]))
		leaf(&fLocal, brace+1, end, span.TextValue(v.Text))
	case v.Kind == QName:
		leaf(&fBareLocal, at, end, v.spanValue())
	case v.Kind == Character && v.isHalf():
		leaf(&fUnit, at, end, v.spanValue())
	case v.Kind == Null && end > at:
		leaf(&fAfterNull, at, end, v.spanValue())
	case v.Kind != Null:
		leaf(&fPayload, at, end, v.spanValue())
	}
}

// value8859 returns ISO-8859-1 text as UTF-8.
func value8859(b []byte) []byte {
	out := make([]byte, 0, len(b)+len(b)/2)
	for _, c := range b {
		out = utf8.AppendRune(out, rune(c))
	}
	return out
}

// write writes {"type", "value"} and the other members of the type. If text is not UTF-8, its bytes
// are written too, unless it was read as upstream reads it.
func (v *Value) write(w *value.Writer, lenient bool) {
	w.Object()
	v.writeMembers(w, lenient)
	w.EndObject()
}

func (v *Value) writeMembers(w *value.Writer, lenient bool) {
	w.Key("type")
	w.String(v.Kind.String())
	if v.Kind == QName {
		w.Key("namespace")
		w.Text(v.Class)
		w.Key("local")
		w.Text(v.Text)
	} else if v.Kind != Null {
		if v.Kind == Enum {
			w.Key("class")
			w.Text(v.Class)
		}
		v.writeValue(w)
	}
	if !lenient && v.lossy() {
		w.Key("hex")
		w.Hex(v.Payload)
		w.Key("latin1")
		w.Text(value8859(v.Payload))
	}
}

// lossy reports whether the value's bytes cannot be made from its text.
func (v *Value) lossy() bool {
	switch v.Kind {
	case String, Character, Enum, QName:
		return !utf8.Valid(v.Payload)
	}
	return false
}

// isHalf reports whether a character is an unpaired surrogate.
func (v *Value) isHalf() bool { return v.Num >= 0xd800 && v.Num < 0xe000 }

func (v *Value) writeValue(w *value.Writer) {
	if v.Kind == Character && v.isHalf() {
		w.Key("utf16")
		w.Hex([]byte{byte(v.Num >> 8), byte(v.Num)})
		return
	}
	w.Key("value")
	switch v.Kind {
	case Boolean:
		w.Bool(v.Num == 1)
	case Byte, Short, Integer:
		w.Int(int64(v.Num))
	case Long, Date:
		w.Int64(int64(v.Num))
	case Float:
		w.Float(float64(math.Float32frombits(uint32(v.Num))), 32)
	case Double:
		w.Float(math.Float64frombits(v.Num), 64)
	case Character:
		var room [4]byte
		w.Text(appendUnit(room[:0], uint16(v.Num)))
	case Serializable:
		v.Object.write(w)
	default:
		w.Text(v.Text)
	}
}

// parse reads what write writes. field is the name that errors use.
func (v *Value) parse(j value.Value, field string) error {
	*v = Value{}
	name, ok := j.Member("type").Text()
	if j.Kind != value.Object || !ok {
		return refuse(field+".type", "expected the name of a type")
	}
	if v.Kind, ok = kindNamed(name); !ok {
		return refuse(field+".type", "AccumuloGraph cannot store the type "+name)
	}
	if v.Kind == Serializable {
		return format.ReadOnly(field+".type", "Java object streams are read only")
	}
	if err := format.Known(j, v.Kind.members()...); err != nil {
		return format.Within(field, err)
	}
	if raw, ok := j.Get("hex"); ok {
		return format.Within(field, v.parseHex(raw, j))
	}
	val := j.Member("value")
	switch v.Kind {
	case Null:
		return format.Within(field, format.Expect(val.IsNull(), "value", "no value of a null", val))
	case Boolean:
		b, ok := val.Bool()
		if !ok {
			return refuse(field+".value", "expected true or false")
		}
		if b {
			v.Num = 1
		}
		return nil
	case Byte, Short, Integer, Long, Date:
		return v.parseWhole(val, field)
	case Float, Double:
		return v.parseFloat(val, field)
	case Character:
		return v.parseCharacter(j, field)
	}
	return v.parseText(j, field)
}

func (v *Value) parseWhole(val value.Value, field string) error {
	n, ok := val.Int()
	least, most := v.Kind.limits()
	if !ok || n < least || n > most {
		return refuse(field+".value", "expected a whole number from "+strconv.FormatInt(least, 10)+" to "+strconv.FormatInt(most, 10))
	}
	v.Num = uint64(n)
	return nil
}

func (v *Value) parseFloat(val value.Value, field string) error {
	bits := 64
	if v.Kind == Float {
		bits = 32
	}
	if err := format.Inexact(field+".value", val, bits); err != nil {
		return err
	}
	f, ok := val.Float(bits)
	if !ok {
		return refuse(field+".value", "expected a number, NaN, Infinity, -Infinity or -0.0")
	}
	if v.Num = math.Float64bits(f); bits == 32 {
		v.Num = uint64(math.Float32bits(float32(f)))
	}
	return nil
}

// onlyUnits refuses a text beside the UTF-16 units that are given.
func onlyUnits(j value.Value) error {
	if _, both := j.Get("value"); both {
		return refuse("utf16", "expected either value or utf16")
	}
	return nil
}

func (v *Value) parseCharacter(j value.Value, field string) error {
	if raw, ok := j.Get("utf16"); ok {
		b, ok := raw.Hex()
		if err := onlyUnits(j); err != nil {
			return format.Within(field, err)
		}
		if !ok || len(b) != 2 {
			return refuse(field+".utf16", "expected 4 hex digits")
		}
		v.Num = uint64(b[0])<<8 | uint64(b[1])
		return nil
	}
	s, ok := j.Member("value").Text()
	s = value.Questioned(s)
	c, n := utf8.DecodeRuneInString(s)
	if !ok || n == 0 || n < len(s) || c > 0xffff {
		return refuse(field+".value", "expected one character of one UTF-16 unit")
	}
	v.Num = uint64(c)
	return nil
}

// members are the members of a value of the kind.
func (k Kind) members() []string {
	switch k {
	case String, Character:
		return []string{"type", "value", "utf16", "hex", "latin1"}
	case Enum:
		return []string{"type", "class", "value", "hex", "latin1"}
	case QName:
		return []string{"type", "namespace", "local", "hex", "latin1"}
	}
	return []string{"type", "value"}
}

// parseHex reads the bytes of text that is not UTF-8. The other members, which show it, must agree with them.
func (v *Value) parseHex(raw, j value.Value) error {
	b, ok := raw.Hex()
	v.Payload, v.raw = b, true
	if !ok || !v.scanned() {
		return refuse("hex", "expected the bytes of a "+v.Kind.String()+" as hex")
	}
	return v.agrees(j)
}

func (v *Value) scanned() bool {
	f := v.scan(false)
	return f.ok()
}

// agrees refuses members that say something else than the value whose bytes stand beside them: an edited text would be
// lost without a word.
func (v *Value) agrees(j value.Value) error {
	var w value.Writer
	v.write(&w, false)
	shown, err := value.Parse(w.Buf)
	if err != nil {
		return err
	}
	for i := range j.Len() {
		name := j.Name(i)
		is, has := shown.Get(name)
		if name == "hex" || has && sameJSON(is, j.At(i)) {
			continue
		}
		if name == "latin1" && v.raw && sameJSON(value.Of(string(value8859(v.Payload))), j.At(i)) {
			continue
		}
		return format.Contradict(name, "is not what the bytes in hex say; edit one and leave out the other")
	}
	return nil
}

func sameJSON(a, b value.Value) bool {
	var x, y value.Writer
	x.Value(a)
	y.Value(b)
	return string(x.Buf) == string(y.Buf)
}

func (v *Value) parseText(j value.Value, field string) error {
	if raw, ok := j.Get("utf16"); ok && v.Kind == String {
		b, ok := raw.Hex()
		if err := onlyUnits(j); err != nil {
			return format.Within(field, err)
		}
		if !ok || len(b)%2 != 0 {
			return refuse(field+".utf16", "expected 4 hex digits per unit")
		}
		v.Text = appendUTF16(nil, b)
		return nil
	}
	text, class := "value", ""
	switch v.Kind {
	case Enum:
		class = "class"
	case QName:
		text, class = "local", "namespace"
	}
	s, ok := j.Member(text).Text()
	if !ok {
		return refuse(field+"."+text, "expected a text")
	}
	v.Text = []byte(value.Questioned(s))
	if class == "" {
		return nil
	}
	if s, ok = j.Member(class).Text(); !ok {
		return refuse(field+"."+class, "expected a text")
	}
	v.Class = []byte(value.Questioned(s))
	return v.divides(field)
}

// divides refuses an enum or qualified name whose text would be divided elsewhere when it is read.
func (v *Value) divides(field string) error {
	switch {
	case v.Kind == Enum && (len(v.Class) == 0 || len(v.Text) == 0):
		return refuse(field, "an enum has a class and a constant")
	case v.Kind == Enum && bytes.IndexByte(v.Class, ':') >= 0:
		return refuse(field+".class", "a colon ends the class")
	case v.Kind == QName && bytes.IndexByte(v.Class, '}') >= 0:
		return refuse(field+".namespace", "a } ends the namespace")
	case v.Kind == QName && len(v.Class) == 0 && len(v.Text) > 0 && v.Text[0] == '{':
		return refuse(field+".local", "a { begins a namespace")
	}
	return nil
}

// appendUTF16 appends big-endian UTF-16 as UTF-8, as getBytes does: an unpaired surrogate becomes
// a ?.
func appendUTF16(dst, units []byte) []byte {
	for i := 0; i+1 < len(units); i += 2 {
		u := rune(units[i])<<8 | rune(units[i+1])
		if u >= 0xd800 && u < 0xdc00 && i+3 < len(units) {
			if low := rune(units[i+2])<<8 | rune(units[i+3]); low >= 0xdc00 && low < 0xe000 {
				dst = utf8.AppendRune(dst, 0x10000+(u-0xd800)<<10+(low-0xdc00))
				i += 2
				continue
			}
		}
		dst = appendUnit(dst, uint16(u))
	}
	return dst
}
