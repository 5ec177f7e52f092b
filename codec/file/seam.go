package file

import (
	"slices"
	"sync"
)

// Spot is where an entry stands in a file. The zero Spot is the file's end.
type Spot struct {
	Block int64 // offset of its block, and 1
	At    int   // in the block
}

// Seam is a key at which a part of a scan ends and the next one begins. No entry is lost between them, and none is in
// both, if in each file the first entry that one leaves out is the first one that the other has.
type Seam struct {
	mutex    sync.Mutex
	to, from []Spot
}

// Ends takes in where a part ends in each file, and reports whether the next one begins there, if it has begun.
func (s *Seam) Ends(to []Spot) bool { return s.meet(&s.to, to) }

// Begins takes in where a part begins in each file, and reports whether the one before ended there, if it has ended.
func (s *Seam) Begins(from []Spot) bool { return s.meet(&s.from, from) }

func (s *Seam) meet(side *[]Spot, at []Spot) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	*side = at
	return s.to == nil || s.from == nil || slices.Equal(s.to, s.from)
}
