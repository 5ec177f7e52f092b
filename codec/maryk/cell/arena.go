package cell

// Arena keeps copies of bytes in few allocations. A copy stays in memory as long as any of its
// neighbours is in use.
type Arena []byte

const arenaChunk = 64 << 10

// Copy returns a copy of b.
func (a *Arena) Copy(b []byte) []byte {
	if len(b) > cap(*a)-len(*a) {
		*a = make([]byte, 0, max(arenaChunk, len(b)))
	}
	at := len(*a)
	*a = append(*a, b...)
	return (*a)[at:len(*a):len(*a)]
}

// Reset makes the memory available again; call it when no copy is needed any more.
func (a *Arena) Reset() {
	if *a = (*a)[:0]; cap(*a) > arenaChunk {
		*a = nil
	}
}
