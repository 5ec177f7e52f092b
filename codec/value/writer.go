package value

import (
	"encoding/binary"
	"math"
	"strconv"
	"unicode/utf8"
)

// Writer appends one value after another as JSON or CBOR (RFC 8949, definite lengths). It allocates
// nothing beyond its buffer. Int64, Uint64 and Hex differ: JSON gets decimal text and hex digits,
// CBOR integers and byte strings.
//
// The zero Writer writes JSON. Misuse, such as a key outside an object, is a bug in the caller: it
// causes wrong output but never a panic.
type Writer struct {
	Buf  []byte
	CBOR bool

	// Wide makes Int64 and Uint64 write eight bytes of CBOR for any value, for readers that give
	// such fields a fixed type. The CBOR is valid but not the shortest.
	Wide bool

	// Tape records each value that is written as JSON; nil to record nothing.
	Tape *Tape

	// Picker says which members are written as CBOR, or kept as numbers; nil for all.
	Picker *Picker

	afterKey bool
	depth    int
	stack    [writerDepth]frame
	deeper   []frame // below those of stack, which are usually enough
}

const (
	writerDepth = 64
	depthLimit  = 1 << 14 // deeper containers are not told apart: a bug in the caller
)

// frame returns the frame at a depth.
func (w *Writer) frame(depth int) *frame {
	if depth < writerDepth {
		return &w.stack[depth]
	}
	return &w.deeper[depth-writerDepth]
}

type frame struct {
	head int // offset of the container's first byte
	step int // its step on the tape
	n    int // JSON: items or members so far; CBOR: items, or keys and values
}

// Reset empties the writer and keeps its memory.
func (w *Writer) Reset() {
	w.Buf, w.depth, w.afterKey = w.Buf[:0], 0, false
	if w.Tape != nil {
		w.Tape.reset()
	}
	if w.Picker != nil {
		w.Picker.reset()
	}
}

// next writes the separator between an item or member and the previous one.
func (w *Writer) next() {
	if w.CBOR {
		w.frame(w.depth).n++
		return
	}
	if w.afterKey {
		w.afterKey = false
		return
	}
	if w.depth == 0 {
		return // the caller separates top-level values
	}
	f := w.frame(w.depth)
	if f.n > 0 {
		w.Buf = append(w.Buf, ',')
	}
	f.n++
}

func (w *Writer) nest(c byte) {
	if w.Picker != nil && w.Picker.dropsOpen(c == '{', len(w.Buf)) {
		return
	}
	w.next()
	if w.depth < depthLimit {
		w.depth++
	}
	if w.depth >= writerDepth+len(w.deeper) {
		w.deeper = append(w.deeper, frame{})
	}
	f := frame{head: len(w.Buf)}
	w.Buf = append(w.Buf, c)
	if w.Tape != nil {
		f.step = len(w.Tape.Steps)
		w.Tape.open(c, f.head, w.Buf)
	}
	*w.frame(w.depth) = f
}

// shut closes a container. In CBOR it writes the head only now that the number of items is known:
// one byte up to 23 items; for more, the items are moved to make room.
func (w *Writer) shut(c, major byte) {
	if w.Picker != nil && w.Picker.dropsShut() {
		return
	}
	f := *w.frame(w.depth)
	if w.depth > 0 {
		w.depth--
	}
	if !w.CBOR {
		w.Buf = append(w.Buf, c)
		if w.Tape != nil {
			w.Tape.shut(f.step, w.Buf)
		}
		return
	}
	n := uint64(f.n)
	if major == majorMap {
		n /= 2
	}
	if f.head >= len(w.Buf) {
		return // misuse: nothing was opened
	}
	if n < 24 {
		w.Buf[f.head] = major | byte(n)
		return
	}
	var room [9]byte
	head := appendHead(room[:0], major, n)
	w.Buf = append(w.Buf, head[1:]...)
	copy(w.Buf[f.head+len(head):], w.Buf[f.head+1:])
	copy(w.Buf[f.head:], head)
}

// Object begins an object: Key and a value in turn, until EndObject.
func (w *Writer) Object() { w.nest('{') }

// EndObject ends an object.
func (w *Writer) EndObject() { w.shut('}', majorMap) }

// Array begins an array: values until EndArray.
func (w *Writer) Array() { w.nest('[') }

// EndArray ends an array.
func (w *Writer) EndArray() { w.shut(']', majorArray) }

// Lead appends CBOR that becomes one item with the value written next: a container's head and all that precedes its last
// value, in constant bytes. That costs one call where a container and its keys cost one each. All names and values in
// them are texts of less than 24 bytes. A writer of JSON, and one whose Picker wants the container itself, does nothing
// and returns false.
func (w *Writer) Lead(cbor string) bool {
	if !w.CBOR || w.Picker != nil {
		return w.pickLead(cbor)
	}
	w.Buf = append(w.Buf, cbor...)
	return true
}

