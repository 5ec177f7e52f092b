package format

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/internal/prefix"
)

// Comparator describes how a store sorts keys that it does not compare as plain unsigned bytes.
type Comparator struct {
	Title string // its name in the store
	Note  string // one sentence on why the order is unknown; empty if it is known

	// Split returns the length of the first piece of each key. First pieces are compared as
	// unsigned bytes, then the rest. Nil if the order is unknown.
	Split func(a, b []byte) (i, j int)
}

// Compare returns -1, 0 or 1, and where the keys first differ: the differing pieces begin at from
// and end at ends, where one key may already have ended. A nil Comparator compares unsigned bytes.
func (c *Comparator) Compare(a, b []byte) (order, from int, ends [2]int) {
	i, j := len(a), len(b)
	if c != nil && c.Split != nil {
		i, j = c.Split(a, b)
	}
	if order = bytes.Compare(a[:i], b[:j]); order != 0 || i != j {
		return order, prefix.Shared(a[:i], b[:j]), [2]int{i, j}
	}
	return bytes.Compare(a[i:], b[i:]), i + prefix.Shared(a[i:], b[i:]), [2]int{len(a), len(b)}
}
