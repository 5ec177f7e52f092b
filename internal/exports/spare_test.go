package exports

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
)

// The memory of closed schemas and kinds is freed, however many there were: the heap stays as small as with one.
func TestClosedOwnersOfMemoryLeaveNothing(t *testing.T) {
	schema := func() int64 {
		return openOrFail(t, "actionbase", map[string]any{"given": map[string]any{"names": []string{"a"}}})
	}
	other := schema()
	defer SchemaClose(other)
	out, parts := make([]byte, 4096), []Part{{"value", long}}
	for name, work := range map[string]func(handle int64) int64{
		"decode": func(handle int64) int64 {
			return Decode(handle, "actionbase", "value", parts, 0, FieldsCBOR64, out, new(Error))
		},
		"answer": func(handle int64) int64 {
			return Answer(fmt.Appendf(nil, `{"op":"decode","format":"actionbase","record":"value","schema":[%d,%d],"bytes":{"value":"%x"}}`, handle, other, long), out, new(Error))
		},
		"kind": func(handle int64) int64 {
			kind := KindOpen(handle, "actionbase", "value", 0, new(Error))
			defer KindClose(kind)
			return KindDecode(kind, parts, FieldsCBOR64, out, new(Error))
		},
	} {
		runtime.GC()
		runtime.GC()
		var most uint64
		for i := range 40_000 {
			handle := schema()
			if n := work(handle); n < 0 {
				t.Fatal(name, n)
			}
			SchemaClose(handle)
			if i%1000 == 999 {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
		}
		if most > 24<<20 {
			t.Errorf("%s: the heap had %d MB", name, most>>20)
		}
	}
}

// Concurrent calls have separate memory, which later calls reuse.
func TestSpareMemoryIsSharedByThreads(t *testing.T) {
	type memory struct{ used sync.Mutex }
	s := spare[memory]{made: func() *memory { return new(memory) }}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 10_000 {
				x := s.get()
				if !x.used.TryLock() {
					t.Error("two calls have the same memory")
				}
				x.used.Unlock()
				s.put(x)
			}
		})
	}
	group.Wait()
	x := s.get()
	s.put(x)
	if s.get() != x {
		t.Error("the memory that was put back last is not used again")
	}
}
