package exports

import (
	"sync"
	"sync/atomic"
)

// A handle of a kind has three parts, so that it is found without a lock or a search, and is
// never equal to a schema's handle (those count from 1) or to that of a kind closed earlier:
//
//	bit 62      1
//	bits 24-61  number of this opening, from 1 on
//	bits 0-23   index in the table
const (
	kindBit   = 1 << 62
	placeBits = 24
	placeMask = 1<<placeBits - 1
)

// kinds are the open kinds. Calls only load; opening and closing take a lock.
type kinds struct {
	table atomic.Pointer[[]atomic.Pointer[kind]]

	opening sync.Mutex
	free    []int32 // unused indexes in the table
	last    int64   // how many have been opened so far
}

var openKinds kinds

// find returns the kind for a handle, or nil.
func (s *kinds) find(handle int64) *kind {
	table := s.table.Load()
	place := handle & placeMask
	if table == nil || place >= int64(len(*table)) {
		return nil
	}
	if k := (*table)[place].Load(); k != nil && k.handle == handle {
		return k
	}
	return nil
}

// add returns a handle for a kind, or 0 if the table is full.
func (s *kinds) add(k *kind) int64 {
	s.opening.Lock()
	defer s.opening.Unlock()
	if len(s.free) == 0 && !s.grow() {
		return 0
	}
	place := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	s.last++
	k.handle = kindBit | s.last<<placeBits | int64(place)
	(*s.table.Load())[place].Store(k)
	return k.handle
}

// grow doubles the table. Calls that still use the old one find what was open before.
func (s *kinds) grow() bool {
	var old []atomic.Pointer[kind]
	if table := s.table.Load(); table != nil {
		old = *table
	}
	size := max(16, 2*len(old))
	if size > placeMask+1 {
		return false
	}
	table := make([]atomic.Pointer[kind], size)
	for i := range old {
		table[i].Store(old[i].Load())
	}
	for place := size - 1; place >= len(old); place-- {
		s.free = append(s.free, int32(place))
	}
	s.table.Store(&table)
	return true
}

// remove drops a handle and reports whether it was open.
func (s *kinds) remove(handle int64) bool {
	s.opening.Lock()
	defer s.opening.Unlock()
	if s.find(handle) == nil {
		return false
	}
	place := handle & placeMask
	(*s.table.Load())[place].Store(nil)
	s.free = append(s.free, int32(place))
	return true
}
