package main

// #cgo CFLAGS: -Wall -Wextra -I${SRCDIR}/include
// #include "rowlens.h"
import "C"

import (
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/rowlens/rowlens/internal/exports"
)

// The memory for a call's parts or columns is on the stub's stack: clearing it in
// calls that do not use it would cost as much as a short call.
type (
	partsRoom   [exports.PartsMax]exports.Part
	columnsRoom [exports.PartsMax]exports.Column
)

// boundary turns the arguments of one call into slices of the caller's memory. e says
// which argument is wrong; everything after the first wrong one is empty.
type boundary struct {
	e exports.Error

	// Inputs with offsets, which the offsets of answers must not overlap.
	given []exports.Column
	lone  []int32
}

func (b *boundary) refuse(c exports.Code) {
	if b.e.Code == exports.OK {
		b.e = exports.Error{Code: c, Row: -1, Offset: -1, Message: exports.Strerror(c)}
	}
}

func (b *boundary) bytes(p *C.uint8_t, n C.size_t) []byte {
	switch {
	case n > exports.LengthMax:
		b.refuse(exports.BadLength)
	case n == 0:
	case p == nil:
		b.refuse(exports.NullPointer)
	default:
		return unsafe.Slice((*byte)(p), int(n))
	}
	return nil
}

// name returns text up to its zero byte, without copying: package exports compares
// names and keeps none.
func (b *boundary) name(p *C.char) string { return b.text(p, exports.NameMax) }

// text is name with a limit of most bytes.
func (b *boundary) text(p *C.char, most int) string {
	if p == nil {
		b.refuse(exports.NullPointer)
		return ""
	}
	at := unsafe.Pointer(p)
	for n := range most + 1 {
		if *(*byte)(unsafe.Add(at, n)) == 0 {
			return unsafe.String((*byte)(at), n)
		}
	}
	b.refuse(exports.BadLength)
	return ""
}

// listed reports whether a list can be read: it has at most most items, and is not NULL if it has any.
func (b *boundary) listed(null bool, count, most C.size_t) bool {
	if count > most {
		b.refuse(exports.BadLength)
	} else if null && count > 0 {
		b.refuse(exports.NullPointer)
	}
	return b.e.Code == exports.OK
}

func (b *boundary) parts(room *partsRoom, p *C.rl_part, count C.size_t) []exports.Part {
	if !b.listed(p == nil, count, exports.PartsMax) {
		return nil
	}
	for i, part := range unsafe.Slice(p, int(count)) {
		room[i] = exports.Part{Name: b.name(part.name), Data: b.bytes(part.data, part.len)}
	}
	return room[:count]
}

func (b *boundary) columns(room *columnsRoom, p *C.rl_column, count, rows C.size_t) []exports.Column {
	if !b.listed(p == nil, count, exports.PartsMax) {
		return nil
	}
	for i, col := range unsafe.Slice(p, int(count)) {
		name := b.name(col.name)
		offsets, data := b.texts(col.offsets, col.data, rows)
		room[i] = exports.Column{Name: name, Offsets: offsets, Data: data}
		b.lone = nil // columns may share their offsets
	}
	b.given = room[:count]
	return room[:count]
}

func (b *boundary) wanted(p *C.rl_field, count C.size_t) []exports.Field {
	if !b.listed(p == nil, count, exports.FieldsMax) {
		return nil
	}
	list := make([]exports.Field, count)
	for i, f := range unsafe.Slice(p, int(count)) {
		list[i] = exports.Field{Path: b.text(f.path, exports.PathMax), Type: uint32(f._type)}
		if f.zero != 0 {
			b.refuse(exports.BadOption)
		}
	}
	return list
}

