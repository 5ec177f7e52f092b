package layout

import (
	"bytes"
	"cmp"
	"math"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/internal/badtext"
	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// reader reads one key. It is reused for the next.
type reader struct {
	*wire.Reader
	w       *value.Writer
	places  []int // where the items begin, and where the last one ends
	marks   []wire.Mark
	sum     []byte
	inside  *lexicoder.Embedded
	lex     lexicoder.Value
	ob      orderedbytes.OrderedValue
	ends    int  // number of correct checks in the key, to choose between layouts
	same    int  // bytes of literals
	endless bool // what was read last has no end
}

// read reads a key and writes its members.
func (x *reader) read(l *Layout, r *wire.Reader, w *value.Writer) {
	x.Reader, x.w, x.places, x.marks, x.ends, x.same, x.endless = r, w, x.places[:0], x.marks[:0], 0, 0, false
	key, n := r.Ahead(), 0
	for ; n < len(l.items) && r.OK(); n++ {
		it := &l.items[n]
		if it.optional && !r.More() {
			break
		}
		x.places = append(x.places, r.Offset())
		x.item(it)
		if it.kind == hash {
			x.marks = append(x.marks, r.Last())
		}
	}
	if !r.OK() {
		return
	}
	for len(x.places) <= len(l.items) {
		x.places = append(x.places, r.Offset())
	}
	checks := 0
	for i := range l.items[:n] {
		if it := &l.items[i]; it.kind == hash {
			x.check(it, key, i, x.marks[checks])
			checks++
		}
	}
}

// check compares a hash with that of the bytes it covers.
func (x *reader) check(it *item, key []byte, i int, m wire.Mark) {
	at := x.places[i]
	b, from, ok := it.hashed(key, x.places, at)
	if !ok {
		x.FailAt(wire.BadValue, &fCheck, at, "bytes in the key for "+it.typ, "none, or its own")
		return
	}
	x.sum = it.appendSum(x.sum[:0], b)
	right := bytes.Equal(x.sum, key[at:at+it.width])
	if right {
		x.ends++
	}
	note := ""
	if m.Recorded() {
		if note = it.of(from, from+len(b)); !right {
			note += " is 0x" + string(value.AppendHex(nil, x.sum))
		}
	}
	m.Check(right, note)
	if !right {
		m.Expect(x.sum...)
	}
}

// item reads one item and writes its member.
func (x *reader) item(it *item) {
	if x.endless {
		x.FailAt(wire.BadValue, &fOB, x.Offset(), "nothing for "+cmp.Or(it.label, it.typ)+": "+afterEndless, "")
	}
	if x.w != nil && it.name != "" && it.kind != hash {
		x.w.AnyKey(it.name)
	}
	switch it.kind {
	case list:
		x.list(it)
	case group:
		x.Begin(&fGroup)
		if x.w != nil {
			x.w.Object()
		}
		for i := range it.items {
			x.item(&it.items[i])
		}
		if x.w != nil && x.OK() {
			x.w.EndObject()
		}
		x.End()
	case leb, zigzag:
		at := x.Offset()
		n := x.leb(it, false)
		v := span.UintValue(n)
		if it.kind == zigzag {
			v = span.IntValue(int64(n>>1) ^ -int64(n&1))
		}
		x.Leaf(&fNumber, at, v).Label(it.label)
		x.write(v, 64)
	case lex:
		x.lexicoder(it)
	case ordered:
		x.ordered(it)
	case text, raw:
		x.framed(it)
	default:
		x.fixed(it)
	}
}

// ahead returns the next bytes of an item, with desc undone, and does not consume them.
func (x *reader) ahead(it *item, n int) []byte {
	b := x.Ahead()
	if len(b) < n {
		x.Take(&span.Field{Name: cmp.Or(it.label, it.typ)}, n, "") // fails
	}
	if !x.OK() {
		return nil
	}
	if b = b[:n:n]; it.desc {
		b = x.Invert(b)
	}
	return b
}

// label marks what was read last as an item.
func (x *reader) label(m wire.Mark, it *item) {
	m.Label(it.label)
	flags := span.Flag(0)
	switch {
	case it.desc:
		flags = span.Descending
	case it.sorts:
		flags = span.Ascending
	}
	if it.sorts && it.kind == float {
		flags |= span.FloatOrder
	} else if it.sorts {
		flags |= span.SignFlip
	}
	m.Flag(flags)
}

// fixed reads an item of a fixed width.
func (x *reader) fixed(it *item) {
	at := x.Offset()
	b := x.ahead(it, it.width)
	if !x.OK() {
		return
	}
	f, v, note := &fNumber, span.BytesValue(b), ""
	switch it.kind {
	case literal:
		f = &fLiteral
		for i := range b {
			if b[i] != it.fixed[i] {
				x.FailAt(wire.BadValue, f, at+i, "the literal 0x"+string(value.AppendHex(nil, it.fixed)), "")
				return
			}
		}
		x.same += len(b)
	case skip:
		f = &fSkip
	case uuid:
		f, v = &fUUID, span.TextValue(appendUUID(nil, b))
	case hash:
		if f = &fCheck; len(b) <= 8 {
			v = span.UintValue(number(b))
		}
	case truth:
		if b[0] > 1 {
			x.FailAt(wire.BadValue, &fNumber, at, "0x00 or 0x01 in "+it.name, "")
			return
		}
		v = span.BoolValue(b[0] == 1)
	default:
		v = it.value(b)
		f, note = it.about(v, x.Rec() != nil)
	}
	x.Skip(it.width)
	m := x.Leaf(f, at, v)
	x.label(m, it)
	if note != "" {
		m.Note(note)
	}
	if it.kind != literal && it.kind != hash {
		x.write(v, 8*it.width)
	}
}

// value returns the number in an item that holds one.
func (it *item) value(b []byte) span.Value {
	n, unused := uint64(0), 64-8*len(b)
	if it.little {
		for i := len(b) - 1; i >= 0; i-- {
			n = n<<8 | uint64(b[i])
		}
	} else {
		n = number(b)
	}
	switch {
	case it.kind == float:
		if it.sorts {
			n = sortedFloat(n, len(b), true)
		}
		switch {
		case format.OddNaN(n, 8*len(b)):
			return span.BytesValue(appendNumber(nil, n, len(b)))
		case len(b) == 4:
			return span.Float32Value(uint32(n))
		}
		return span.Float64Value(n)
	case it.sorts:
		n ^= 1 << (8*len(b) - 1)
	}
	if it.kind == unsigned || it.kind == hybrid {
		return span.Value{Kind: span.Uint, Width: uint8(8 * len(b)), Num: n}
	}
	if it.kind == signed || len(b) == 8 {
		n = uint64(int64(n<<unused) >> unused)
	}
	return span.Value{Kind: span.Int, Width: uint8(8 * len(b)), Num: n}
}

// about returns the field of a number, and a note on what it is. For a clock in milliseconds the node itself shows the time.
func (it *item) about(v span.Value, worded bool) (f *span.Field, note string) {
	switch {
	case it.kind == hybrid:
		if version := hlc.Version(v.Num); worded {
			note = string(span.AppendTime(nil, int64(hlc.Maryk.Physical(version)))) + ", counter " + itoa(int(hlc.Maryk.Logical(version)))
		}
		return &fHLC, note
	case it.kind != clock:
		return &fNumber, ""
	case it.ticks == 1e3:
		return &fMillis, ""
	case worded:
		note = string(appendClock(nil, int64(v.Num), it.ticks))
	}
	return &fTime, note
}

// Seconds of the years 1 to 9999.
const (
	firstSecond = -62135596800
	lastSecond  = 253402300799
)

// appendClock appends an instant in ISO 8601, or nothing outside the years 1 to 9999.
func appendClock(dst []byte, n, ticks int64) []byte {
	seconds, rest := n/ticks, n%ticks
	if rest < 0 {
		seconds, rest = seconds-1, rest+ticks
	}
	if seconds < firstSecond || seconds > lastSecond {
		return dst
	}
	dst = span.AppendTime(dst, seconds*1000)
	if rest == 0 {
		return dst
	}
	digits := itoa(int(ticks + rest))[1:] // with leading zeros
	return append(append(append(dst[:len(dst)-1], '.'), digits...), 'Z')
}

// write writes a value of the given width.
func (x *reader) write(v span.Value, bits int) {
	if x.w == nil || !x.OK() {
		return
	}
	switch v.Kind {
	case span.Bool:
		x.w.Bool(v.Num == 1)
	case span.Uint:
		if bits > 32 {
			x.w.Uint64(v.Num)
		} else {
			x.w.Int(int64(v.Num))
		}
	case span.Int:
		if bits > 32 {
			x.w.Int64(int64(v.Num))
		} else {
			x.w.Int(int64(v.Num))
		}
	case span.Float32:
		x.w.Float(float64(math.Float32frombits(uint32(v.Num))), 32)
	case span.Float64:
		x.w.Float(math.Float64frombits(v.Num), 64)
	case span.Text:
		x.w.Text(v.Bytes)
	default:
		x.w.Hex(v.Bytes)
	}
}

// leb reads a LEB128 number, whose bytes may be complemented.
func (x *reader) leb(it *item, inverted bool) (n uint64) {
	b := x.Ahead()
	for i := 0; i < len(b) && i < 10; i++ {
		c := b[i]
		if inverted {
			c = ^c
		}
		n |= uint64(c&0x7f) << (7 * i)
		if c >= 0x80 {
			continue
		}
		if c == 0 && i > 0 || i == 9 && c > 1 {
			x.FailAt(wire.NonCanonical, &fNumber, x.Offset()+i, "the shortest form of a number of 64 bits", "")
			return 0
		}
		x.Skip(i + 1)
		return n
	}
	x.FailAt(wire.Truncated, &fNumber, x.Offset()+min(len(b), 9), "the end of the number "+it.label, "")
	return 0
}

// length reads the number before an item, and limits it.
func (x *reader) length(it *item, least int) int {
	at, c := x.Offset(), it.count
	n := uint64(0)
	if c.kind == leb {
		n = x.leb(c, it.desc)
	} else if b := x.Take(&fCount, c.width, ""); b != nil {
		if it.desc {
			b = x.Invert(b)
		}
		n = c.value(b).Num
	}
	if !x.OK() {
		return 0
	}
	x.Leaf(&fCount, at, span.UintValue(n)).Flag(descending(it))
	if n > uint64(x.Left()/least) {
		x.FailAt(wire.Truncated, &fCount, at, "as much as the length before "+it.label+" says", itoa(x.Left())+" bytes")
		return 0
	}
	return int(n)
}

func descending(it *item) span.Flag {
	if it.desc {
		return span.Descending
	}
	return 0
}

// framed reads text or bytes up to their end.
func (x *reader) framed(it *item) {
	at, n, end := x.Offset(), it.width, 0
	f := &fText
	if it.kind == raw {
		f = &fBytes
	}
	parts := it.count != nil || it.fixed != nil
	if parts {
		x.Begin(f)
	}
	group := x.Group()
	switch {
	case it.count != nil:
		n = x.length(it, 1)
	case it.fixed != nil:
		ending := it.fixed
		if it.desc {
			ending = x.Invert(ending)
		}
		if n, end = bytes.Index(x.Ahead(), ending), len(ending); n < 0 {
			x.FailAt(wire.Unterminated, f, at+x.Left(), "0x"+string(value.AppendHex(nil, ending))+" at the end of "+it.name, "end of input")
		}
	case n < 0:
		n = max(x.Left()-it.tail, 0)
	}
	from := x.Offset()
	b := x.ahead(it, n)
	if !x.OK() {
		return
	}
	if it.kind == text && !utf8.Valid(b) {
		x.FailAt(wire.BadText, f, from+badtext.Index(b), "UTF-8 in "+it.name+"; bytes takes any", "")
		return
	}
	v := span.BytesValue(b)
	if it.kind == text {
		v = span.TextValue(b)
	}
	x.Skip(n)
	m := group
	if parts {
		x.Leaf(&fContent, from, span.BytesValue(x.Since(from)))
		if end > 0 {
			from = x.Offset()
			x.Skip(end)
			x.Leaf(&fEnd, from, span.BytesValue(x.Since(from)))
		}
		x.label(m, it)
		x.EndWith(v, 0)
	} else {
		m = x.Leaf(f, at, v)
		x.label(m, it)
	}
	x.write(v, 0)
}

// list reads elements: as many as the count says, or up to where the list ends.
func (x *reader) list(it *item) {
	x.Begin(&fList)
	x.Group().Label(it.label)
	n := it.width
	if it.count != nil {
		n = x.length(it, max(it.items[0].least(), 1))
	}
	if x.w != nil {
		x.w.Array()
	}
	for i := 0; x.OK() && (n < 0 && x.Left() > it.tail || i < n); i++ {
		x.item(&it.items[0])
	}
	if x.w != nil && x.OK() {
		x.w.EndArray()
	}
	x.End()
}

// lexicoder reads a value that a lexicoder wrote.
func (x *reader) lexicoder(it *item) {
	b, at := x.Ahead(), x.Offset()
	n, says := it.lex.Length(b)
	switch {
	case !says:
		n = max(len(b)-it.tail, 0)
	case n == 0:
		n = len(b)
	}
	v := &x.lex
	if x.Rec() != nil {
		v = new(lexicoder.Value)
	}
	if err := it.lex.Decode(b[:n], v); err != nil {
		if e, ok := err.(*wire.Error); ok {
			if e.Part != "" { // in bytes that are stored escaped
				e.Offset = 0
			}
			x.FailAt(e.Code, &fLex, at+e.Offset, e.Expected+" in "+it.label, e.Found)
		}
		return
	}
	if x.Rec() != nil {
		x.Begin(&fLex)
		x.Group().Label(it.label)
		x.inside.Read(x.Reader, it.lex, n)
		x.End()
	} else {
		x.Skip(n)
	}
	if x.w != nil {
		it.lex.WriteJSON(x.w, v)
	}
}

// ordered reads a value of OrderedBytes.
func (x *reader) ordered(it *item) {
	at, v := x.Offset(), &x.ob
	v.Read(x.Reader, &fOB)
	if !x.OK() {
		return
	}
	if v.Value.Type != it.ob && !it.any {
		x.FailAt(wire.BadType, &fOB, at, "the type "+it.ob.String()+" for "+it.label, v.Value.Type.String())
		return
	}
	x.endless = isEndless(v)
	x.Last().Label(it.label)
	if x.w != nil {
		v.WriteJSON(x.w)
	}
}
