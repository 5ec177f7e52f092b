//go:build !wasip1 || hosted

package exports

import (
	"errors"
	"sync"
)

// registry is the open things of one kind that have a state. Calls on one of them take turns.
type registry[T any] struct {
	sync.Mutex
	name string // of the argument that is a handle
	bit  int64  // of every handle, so that none is also of a schema, which count from 1, nor of another registry or a kind
	last int64
	open map[int64]*turns[T]
}

// turns is one of them. Its mutex is that of the call whose turn it is; the rest is the registry's.
type turns[T any] struct {
	sync.Mutex
	closed bool
	end    func(x *T) // what the call whose turn it is does last: nil, unless the thing was closed inside that call
	of     *T
}

// Reading reports whether the thread of a call is inside a function that reads a caller's file: what it waited for there, it might
// wait for itself. The C library sets it. A library that one thread uses alone refuses such calls before they come here.
var Reading = func() bool { return false }

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
	if !t.TryLock() {
		if Reading() {
			return e.from(errors.New(r.name + ": a function that reads a file must not use what is being read"))
		}
		t.Lock()
	}
	defer r.leave(t)
	r.Lock()
	closed := t.closed
	r.Unlock()
	if closed {
		return int64(e.refuse(BadHandle, r.name))
	}
	return work(t.of)
}

// leave ends the turn of a call.
func (r *registry[T]) leave(t *turns[T]) {
	r.Lock()
	end := t.end
	t.end = nil
	t.Unlock()
	r.Unlock()
	if end != nil {
		end(t.of)
	}
}

// close forgets a handle, and ends what it stands for when no call uses it: it waits for that, or, inside such a call, leaves it to
// that.
func (r *registry[T]) close(handle int64, end func(x *T)) int64 {
	r.Lock()
	t := r.open[handle]
	delete(r.open, handle)
	if t == nil {
		r.Unlock()
		return int64(BadHandle)
	}
	t.closed = true
	idle := t.TryLock()
	if !idle && Reading() {
		t.end = end
		r.Unlock()
		return 0
	}
	r.Unlock()
	if !idle {
		t.Lock()
	}
	defer t.Unlock()
	end(t.of)
	return 0
}
