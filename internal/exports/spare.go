package exports

import (
	"sync"
	"sync/atomic"
)

// spare is the memory of calls that have ended, for those to come. One is kept as long as its owner; only calls at the same
// time need a pool. The collector keeps what is in a pool for two more rounds, and runs later the more it keeps: a pool for
// each owner made the memory of a program that opens and closes schemas grow without an end.
type spare[T any] struct {
	made func() *T
	one  atomic.Pointer[T]
	more atomic.Pointer[sync.Pool] // it must not keep its owner, of which a pool inside of it is a part
}

// get returns memory that no other call has.
func (s *spare[T]) get() *T {
	if s.one.Load() != nil { // only reading leaves it to other processors
		if x := s.one.Swap(nil); x != nil {
			return x
		}
	}
	if pool := s.more.Load(); pool != nil {
		if x, ok := pool.Get().(*T); ok {
			return x
		}
	}
	return s.made()
}

// put takes it back.
func (s *spare[T]) put(x *T) {
	if s.one.Load() == nil && s.one.CompareAndSwap(nil, x) {
		return
	}
	pool := s.more.Load()
	if pool == nil {
		s.more.CompareAndSwap(nil, new(sync.Pool))
		pool = s.more.Load()
	}
	pool.Put(x)
}