// Key writes the name of the member whose value comes next. Names are the
// program's own, so they need no escaping.
func (w *Writer) Key(name string) {
	if !w.CBOR {
		w.next()
		w.afterKey = true
		if w.Tape != nil {
			w.Tape.name = name
		}
		n := len(w.Buf) + 1
		if n+len(name)+2 > cap(w.Buf) {
			w.Buf = append(append(append(w.Buf, '"'), name...), '"', ':')
			return
		}
		w.Buf = w.Buf[:n+len(name)+2] // one capacity check
		w.Buf[n-1], w.Buf[n+len(name)], w.Buf[n+len(name)+1] = '"', '"', ':'
		copy(w.Buf[n:], name)
		return
	}
	if w.Picker != nil && w.Picker.dropsKey(name) {
		return
	}
	w.frame(w.depth).n++
	n := len(w.Buf) + 1
	if len(name) >= 24 || n+len(name) > cap(w.Buf) {
		w.Buf = append(appendHead(w.Buf, majorText, uint64(len(name))), name...)
		return
	}
	w.Buf = w.Buf[:n+len(name)] // the usual name: one capacity check
	w.Buf[n-1] = majorText | byte(len(name))
	copy(w.Buf[n:], name)
}

// Member is Key with the writer as result, to chain the value: w.Member("code").String(code).
func (w *Writer) Member(name string) *Writer {
	w.Key(name)
	return w
}

// AnyKey is Key for a name that may need escaping.
func (w *Writer) AnyKey(name string) {
	if w.CBOR {
		if w.Picker != nil && w.Picker.dropsKey(name) {
			return
		}
		w.frame(w.depth).n++
		w.Buf = append(appendHead(w.Buf, majorText, uint64(len(name))), name...)
		return
	}
	w.next()
	w.afterKey = true
	if w.Tape != nil {
		w.Tape.name = w.Tape.keep(Replaced(name))
	}
	w.Buf = append(AppendQuoted(w.Buf, name), ':')
}

// Null writes null.
func (w *Writer) Null() { w.word("null", 0xf6, StepNull, 0) }

// Bool writes a truth value.
func (w *Writer) Bool(b bool) {
	if b {
		w.word("true", 0xf5, StepBool, 1)
	} else {
		w.word("false", 0xf4, StepBool, 0)
	}
}

func (w *Writer) word(json string, cbor byte, kind StepKind, num uint64) {
	if w.keeps(cbor, 0) {
		return
	}
	w.next()
	if w.CBOR {
		w.Buf = append(w.Buf, cbor)
		return
	}
	at := len(w.Buf)
	w.Buf = append(w.Buf, json...)
	w.Tape.number(kind, num, at, w.Buf)
}

// Int writes a whole number that a JSON number can hold.
func (w *Writer) Int(v int64) {
	if w.keeps(byte(v>>63)&majorNeg, uint64(v^v>>63)) {
		return
	}
	w.next()
	if w.CBOR {
		w.Buf = appendInt(w.Buf, v)
		return
	}
	at := len(w.Buf)
	w.Buf = strconv.AppendInt(w.Buf, v, 10)
	w.Tape.number(StepInt, uint64(v), at, w.Buf)
}

// Int64 writes a 64-bit integer: decimal text in JSON.
func (w *Writer) Int64(v int64) {
	if w.keeps(byte(v>>63)&majorNeg, uint64(v^v>>63)) {
		return
	}
	w.next()
	if w.CBOR {
		if w.Wide {
			w.Buf = appendWide(w.Buf, v < 0, uint64(v^(v>>63)))
		} else {
			w.Buf = appendInt(w.Buf, v)
		}
		return
	}
	at := len(w.Buf)
	w.Buf = append(strconv.AppendInt(append(w.Buf, '"'), v, 10), '"')
	w.Tape.number(StepInt, uint64(v), at, w.Buf)
}

// Uint64 writes an unsigned 64-bit integer: decimal text in JSON.
func (w *Writer) Uint64(v uint64) {
	if w.keeps(majorUint, v) {
		return
	}
	w.next()
	if w.CBOR {
		if w.Wide {
			w.Buf = appendWide(w.Buf, false, v)
		} else {
			w.Buf = appendHead(w.Buf, majorUint, v)
		}
		return
	}
	at := len(w.Buf)
	w.Buf = append(strconv.AppendUint(append(w.Buf, '"'), v, 10), '"')
	w.Tape.number(StepUint, v, at, w.Buf)
}

// String writes text.
func (w *Writer) String(s string) {
	if !w.CBOR {
		w.next()
		at := len(w.Buf)
		w.Buf = AppendQuoted(w.Buf, s)
		if w.Tape != nil {
			w.Tape.contents(StepText, Replaced(s), at, w.Buf)
		}
		return
	}
	if w.drops() {
		return
	}
	w.frame(w.depth).n++
	n := len(w.Buf) + 1
	if len(s) >= 24 || n+len(s) > cap(w.Buf) || !ascii(s) {
		s = Replaced(s)
		w.Buf = append(appendHead(w.Buf, majorText, uint64(len(s))), s...)
		return
	}
	w.Buf = w.Buf[:n+len(s)]
	w.Buf[n-1] = majorText | byte(len(s))
	copy(w.Buf[n:], s)
}

