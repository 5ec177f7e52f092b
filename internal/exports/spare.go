package exports

import (
	"sync"
	"sync/atomic"
)

// spare keeps the memory of finished calls for later ones. One piece lives as long as its owner; only concurrent calls need
// the pool. The collector keeps the content of a pool for two more rounds, and runs less often the more it keeps: with a
// pool for each owner, a program that opens and closes schemas would grow without bound.
type spare[T any] struct {
	made func() *T
	one  atomic.Pointer[T]
	more atomic.Pointer[sync.Pool] // a pointer, so that the pool does not keep its owner alive, of which it would otherwise be a part
}

// get returns memory that no other call uses.
func (s *spare[T]) get() *T {
	if s.one.Load() != nil { // only a read, which keeps the cache line with other processors
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

// put returns the memory.
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
