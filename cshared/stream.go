package main

// #include "stream.h"
import "C"

import (
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/rowlens/rowlens/internal/exports"
)

// files copies a caller's description of its files.
func (b *boundary) files(p *C.rl_file, count C.size_t) []exports.OfferedFile {
	if !b.listed(p == nil, count, exports.FilesMax) {
		return nil
	}
	list := make([]exports.OfferedFile, count)
	for i, f := range unsafe.Slice(p, int(count)) {
		list[i] = exports.OfferedFile{Name: strings.Clone(b.text(f.name, exports.FileNameMax)), Size: int64(f.size)}
	}
	return list
}

func init() { exports.Reading = func() bool { return C.rowlens_reading() != 0 } }

// readers counts the readers created so far.
var readers atomic.Uint64

// reader returns a reader of a caller's files; nil for NULL.
func (b *boundary) reader(p *C.rl_reader) *exports.Reader {
	if p == nil {
		return nil
	}
	// A context may be a number. It must not look like a pointer to Go, which ends a process in whose stack it finds a
	// bad one.
	context := *(*C.uintptr_t)(unsafe.Pointer(&p.context))
	read, release := p.read, p.release
	if read == nil {
		b.refuse(exports.NullPointer)
		return nil
	}
	number := C.uint64_t(readers.Add(1))
	r := &exports.Reader{Read: func(file int, at int64, buf []byte) int64 {
		to := (*C.uint8_t)(unsafe.SliceData(buf))
		return int64(C.rowlens_read(read, number, context, C.size_t(file), C.int64_t(at), to, C.size_t(len(buf))))
	}}
	if release != nil {
		r.Release = func() { C.rowlens_release(release, context) }
	}
	return r
}

// stream returns a function that fills a stream once it has a handle.
func (b *boundary) stream(p *C.struct_ArrowArrayStream) func(handle int64) {
	if p == nil {
		b.refuse(exports.NullPointer)
		return nil
	}
	return func(handle int64) {
		if C.rowlens_stream(p, C.int64_t(handle)) == 0 {
			exports.StreamClose(handle)
			panic("there is no memory for a stream")
		}
	}
}

//export rowlens_go_stream_schema
func rowlens_go_stream_schema(handle C.int64_t, out *C.struct_ArrowSchema, err *C.rl_error) (result C.int64_t) {
	var b boundary
	defer b.leave(&result, err)
	return C.int64_t(exports.StreamSchema(int64(handle), func(fields []exports.ArrowField) {
		root := exports.ArrowField{Format: "+s", Children: fields}
		var s block
		s.sizeSchema(&root)
		if !s.allocate() {
			panic("there is no memory for a schema")
		}
		s.schema(out, &root)
		out.flags = 0
	}, &b.e))
}

//export rowlens_go_stream_next
func rowlens_go_stream_next(handle C.int64_t, out *C.struct_ArrowArray, err *C.rl_error) (result C.int64_t) {
	var b boundary
	defer b.leave(&result, err)
	*out = C.struct_ArrowArray{} // released, which means the end of the stream
	return C.int64_t(exports.StreamNext(int64(handle), func(columns []exports.ArrowArray) {
		root := exports.ArrowArray{Length: columns[0].Length, Buffers: [][]byte{nil}, Children: columns}
		var s block
		s.sizeArray(&root)
		if !s.allocate() {
			panic("there is no memory for a batch")
		}
		s.array(out, &root)
	}, &b.e))
}

//export rowlens_go_stream_close
func rowlens_go_stream_close(handle C.int64_t) { exports.StreamClose(int64(handle)) }

// block is C memory in which arrays or schemas are laid out one after another, each at a multiple of 64.
type block struct {
	bytes, parts uintptr
	memory       unsafe.Pointer
	used         uintptr
}

const align = 64

func up(n uintptr) uintptr { return (n + align - 1) / align * align }

func (s *block) allocate() bool {
	s.memory = C.rowlens_block(C.size_t(s.bytes), C.size_t(s.parts))
	return s.memory != nil
}

// take returns the next n bytes.
func (s *block) take(n uintptr) unsafe.Pointer {
	p := unsafe.Add(s.memory, s.used)
	s.used += up(n)
	return p
}

const pointer = unsafe.Sizeof(uintptr(0))

// pointers returns memory for n pointers.
func (s *block) pointers(n int) []unsafe.Pointer {
	return unsafe.Slice((*unsafe.Pointer)(s.take(uintptr(n)*pointer)), n)
}

// copied returns a copy of bytes.
func (s *block) copied(b []byte) unsafe.Pointer {
	p := s.take(uintptr(len(b)))
	copy(unsafe.Slice((*byte)(p), len(b)), b)
	return p
}

// text returns a copy of a text, with a zero byte.
func (s *block) text(t string) *C.char {
	p := s.take(uintptr(len(t)) + 1)
	copy(unsafe.Slice((*byte)(p), len(t)), t)
	return (*C.char)(p)
}

func (s *block) sizeSchema(f *exports.ArrowField) {
	s.parts++
	s.bytes += up(uintptr(len(f.Format))+1) + up(uintptr(len(f.Name))+1) + up(uintptr(len(f.Children))*pointer)
	for i := range f.Children {
		s.bytes += up(unsafe.Sizeof(C.struct_ArrowSchema{}))
		s.sizeSchema(&f.Children[i])
	}
}

func (s *block) schema(out *C.struct_ArrowSchema, f *exports.ArrowField) {
	*out = C.struct_ArrowSchema{
		format: s.text(f.Format), name: s.text(f.Name), flags: C.ARROW_FLAG_NULLABLE, n_children: C.int64_t(len(f.Children)),
		release: (*[0]byte)(C.rowlens_release_schema), private_data: s.memory,
	}
	list := s.pointers(len(f.Children))
	if len(list) == 0 {
		return
	}
	out.children = (**C.struct_ArrowSchema)(unsafe.Pointer(&list[0]))
	for i := range list {
		list[i] = s.take(unsafe.Sizeof(*out))
		s.schema((*C.struct_ArrowSchema)(list[i]), &f.Children[i])
	}
}

func (s *block) sizeArray(a *exports.ArrowArray) {
	s.parts++
	s.bytes += up(uintptr(len(a.Buffers))*pointer) + up(uintptr(len(a.Children))*pointer)
	for _, b := range a.Buffers {
		s.bytes += up(uintptr(len(b)))
	}
	for i := range a.Children {
		s.bytes += up(unsafe.Sizeof(C.struct_ArrowArray{}))
		s.sizeArray(&a.Children[i])
	}
}

func (s *block) array(out *C.struct_ArrowArray, a *exports.ArrowArray) {
	*out = C.struct_ArrowArray{
		length: C.int64_t(a.Length), null_count: C.int64_t(a.Nulls), n_buffers: C.int64_t(len(a.Buffers)), n_children: C.int64_t(len(a.Children)),
		release: (*[0]byte)(C.rowlens_release_array), private_data: s.memory,
	}
	buffers := s.pointers(len(a.Buffers))
	out.buffers = (*unsafe.Pointer)(unsafe.Pointer(&buffers[0]))
	for i, b := range a.Buffers {
		if b != nil || i > 0 { // without the first buffer, all rows have a value
			buffers[i] = s.copied(b)
		}
	}
	list := s.pointers(len(a.Children))
	if len(list) == 0 {
		return
	}
	out.children = (**C.struct_ArrowArray)(unsafe.Pointer(&list[0]))
	for i := range list {
		list[i] = s.take(unsafe.Sizeof(*out))
		s.array((*C.struct_ArrowArray)(list[i]), &a.Children[i])
	}
}