// members returns columns, each with what its type needs.
func (b *boundary) members(p *C.rl_values, count, rows C.size_t) []exports.Values {
	if rows >= exports.LengthMax {
		b.refuse(exports.BadLength)
	}
	if !b.listed(p == nil, count, exports.FieldsMax) {
		return nil
	}
	list := make([]exports.Values, count)
	var given []exports.Column
	for i, f := range unsafe.Slice(p, int(count)) {
		v := &list[i]
		v.Field = exports.Field{Path: b.text(f.path, exports.PathMax), Type: uint32(f._type)}
		if f.zero != 0 {
			b.refuse(exports.BadOption)
		}
		bits := (rows + 7) / 8
		if f.validity != nil {
			v.Validity = b.bytes(f.validity, bits)
		}
		switch data := (*C.uint8_t)(f.data); v.Type {
		case exports.TypeInt64, exports.TypeFloat64:
			v.Data = b.bytes(data, 8*rows)
		case exports.TypeBool:
			v.Data = b.bytes(data, bits)
		default:
			v.Offsets, v.Data = b.texts(f.offsets, data, rows)
			given, b.lone = append(given, exports.Column{Offsets: v.Offsets}), nil // columns may share them
		}
	}
	b.given = given
	return list
}

// partOffsets returns the memory for the offsets of each of the parts.
func (b *boundary) partOffsets(p *C.int32_t, parts string, rows C.size_t) []int32 {
	return b.offsets(p, (rows+1)*C.size_t(1+strings.Count(parts, ","))-1)
}

// texts returns a column's offsets, and as many bytes as the last offset says.
func (b *boundary) texts(offsets *C.int32_t, data *C.uint8_t, rows C.size_t) ([]int32, []byte) {
	o := b.offsets(offsets, rows)
	if o == nil {
		return nil, nil
	}
	b.lone = o
	if o[rows] < 0 {
		b.refuse(exports.BadOffsets)
		return nil, nil
	}
	return o, b.bytes(data, C.size_t(o[rows]))
}

func (b *boundary) offsets(p *C.int32_t, rows C.size_t) []int32 {
	if rows >= exports.LengthMax {
		b.refuse(exports.BadLength)
		return nil
	}
	o := b.numbers(p, rows+1)
	over := overlap(o, b.lone)
	for i := range b.given {
		over = over || overlap(o, b.given[i].Offsets)
	}
	if over {
		b.refuse(exports.BadOffsets)
		return nil
	}
	return o
}

// overlap reports whether two arrays share memory.
func overlap(a, b []int32) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	from, to := uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&b[0]))
	return from < to+uintptr(4*len(b)) && to < from+uintptr(4*len(a))
}

func (b *boundary) codes(p *C.int32_t, rows C.size_t) []int32 {
	if p == nil || rows == 0 {
		return nil
	}
	return b.numbers(p, rows)
}

func (b *boundary) numbers(p *C.int32_t, n C.size_t) []int32 {
	if n > exports.LengthMax {
		b.refuse(exports.BadLength)
	} else if p == nil {
		b.refuse(exports.NullPointer)
	}
	if b.e.Code != exports.OK {
		return nil
	}
	return unsafe.Slice((*int32)(p), int(n))
}

func (b *boundary) word(p *C.uint64_t) *uint64 {
	if p == nil {
		b.refuse(exports.NullPointer)
	}
	return (*uint64)(p)
}

// leave ends a call: a panic becomes an error code, and a failure is described if
// the caller asks for it.
func (b *boundary) leave(result *C.int64_t, err *C.rl_error) {
	if recover() != nil {
		b.e = exports.Error{}
		b.refuse(exports.Internal)
		*result = C.int64_t(exports.Internal)
	}
	if *result >= 0 || err == nil {
		return
	}
	err.code = C.int64_t(b.e.Code)
	err.row = C.int64_t(b.e.Row)
	err.offset = C.int64_t(b.e.Offset)
	fill(err.part[:], exports.CText(b.e.Part))
	fill(err.field[:], exports.CText(b.e.Field))
	fill(err.message[:], exports.CText(b.e.Message))
}

// fill copies text and a zero byte. Text that is too long is cut between two characters.
func fill(dst []C.char, text string) {
	n := min(len(text), len(dst)-1)
	for n < len(text) && n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	for i := range n {
		dst[i] = C.char(text[i])
	}
	dst[n] = 0
}
