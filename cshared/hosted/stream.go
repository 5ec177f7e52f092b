//go:build wasip1

package main

import (
	"encoding/binary"
	"unsafe"

	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/exports"
)

//go:wasmimport rowlens read
//go:noescape
func hostRead(reader, file uint32, offset int64, out unsafe.Pointer, size uint32) int64

//go:wasmimport rowlens release
func hostRelease(reader uint32)

// reader returns a reader of the host's files; may be nil.
func (b *boundary) reader(number uint32) *exports.Reader {
	if number == 0 {
		return nil
	}
	return &exports.Reader{
		Read: func(file int, at int64, buf []byte) int64 {
			return hostRead(number, uint32(file), at, unsafe.Pointer(unsafe.SliceData(buf)), uint32(len(buf)))
		},
		Release: func() { hostRelease(number) },
	}
}

// stream returns a function that passes the handle of a stream to the host.
func (b *boundary) stream(at uint32) func(handle int64) {
	to := b.word(at)
	return func(handle int64) { *to = uint64(handle) }
}

// batch is what the last rl_stream_next read.
var batch []byte

// streamSchema writes the columns of a stream: [{"name","format","children":[…]},…].
func streamSchema(handle int64, out []byte, e *exports.Error) (size int64) {
	result := exports.StreamSchema(handle, func(fields []exports.ArrowField) {
		w := value.Writer{}
		writeFields(&w, fields)
		size = int64(copy(out, w.Buf))
		size = int64(len(w.Buf))
	}, e)
	if result < 0 {
		return result
	}
	return size
}

func writeFields(w *value.Writer, fields []exports.ArrowField) {
	w.Array()
	for _, f := range fields {
		w.Object()
		w.Member("name").String(f.Name)
		w.Member("format").String(f.Format)
		w.Member("children")
		writeFields(w, f.Children)
		w.EndObject()
	}
	w.EndArray()
}

// streamNext reads the next rows, and returns how many bytes describe them, or 0 after the last. A column is described by the
// numbers of its rows, nulls, buffers and children, each in 8 bytes; then, for each buffer, its size, or -1 if it is absent, and
// its bytes, padded to a multiple of 8; then the children.
func streamNext(handle int64, e *exports.Error) int64 {
	batch = batch[:0]
	if result := exports.StreamNext(handle, func(columns []exports.ArrowArray) {
		root := exports.ArrowArray{Length: columns[0].Length, Buffers: [][]byte{nil}, Children: columns}
		batch = appendArray(batch, &root)
	}, e); result < 0 {
		return result
	}
	return int64(len(batch))
}

func appendArray(to []byte, a *exports.ArrowArray) []byte {
	for _, n := range []int{a.Length, a.Nulls, len(a.Buffers), len(a.Children)} {
		to = binary.LittleEndian.AppendUint64(to, uint64(n))
	}
	for i, buffer := range a.Buffers {
		if buffer == nil && i == 0 {
			to = binary.LittleEndian.AppendUint64(to, ^uint64(0))
			continue
		}
		to = binary.LittleEndian.AppendUint64(to, uint64(len(buffer)))
		to = append(to, buffer...)
		to = append(to, make([]byte, -len(buffer)&7)...)
	}
	for i := range a.Children {
		to = appendArray(to, &a.Children[i])
	}
	return to
}
