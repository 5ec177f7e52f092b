//go:build !wasip1 || hosted

package exports

import "sync"

// registry is the open things of one kind that have a state. Calls on one of them take turns.
type registry[T any] struct {
	sync.Mutex
	name string // of the argument that is a handle
	bit  int64  // of every handle, so that none is also of a schema, which count from 1, nor of another registry or a kind
	last int64
	open map[int64]*turns[T]
}

// turns is one of them.
type turns[T any] struct {
	sync.Mutex
	closed bool
	of     *T
}

// add gives x its handle.
func (r *registry[T]) add(x *T) int64 {
	r.Lock()
	defer r.Unlock()
	if r.open == nil {
		r.open = map[int64]*turns[T]{}
	}
	r.last++
	r.open[r.bit|r.last] = &turns[T]{of: x}
	return r.bit | r.last
}

// use runs work on what a handle stands for.
func (r *registry[T]) use(handle int64, e *Error, work func(x *T) int64) int64 {
	r.Lock()
	t := r.open[handle]
	r.Unlock()
	if t == nil {
		return int64(e.refuse(BadHandle, r.name))
	}
	t.Lock()
	defer t.Unlock()
	if t.closed {
		return int64(e.refuse(BadHandle, r.name))
	}
	return work(t.of)
}

// close forgets a handle, and ends what it stands for when no call uses it.
func (r *registry[T]) close(handle int64, end func(x *T)) int64 {
	r.Lock()
	t := r.open[handle]
	delete(r.open, handle)
	r.Unlock()
	if t == nil {
		return int64(BadHandle)
	}
	t.Lock()
	defer t.Unlock()
	t.closed = true
	end(t.of)
	return 0
}
