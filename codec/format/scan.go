package format

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/value"
)

// Place is where the rows of a scan are stored.
type Place struct {
	Family []byte // column family; nil when it is not known
	Lacks  string // what has to be given to know it, a sentence; empty when it is known
}

// InFamily is the Place of records that are always in one column family.
func InFamily(name string) func(*Input, value.Value) (Place, error) {
	return func(*Input, value.Value) (Place, error) { return Place{Family: []byte(name)}, nil }
}

// ScanField is a field that bounds a scan.
type ScanField struct {
	Name string // the member
	Or   string // another member that may stand in its place, such as the code of a name
	Doc  string // one sentence

	// Types are the types of a typed value, {"type","value"}; Orders those of an ordered
	// one, {"order","value"}; List says that the member is a list of them.
	Types, Orders []string
	List          bool

	Choices []string // all values that there are; nil for any
	Need    bool     // without it there is no prefix
}

// Comparator is how a store sorts keys that it does not compare as unsigned bytes from
// their first to their last.
type Comparator struct {
	Title string // its name in the store
	Note  string // why its order is not known, a sentence; empty when it is

	// Split returns how long the first piece of either key is: first pieces are compared
	// as unsigned bytes, then what is behind them. Nil when the order is not known.
	Split func(a, b []byte) (i, j int)
}

// Compare returns -1, 0 or 1, and where the keys first differ: the piece that each has
// there begins at from and ends at the ends, at which a byte may be missing. A nil
// Comparator compares unsigned bytes.
func (c *Comparator) Compare(a, b []byte) (order, from int, ends [2]int) {
	i, j := len(a), len(b)
	if c != nil && c.Split != nil {
		i, j = c.Split(a, b)
	}
	if order = bytes.Compare(a[:i], b[:j]); order != 0 || i != j {
		return order, common(a[:i], b[:j]), [2]int{i, j}
	}
	return bytes.Compare(a[i:], b[i:]), i + common(a[i:], b[i:]), [2]int{len(a), len(b)}
}

// common is how many bytes are the same at the front.
func common(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
