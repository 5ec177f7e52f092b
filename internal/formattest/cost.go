package formattest

import (
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// Cost bounds the memory and time of decoding a hostile input.
type Cost struct {
	PerByte int // bytes allocated per byte of input
	Base    int // plus a constant number of bytes
}

// Check decodes in without a tree, with fields, and with a tree. All results must
// agree, allocations must stay within the bound, and it must not take long. It returns
// the fields, or nil if in is refused.
func (c Cost) Check(t testing.TB, r *format.Record, in *format.Input) (fields []byte) {
	t.Helper()
	InTime(t, func() {
		var w value.Writer
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := r.Decode(in, nil, &w)
		runtime.ReadMemStats(&after)
		if got, most := after.TotalAlloc-before.TotalAlloc, uint64(c.PerByte*in.Entry.Len()+c.Base); got > most {
			t.Errorf("%s: %d bytes are allocated for %d, %v", r.Name, got, in.Entry.Len(), err)
		}
		var tree span.Tree
		if annotated := identify.Explain(r, in, &tree, nil); (annotated == nil) != (err == nil) {
			t.Errorf("%s: %v, and with a tree %v", r.Name, err, annotated)
		}
		if err := tree.Check(); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
		if err == nil {
			fields = w.Buf
		}
	})
	return fields
}

// processorTimeMax is a thousand times what the slowest input needs: only work that
// grows faster than the input reaches it.
const processorTimeMax = 5 * time.Second

// InTime runs f and fails if it takes too many seconds of processor time, which other
// programs do not affect.
func InTime(t testing.TB, f func()) {
	t.Helper()
	before := processorTime(t)
	f()
	if took := processorTime(t) - before; took > processorTimeMax {
		t.Errorf("takes %v of processor time", took)
	}
}

func processorTime(t testing.TB) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
