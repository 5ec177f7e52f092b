//go:build tinygo

package main

import "unsafe"

//go:wasmimport wasi_snapshot_preview1 random_get
//go:noescape
func randomGet(to unsafe.Pointer, n uint32) uint32

// arc4random is what TinyGo's runtime draws the seeds of its maps with.
//
//export arc4random
func arc4random() uint32 {
	var n uint32
	randomGet(unsafe.Pointer(&n), 4)
	return n
}
