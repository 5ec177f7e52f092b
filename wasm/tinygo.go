//go:build tinygo

package main

import (
	"unsafe"

	_ "github.com/rowlens/rowlens/internal/heap" // its memory
)

//go:wasmimport wasi_snapshot_preview1 random_get
//go:noescape
func randomGet(to unsafe.Pointer, n uint32) uint32

// arc4random is where TinyGo's runtime gets the seeds of its maps. It expects a C library to have it.
//
//export arc4random
func arc4random() uint32 {
	var n uint32
	randomGet(unsafe.Pointer(&n), uint32(unsafe.Sizeof(n)))
	return n
}

// weigh does nothing: TinyGo's collector only runs when the memory is used up.
func weigh() {}
