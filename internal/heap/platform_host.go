//go:build !tinygo

package heap

import "unsafe"

// Elsewhere only tests use this package, in memory of theirs.
var host struct {
	end, most uintptr
	reachable func()
}

func markReachable() { host.reachable() }

func runtimePanic(text string) { panic(text) }

func memoryEnd() uintptr { return host.end }

func extend(by uintptr) bool {
	if by > host.most-host.end {
		return false
	}
	host.end += by
	return true
}

// at makes a pointer of an address, in a way that go vet accepts: it does not know of memory outside of Go's.
func at(address uintptr) unsafe.Pointer { return unsafe.Add(unsafe.Pointer(nil), address) }
