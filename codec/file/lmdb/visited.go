package lmdb

import "sync"

// visited is a set of page numbers. It takes one bit per page, in those parts of the file where
// pages have been added.
type visited struct {
	mu     *sync.Mutex // nil unless several goroutines add to the set
	parts  []*part
	beyond map[uint64]bool // page numbers past the end of the file

	// owners, if not nil, says which tree each page belongs to: the value that owner had when
	// the page was added.
	owners []*owned
	owner  uint16
}

type owned [partPages]uint16

const (
	partPages = 1 << 15

	// beyondMax bounds the memory for page numbers past the end of the file: further ones are
	// not remembered.
	beyondMax = 1 << 16
)

type part [partPages / 64]uint64

func newVisited(pages uint64) *visited {
	return &visited{parts: make([]*part, (pages+partPages-1)/partPages)}
}

// withOwners makes the set remember the owner of each page.
func (v *visited) withOwners() *visited {
	v.owners = make([]*owned, len(v.parts))
	return v
}

// shared allows several goroutines to add to the set.
func (v *visited) shared() *visited {
	v.mu = new(sync.Mutex)
	return v
}

// ownerOf returns the owner of a page in the set, and 0 for other pages.
func (v *visited) ownerOf(n uint64) uint16 {
	if i := n / partPages; i < uint64(len(v.owners)) && v.owners[i] != nil {
		return v.owners[i][n%partPages]
	}
	return 0
}

// has reports whether a page is in the set.
func (v *visited) has(n uint64) bool {
	i := n / partPages
	if i >= uint64(len(v.parts)) {
		return v.beyond[n]
	}
	p := v.parts[i]
	return p != nil && p[n%partPages/64]&(1<<(n%64)) != 0
}

// add puts a page into the set and reports whether it is new there.
func (v *visited) add(n uint64) bool {
	if v.mu != nil {
		v.mu.Lock()
		defer v.mu.Unlock()
	}
	if v.has(n) {
		return false
	}
	i := n / partPages
	if i >= uint64(len(v.parts)) {
		if v.beyond == nil {
			v.beyond = map[uint64]bool{}
		}
		if len(v.beyond) < beyondMax {
			v.beyond[n] = true
		}
		return true
	}
	if v.parts[i] == nil {
		v.parts[i] = new(part)
	}
	v.parts[i][n%partPages/64] |= 1 << (n % 64)
	if v.owners != nil {
		if v.owners[i] == nil {
			v.owners[i] = new(owned)
		}
		v.owners[i][n%partPages] = v.owner
	}
	return true
}
