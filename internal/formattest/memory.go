package formattest

import (
	"unsafe"

	"github.com/rowlens/rowlens/codec/span"
)

// TreeBytesMax returns how much memory a tree of n bytes of input may keep.
func TreeBytesMax(n int) int { return min(256*n+64<<10, 32<<20) }

// TreeBytes returns how much memory the tree of the last Decode keeps, including
// notes and labels. Only used entries count, because capacity is kept from earlier inputs.
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
