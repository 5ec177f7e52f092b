package maryk

import (
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/internal/badtext"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// A message is a sequence of protobuf fields: a key (number and wire type) and a content whose
// length the wire type determines.
//
//	wire type  0 var-int · 1 eight bytes · 2 var-int length and bytes · 3, 4 group · 5 four bytes

const (
	wireVarint = 0
	wire64     = 1
	wireBytes  = 2
	wireStart  = 3
	wireEnd    = 4
	wire32     = 5
)

var wireNames = [...]string{"a var-int", "8 bytes", "a length and bytes", "a group", "the end of a group", "4 bytes", "6", "7"}

// groupDepthMax limits how deep groups nest in what is skipped.
const groupDepthMax = 100

// message reads the fields of one message.
type message struct {
	cursor
	field *span.Field // legend of the message, for errors
	num   uint32      // number of the field whose key is next
	wt    uint8
}

// next peeks at the key of the next field; ok is false at the end and after a failure.
func (m *message) next() (num uint32, wt uint8, ok bool) {
	if !m.more() {
		return 0, 0, false
	}
	num, wt, _, s := scanExtra(m.ahead())
	switch {
	case s == scanCut || s == scanTooBig:
		m.refuse(&legend.FieldKey, s)
	case num == 0:
		m.FailFound(wire.BadValue, &legend.FieldKey, "a field number from 1 on", "0")
	case wt > wire32:
		m.FailFound(wire.BadType, &legend.FieldKey, "a wire type from 0 to 5", wireNames[wt])
	case wt == wireEnd:
		m.FailFound(wire.BadType, &legend.FieldKey, "a field", "the end of a group that did not begin")
	}
	m.num, m.wt = num, wt
	return num, wt, m.OK()
}

// open begins the field whose key is next: it opens its group and reads its key and, if it is
// length-delimited, its length. The returned message covers the content.
func (m *message) open(f *span.Field) message {
	m.Begin(f)
	m.key()
	inner := message{cursor: m.cursor, field: f}
	if m.wt == wireBytes {
		n := m.varint(&legend.Length, Bits32)
		if m.OK() && n > uint64(m.left()) {
			m.FailAt(wire.Truncated, f, m.end, itoa(int64(n))+" bytes, the declared length", itoa(m.left())+" bytes")
		}
		inner.end = m.Offset() + int(n)
	}
	return inner
}

// key consumes the key of a field.
func (m *message) key() {
	_, _, leaf := m.extra(&legend.FieldKey)
	leaf.Explain(wireNames[m.wt])
}

// close ends a field; unread content is an error.
func (m *message) close(inner message) {
	if m.OK() && m.wt == wireBytes && inner.Offset() < inner.end {
		m.FailFound(wire.Trailing, inner.field, "the end of the field", itoa(inner.left())+" more bytes")
	}
	m.End()
}

// wrongWire fails on a field whose wire type is not that of its definition.
func (m *message) wrongWire(f *span.Field, want, got uint8) {
	m.FailFound(wire.BadType, f, wireNames[want], wireNames[got])
}

// expect reports whether the field has the wire type, and fails if not.
func (m *message) expect(f *span.Field, want uint8) bool {
	if m.wt != want {
		m.wrongWire(f, want, m.wt)
	}
	return m.OK()
}

// uint32 reads a var-int field.
func (m *message) uint32(f *span.Field) uint32 {
	if !m.expect(f, wireVarint) {
		return 0
	}
	inner := m.open(f)
	n := inner.varint(&legend.Number, Bits32)
	m.finish(inner, f, span.UintValue(n))
	return uint32(n)
}

// finish closes a field and sets its value.
func (m *message) finish(inner message, _ *span.Field, v span.Value) {
	if m.OK() && m.wt == wireBytes && inner.Offset() < inner.end {
		m.close(inner)
		return
	}
	m.EndWith(v, 0)
}

// enum reads a var-int field whose numbers have names.
func (m *message) enum(f *span.Field, name func(uint32) string) uint32 {
	if !m.expect(f, wireVarint) {
		return 0
	}
	at := m.Offset()
	inner := m.open(f)
	n := uint32(inner.varint(&legend.Number, Bits32))
	text := name(n)
	if m.OK() && text == "" {
		m.FailAt(wire.BadValue, f, at, "a number that has a meaning", itoa(n))
	}
	m.finish(inner, f, span.EnumValue(int64(n), text))
	return n
}

// bool reads a field of exactly one byte.
func (m *message) bool(f *span.Field) bool {
	if !m.expect(f, wireVarint) {
		return false
	}
	inner := m.open(f)
	var v Value
	inner.transportBool(&legend.Number, &v)
	m.finish(inner, f, span.BoolValue(v.Num != 0))
	return v.Num != 0
}

// content reads a length-delimited field as bytes.
func (m *message) content(f *span.Field) []byte {
	if !m.expect(f, wireBytes) {
		return nil
	}
	inner := m.open(f)
	b := inner.bytes(&legend.Content, inner.left())
	m.finish(inner, f, span.BytesValue(b))
	return b
}

// string reads a length-delimited field as text.
func (m *message) string(f *span.Field) string {
	if !m.expect(f, wireBytes) {
		return ""
	}
	inner := m.open(f)
	at := inner.Offset()
	b := inner.bytes(&legend.Content, inner.left())
	if i := badtext.Index(b); i >= 0 && !m.Lenient() {
		m.FailAt(wire.BadText, f, at+i, "UTF-8 text", "")
	}
	m.finish(inner, f, span.TextValue(b))
	return validText(b)
}

// validText returns text with invalid UTF-8 replaced.
func validText(b []byte) string {
	if !utf8.Valid(b) {
		return string([]rune(string(b)))
	}
	return string(b)
}

// packed appends the var-ints of a packed field, or the single one of an unpacked field.
func (m *message) packed(f *span.Field, list []uint32) []uint32 {
	if m.wt == wireVarint {
		return append(list, m.uint32(f))
	}
	if !m.expect(f, wireBytes) {
		return list
	}
	inner := m.open(f)
	for inner.more() {
		list = append(list, uint32(inner.varint(&legend.Number, Bits32)))
	}
	m.close(inner)
	return list
}

// skip consumes an unknown field.
func (m *message) skip() {
	if !m.odd(m.field, "a known field", "field "+itoa(m.num)) {
		return
	}
	k := skimmer{b: m.ahead()}
	k.field(0)
	from := m.Offset()
	if k.code != wire.OK {
		m.FailAt(k.code, &legend.UnknownField, from+k.at, k.expected, k.found)
		return
	}
	m.Skip(k.at)
	leaf := m.Leaf(&legend.UnknownField, from, span.BytesValue(m.Since(from)))
	leaf.NonCanonical("a field that is not known; upstream skips it")
}

// skimmer finds the end of a field without reading it.
type skimmer struct {
	b               []byte
	at              int
	code            wire.Code
	expected, found string
}

func (k *skimmer) fail(c wire.Code, expected, found string) {
	if k.code == wire.OK {
		k.code, k.expected, k.found = c, expected, found
	}
}

func (k *skimmer) varint(w Width) uint64 {
	v, n, s := scanVarint(k.b[k.at:], w)
	switch s {
	case scanCut:
		k.fail(wire.Truncated, "the next byte of a var-int", "the end")
	case scanTooBig:
		k.fail(wire.BadValue, "a var-int that fits its type", "one that is too long or too big")
	}
	k.at += n
	return v
}

func (k *skimmer) bytes(n uint64) {
	if k.code != wire.OK {
		return
	}
	if left := uint64(len(k.b) - k.at); n > left {
		k.fail(wire.Truncated, utoa(n)+" bytes", utoa(left)+" bytes")
		return
	}
	k.at += int(n)
}

// key consumes the key of a field.
func (k *skimmer) key() (num uint32, wt uint8) {
	num, wt, n, s := scanExtra(k.b[k.at:])
	if s == scanCut || s == scanTooBig {
		k.fail(wire.Truncated, "the key of a field", "less")
	}
	k.at += n
	return num, wt
}

func (k *skimmer) field(depth int) {
	num, wt := k.key()
	if k.code != wire.OK {
		return
	}
	k.content(num, wt, depth)
}

func (k *skimmer) content(num uint32, wt uint8, depth int) {
	switch {
	case num == 0 || wt > wire32 || wt == wireEnd:
		k.fail(wire.BadType, "a field", "field "+itoa(num)+" of wire type "+itoa(wt))
	case wt == wireVarint:
		k.varint(Bits64)
	case wt == wire64:
		k.bytes(8)
	case wt == wire32:
		k.bytes(4)
	case wt == wireBytes:
		k.bytes(k.varint(Bits32))
	case depth >= groupDepthMax:
		k.fail(wire.Limit, "at most "+itoa(groupDepthMax)+" nested groups", "a deeper one")
	default:
		k.group(num, depth)
	}
}

func (k *skimmer) group(group uint32, depth int) {
	for k.code == wire.OK {
		num, wt := k.key()
		if k.code != wire.OK {
			return
		}
		if wt != wireEnd {
			k.content(num, wt, depth+1)
			continue
		}
		if num != group {
			k.fail(wire.BadValue, "the end of group "+itoa(group), "that of group "+itoa(num))
		}
		return
	}
}
