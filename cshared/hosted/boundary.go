//go:build wasip1

package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"strings"
	"unsafe"

	"github.com/rowlens/rowlens/internal/exports"
)

// memory holds what the arguments of the next call point to.
var memory = make([]byte, 1<<16)

const (
	memoryMax  = 1 << 30
	memoryKept = 1 << 24 // more than this is released by the next call that needs less
)

// room makes room for n bytes.
func room(n uint32) unsafe.Pointer {
	if n > memoryMax {
		return nil
	}
	if int(n) > len(memory) || len(memory) > memoryKept && n <= memoryKept {
		memory = nil // before the new one is allocated
		memory = make([]byte, max(n, 1<<16))
	}
	return unsafe.Pointer(unsafe.SliceData(memory))
}

type (
	partsRoom   [exports.PartsMax]exports.Part
	columnsRoom [exports.PartsMax]exports.Column
)

// boundary turns the arguments of one call into slices of the memory. e says which argument is
// wrong; everything after the first wrong one is empty.
type boundary struct{ e exports.Error }

func (b *boundary) refuse(c exports.Code) {
	if b.e.Code == exports.OK {
		b.e = exports.Error{Code: c, Row: -1, Offset: -1, Message: exports.Strerror(c)}
	}
}

// bytes returns n bytes from a place; nil if there are none.
func (b *boundary) bytes(at, n uint32) []byte {
	switch {
	case n == 0 || b.e.Code != exports.OK:
		return nil
	case at == 0:
		b.refuse(exports.NullPointer)
		return nil
	case uint64(at)+uint64(n) > uint64(len(memory)):
		b.refuse(exports.BadLength)
		return nil
	}
	return memory[at : at+n : at+n]
}

// structs returns count structs of a size.
func (b *boundary) structs(at, count, size, most uint32) []byte {
	if count > most {
		b.refuse(exports.BadLength)
		return nil
	}
	return b.bytes(at, count*size)
}

// field returns a member of a struct that is a pointer or a size.
func field(s []byte, at int) uint32 { return uint32(min(binary.LittleEndian.Uint64(s[at:]), 1<<32-1)) }

func (b *boundary) name(at uint32) string { return b.text(at, exports.NameMax) }

// text returns a text up to its zero byte.
func (b *boundary) text(at uint32, most int) string {
	if at == 0 || int(at) >= len(memory) {
		b.refuse(exports.NullPointer)
		return ""
	}
	rest := memory[at:min(len(memory), int(at)+most+1)]
	n := bytes.IndexByte(rest, 0)
	if n < 0 {
		b.refuse(exports.BadLength)
		return ""
	}
	return string(rest[:n])
}

func (b *boundary) parts(room *partsRoom, at, count uint32) []exports.Part {
	list := b.structs(at, count, 24, exports.PartsMax)
	if list == nil {
		return nil
	}
	for i := range count {
		s := list[24*i:]
		room[i] = exports.Part{Name: b.name(field(s, 0)), Data: b.bytes(field(s, 8), field(s, 16))}
	}
	return room[:count]
}

func (b *boundary) columns(room *columnsRoom, at, count, rows uint32) []exports.Column {
	list := b.structs(at, count, 24, exports.PartsMax)
	if list == nil {
		return nil
	}
	for i := range count {
		s := list[24*i:]
		name := b.name(field(s, 0))
		offsets, data := b.texts(field(s, 8), field(s, 16), rows)
		room[i] = exports.Column{Name: name, Offsets: offsets, Data: data}
	}
	return room[:count]
}

func (b *boundary) wanted(at, count uint32) []exports.Field {
	list := b.structs(at, count, 16, exports.FieldsMax)
	var fields []exports.Field
	for ; len(list) > 0; list = list[16:] {
		fields = append(fields, exports.Field{Path: b.text(field(list, 0), exports.PathMax), Type: binary.LittleEndian.Uint32(list[8:])})
		if binary.LittleEndian.Uint32(list[12:]) != 0 {
			b.refuse(exports.BadOption)
		}
	}
	return fields
}

// members returns columns, each with what its type needs.
func (b *boundary) members(at, count, rows uint32) []exports.Values {
	if rows >= memoryMax/8 {
		b.refuse(exports.BadLength)
	}
	list := b.structs(at, count, 40, exports.FieldsMax)
	var members []exports.Values
	for bits := (rows + 7) / 8; len(list) > 0; list = list[40:] {
		v := exports.Values{Field: exports.Field{Path: b.text(field(list, 0), exports.PathMax), Type: binary.LittleEndian.Uint32(list[8:])}}
		if binary.LittleEndian.Uint32(list[12:]) != 0 {
			b.refuse(exports.BadOption)
		}
		if validity := field(list, 16); validity != 0 {
			v.Validity = b.bytes(validity, bits)
		}
		switch data := field(list, 32); v.Type {
		case exports.TypeInt64, exports.TypeFloat64:
			v.Data = b.bytes(data, 8*rows)
		case exports.TypeBool:
			v.Data = b.bytes(data, bits)
		default:
			v.Offsets, v.Data = b.texts(field(list, 24), data, rows)
		}
		members = append(members, v)
	}
	return members
}

