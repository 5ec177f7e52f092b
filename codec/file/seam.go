package file

import (
	"slices"
	"sync"
)

// Spot is the position of an entry in a file. The zero Spot is the end of the file.
type Spot struct {
	Block int64 // offset of its block, plus 1
	At    int   // offset in the block
}

// Seam is a key at which one part of a scan ends and the next begins. No entry is lost between them, and none is in
// both, if in each file the first entry that one part leaves out is the first entry of the other.
type Seam struct {
	mutex    sync.Mutex
	to, from []Spot
}

// Ends records where a part ends in each file. It reports whether the next part, if it has begun, begins there.
func (s *Seam) Ends(to []Spot) bool { return s.meet(&s.to, to) }

// Begins records where a part begins in each file. It reports whether the previous part, if it has ended, ended
// there.
func (s *Seam) Begins(from []Spot) bool { return s.meet(&s.from, from) }

func (s *Seam) meet(side *[]Spot, at []Spot) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	*side = at
	return s.to == nil || s.from == nil || slices.Equal(s.to, s.from)
}