// ascii reports whether a short text is ASCII. Unlike the standard library's check of UTF-8 it is inlined.
func ascii(s string) bool {
	var seen byte
	for i := range len(s) {
		seen |= s[i]
	}
	return seen < 0x80
}

// Text is String for bytes.
func (w *Writer) Text(b []byte) { w.String(view(b)) }

// Hex writes bytes: lower-case hex in JSON.
func (w *Writer) Hex(b []byte) {
	if w.drops() {
		return
	}
	w.next()
	if w.CBOR {
		w.Buf = append(appendHead(w.Buf, majorBytes, uint64(len(b))), b...)
		return
	}
	at := len(w.Buf)
	w.Buf = append(AppendHex(append(w.Buf, '"'), b), '"')
	w.Tape.contents(StepBytes, view(b), at, w.Buf)
}

// Hexes writes a list of byte strings.
func (w *Writer) Hexes(list [][]byte) {
	w.Array()
	for _, b := range list {
		w.Hex(b)
	}
	w.EndArray()
}

// Strings writes a list of texts.
func (w *Writer) Strings(list []string) {
	w.Array()
	for _, s := range list {
		w.String(s)
	}
	w.EndArray()
}

// Float writes a number in the shortest form that reads back as the same number
// of the given width (32 or 64); NaN, the infinities and negative zero are
// texts in JSON.
func (w *Writer) Float(f float64, bits int) {
	if w.CBOR {
		w.float(f, bits)
		return
	}
	w.next()
	at := len(w.Buf)
	w.Buf = AppendFloat(w.Buf, f, bits, true)
	w.Tape.float(f, bits, at, w.Buf)
}

func (w *Writer) float(f float64, bits int) {
	head, number := byte(0xfb), math.Float64bits(f)
	if bits == 32 {
		head, number = 0xfa, uint64(math.Float32bits(float32(f)))
	}
	if w.keeps(head, number) {
		return
	}
	w.next()
	w.Buf = append(w.Buf, head)
	if bits == 32 {
		w.Buf = binary.BigEndian.AppendUint32(w.Buf, uint32(number))
	} else {
		w.Buf = binary.BigEndian.AppendUint64(w.Buf, number)
	}
}

// JSON writes a value that is already encoded. It is only for a writer of JSON.
func (w *Writer) JSON(raw []byte) {
	if w.Tape != nil {
		if v, err := Parse(raw); err == nil {
			w.Value(v)
			return
		}
	}
	w.next()
	at := len(w.Buf)
	w.Buf = append(w.Buf, raw...)
	w.Tape.number(StepRaw, 0, at, w.Buf)
}

// Value writes a parsed value.
func (w *Writer) Value(v Value) {
	switch v.Kind {
	case Null:
		w.Null()
	case Bool:
		w.Bool(v.text() == "true")
	case Number:
		w.number(v)
	case String:
		w.parsed(v.text())
	case Bytes:
		b, _ := DecodeHex(v.text())
		w.Hex(b)
	case Array:
		w.Array()
		for _, it := range v.Items() {
			w.Value(it)
		}
		w.EndArray()
	case Object:
		w.Object()
		for i, it := range v.Items() {
			w.AnyKey(v.Name(i))
			w.Value(it)
		}
		w.EndObject()
	}
}

// parsed writes text that Parse read. In JSON a lone surrogate becomes the escape that it was.
func (w *Writer) parsed(s string) {
	if w.CBOR || utf8.ValidString(s) {
		w.String(s)
		return
	}
	w.next()
	start := len(w.Buf)
	w.Buf = append(w.Buf, '"')
	from := 0
	for i := 0; i < len(s); {
		if !lone(s[i:]) {
			i++
			continue
		}
		w.unquoted(s[from:i])
		unit := []byte{0xd0 | s[i+1]>>2&0x0f, s[i+1]<<6 | s[i+2]&0x3f}
		w.Buf = AppendHex(append(w.Buf, `\u`...), unit)
		i += 3
		from = i
	}
	w.unquoted(s[from:])
	w.Buf = append(w.Buf, '"')
	w.Tape.contents(StepText, s, start, w.Buf)
}

func (w *Writer) unquoted(s string) {
	at := len(w.Buf)
	w.Buf = AppendQuoted(w.Buf, s)
	w.Buf = append(w.Buf[:at], w.Buf[at+1:len(w.Buf)-1]...)
}

func (w *Writer) number(v Value) {
	if !w.CBOR {
		w.next()
		at := len(w.Buf)
		w.Buf = v.appendNumber(w.Buf)
		if n, ok := v.Int(); ok {
			w.Tape.number(StepInt, uint64(n), at, w.Buf)
		} else {
			w.Tape.number(StepNumber, 0, at, w.Buf)
		}
		return
	}
	if n, ok := v.Int(); ok {
		w.Int(n)
		return
	}
	f, _ := v.float(64)
	w.Float(f, 64)
}