// partOffsets returns the memory for the offsets of each of the parts.
func (b *boundary) partOffsets(at uint32, parts string, rows uint32) []int32 {
	of := uint64(1 + strings.Count(parts, ","))
	numbers := of * uint64(rows+1)
	return b.numbers(at, uint32(min(numbers, memoryMax/4)), rows >= memoryMax/8 || numbers >= memoryMax/4)
}

// texts returns a column's offsets, and as many bytes as the last offset says.
func (b *boundary) texts(offsets, data, rows uint32) ([]int32, []byte) {
	o := b.offsets(offsets, rows)
	if o == nil {
		return nil, nil
	}
	if o[rows] < 0 {
		b.refuse(exports.BadOffsets)
		return nil, nil
	}
	return o, b.bytes(data, uint32(o[rows]))
}

func (b *boundary) offsets(at, rows uint32) []int32 {
	return b.numbers(at, rows+1, rows >= memoryMax/4)
}

// codes returns the memory for codes, which may be NULL.
func (b *boundary) codes(at, rows uint32) []int32 {
	if at == 0 || rows == 0 {
		return nil
	}
	return b.numbers(at, rows, rows >= memoryMax/4)
}

// numbers returns n numbers, from a place that is a multiple of their size.
func (b *boundary) numbers(at, n uint32, tooMany bool) []int32 {
	if tooMany || at%4 != 0 {
		b.refuse(exports.BadLength)
		return nil
	}
	if at == 0 {
		b.refuse(exports.NullPointer)
	}
	raw := b.bytes(at, 4*n)
	if raw == nil {
		return nil
	}
	return unsafe.Slice((*int32)(unsafe.Pointer(&raw[0])), n)
}

func (b *boundary) word(at uint32) *uint64 {
	if at == 0 || at%8 != 0 {
		b.refuse(exports.NullPointer)
	}
	raw := b.bytes(at, 8)
	if raw == nil {
		return nil
	}
	return (*uint64)(unsafe.Pointer(&raw[0]))
}

// files copies the host's description of its files.
func (b *boundary) files(at, count uint32) (files []exports.OfferedFile) {
	list := b.structs(at, count, 16, exports.FilesMax)
	for ; len(list) > 0; list = list[16:] {
		name := strings.Clone(b.text(field(list, 0), exports.FileNameMax))
		files = append(files, exports.OfferedFile{Name: name, Size: int64(binary.LittleEndian.Uint64(list[8:]))})
	}
	return files
}

// leave ends a call: a panic becomes an error code, and a failure is described if the host asks for it.
func (b *boundary) leave(result *int64, at uint32) {
	if recover() != nil {
		b.e = exports.Error{}
		b.refuse(exports.Internal)
		*result = int64(exports.Internal)
	}
	if *result >= 0 || at == 0 {
		return
	}
	e := b.e
	var into boundary
	err := into.bytes(at, 512)
	if err == nil {
		return
	}
	clear(err)
	for i, n := range []int64{int64(e.Code), int64(e.Row), int64(e.Offset)} {
		binary.LittleEndian.PutUint64(err[8*i:], uint64(n))
	}
	fill(err[24:56], exports.CText(e.Part))
	fill(err[56:152], exports.CText(e.Field))
	fill(err[152:512], exports.CText(e.Message))
}

// fill copies text and leaves room for a zero byte. Text that is too long is cut between two characters.
func fill(to []byte, text string) {
	n := min(len(text), len(to)-1)
	for n < len(text) && n > 0 && text[n]&0xc0 == 0x80 {
		n--
	}
	copy(to, text[:n])
}

// say puts a text with a zero byte into the memory, and returns its place.
func say(text string) uint32 {
	const at = 8
	room(uint32(at + len(text) + 1))
	memory[at+copy(memory[at:], text)] = 0
	return at
}

// changeFolder sets the folder for paths that do not begin with a slash. It returns 0 or an error code.
func changeFolder(b *boundary, path uint32) int64 {
	name := b.text(path, exports.FileNameMax)
	if b.e.Code == exports.OK && os.Chdir(name) != nil {
		b.refuse(exports.Refused)
	}
	return int64(b.e.Code)
}
