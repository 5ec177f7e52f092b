//go:build tinygo

package heap

import (
	"runtime"
	"unsafe"
)

// What TinyGo's runtime calls if a program is built with gc=custom, and what it has for that.

//go:extern __heap_base
var heapBase [0]byte

//export llvm.wasm.memory.size.i32
func memorySize(index int32) int32

//export llvm.wasm.memory.grow.i32
func memoryGrow(index, delta int32) int32

// markReachable calls markRoots for the stack and for the program's own data.
//
//go:linkname markReachable runtime.gcMarkReachable
func markReachable()

//go:linkname runtimePanic runtime.runtimePanic
func runtimePanic(text string)

//go:linkname initHeap runtime.initHeap
func initHeap() { begin(uintptr(unsafe.Pointer(&heapBase))) }

// memoryEnd returns the address after the last byte. 4 GiB do not fit into a word: of them the last 64 KiB stay unused.
func memoryEnd() uintptr {
	if n := uintptr(uint32(memorySize(0))); n < wasmPages {
		return n * wasmPage
	}
	return (wasmPages - 1) * wasmPage
}

const wasmPages = 1 << 16 // of 4 GiB

// extend asks for so many more bytes, a multiple of wasmPage.
func extend(by uintptr) bool { return memoryGrow(0, int32(by/wasmPage)) != -1 }

// at makes a pointer of an address. LLVM takes what is added to nil for nil.
func at(address uintptr) unsafe.Pointer { return unsafe.Pointer(address) }

// TinyGo describes where an object has pointers by a bit for each word, above six others of which the lowest is set, or by the
// address of such bits.
//
//go:linkname runtimeAlloc runtime.alloc
func runtimeAlloc(size uintptr, layout unsafe.Pointer) unsafe.Pointer {
	return at(alloc(size, uintptr(layout)&1 != 0 && uintptr(layout)>>6 == 0))
}

//go:linkname runtimeMarkRoots runtime.markRoots
func runtimeMarkRoots(start, stop uintptr) { markRoots(start, stop) }

//go:linkname runtimeGC runtime.GC
func runtimeGC() { collect() }

//go:linkname runtimeFree runtime.free
func runtimeFree(unsafe.Pointer) {}

//go:linkname runtimeSetFinalizer runtime.SetFinalizer
func runtimeSetFinalizer(obj, finalizer any) {}

//go:linkname runtimeReadMemStats runtime.ReadMemStats
func runtimeReadMemStats(m *runtime.MemStats) {
	m.HeapSys = uint64(pages) << pageBits
	m.HeapIdle = uint64(unused) << pageBits
	m.HeapInuse = m.HeapSys - m.HeapIdle
	m.HeapAlloc, m.Alloc, m.Sys = m.HeapInuse, m.HeapInuse, m.HeapSys
}
