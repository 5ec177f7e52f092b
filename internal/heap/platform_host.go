//go:build !tinygo

package heap

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
