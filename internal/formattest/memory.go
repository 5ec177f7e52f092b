package formattest

import (
	"unsafe"

	"github.com/rowlens/rowlens/codec/span"
)

// TreeBytesMax is the memory that a tree of n bytes of input may keep.
func TreeBytesMax(n int) int { return min(256*n+64<<10, 32<<20) }

// TreeBytes is the memory that the tree of the last Decode keeps, notes and
// labels included. Only used entries count: capacity is kept from other inputs.
func (p *Probe) TreeBytes() int {
	t := &p.Tree
	n := len(t.Nodes)*int(unsafe.Sizeof(span.Node{})) + len(t.Sources)*int(unsafe.Sizeof(span.Source{}))
	for i := range t.Nodes {
		n += len(t.Nodes[i].Note) + len(t.Nodes[i].Label)
	}
	for i := range t.Sources {
		if t.Sources[i].Node >= 0 {
			n += len(t.Sources[i].Bytes)
		}
	}
	return n
}
