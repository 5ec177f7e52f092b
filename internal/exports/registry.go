//go:build !wasip1 || hosted

package exports

import (
	"errors"
	"sync"
)

// registry holds the open objects of one kind that have state. Calls on the same object take turns.
type registry[T any] struct {
	sync.Mutex
	name string // of the argument that is a handle
	bit  int64  // set in every handle, so that it equals no handle of a schema (those count from 1), of another registry or of a kind
	last int64
	open map[int64]*turns[T]
}

// turns is one object. Its mutex belongs to the call whose turn it is; everything else belongs to the registry.
type turns[T any] struct {
	sync.Mutex
	closed bool
	end    func(x *T) // run last by the call whose turn it is; nil unless the object was closed during that call
	of     *T
}

// Reading reports whether the calling thread is inside a function that reads a caller's file: anything it waited for there might
// be waiting for it. The C library sets it. Libraries that only one thread uses refuse such calls before they get here.
var Reading = func() bool { return false }

// add returns a handle for x.
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

// use runs work on the object of a handle.
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

// close drops a handle, and ends its object when no call uses it. It waits for that, or leaves it to the running call if it is
// called from inside that call.
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
