package spill

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"
)

type record struct{ key, payload []byte }

// records returns random records: many with equal keys, keys that begin alike, and empty and long ones.
func records(r *rand.Rand, n int) []record {
	list := make([]record, n)
	for i := range list {
		key := make([]byte, r.IntN(20))
		for j := range key {
			key[j] = byte(r.IntN(3)) * 0x7F
		}
		size := r.IntN(40)
		if r.IntN(500) == 0 {
			size = r.IntN(40_000)
		}
		payload := make([]byte, size)
		if size >= 4 {
			binary.BigEndian.PutUint32(payload, uint32(i))
		}
		list[i] = record{key, payload}
	}
	return list
}

// drain returns all records of a sorter in order.
func drain(t testing.TB, s *Sorter) (list []record) {
	t.Helper()
	sorted, err := s.Sort(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for {
		key, payload, err := sorted.Next()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, record{bytes.Clone(key), bytes.Clone(payload)})
	}
}

func TestRecordsComeBackInTheOrderOfKeysAndOfAdding(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 100, 5_000, 60_000} {
		for _, memory := range []int64{0, 300 << 10, 64 << 20} {
			folder := t.TempDir()
			want := records(r, n)
			s := New(Options{Folder: folder, Memory: memory})
			size := int64(0)
			for i := range want {
				if err := s.Add(want[i].key, want[i].payload); err != nil {
					t.Fatal(err)
				}
				size += int64(len(want[i].key) + len(want[i].payload))
			}
			slices.SortStableFunc(want, func(a, b record) int { return bytes.Compare(a.key, b.key) })
			got := drain(t, s)
			if !slices.EqualFunc(got, want, func(a, b record) bool {
				return bytes.Equal(a.key, b.key) && bytes.Equal(a.payload, b.payload)
			}) {
				t.Errorf("%d records in %d bytes of memory: not in order", n, memory)
			}
			if s.Len() != int64(n) || s.Size() != size || s.Spilled() != (size+placeSize*int64(n) > max(memory, MemoryLeast)) {
				t.Errorf("%d records in %d: it has %d of %d bytes, files: %v", n, memory, s.Len(), s.Size(), s.Spilled())
			}
			s.Close()
			s.Close()
			if left, _ := os.ReadDir(folder); len(left) > 0 {
				t.Errorf("%d files are left", len(left))
			}
			if err := s.Add(nil, nil); err == nil {
				t.Error("a closed sorter takes records")
			}
		}
	}
}

func TestMemoryIsThatOfTheBudget(t *testing.T) {
	const budget, rows = 4 << 20, 1_000_000
	s := New(Options{Folder: t.TempDir(), Memory: budget})
	defer s.Close()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r := rand.New(rand.NewPCG(3, 4))
	var key [16]byte
	payload := make([]byte, 50)
	most, files := uint64(0), 0
	look := func() {
		runtime.GC()
		runtime.ReadMemStats(&after)
		most, files = max(most, after.HeapAlloc), max(files, len(s.runs))
	}
	for i := range rows {
		binary.BigEndian.PutUint64(key[:], r.Uint64())
		if err := s.Add(key[:], payload); err != nil {
			t.Fatal(err)
		}
		if i%100_000 == 0 {
			look()
		}
	}
	sorted, err := s.Sort(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	last, n := []byte{}, 0
	for ; ; n++ {
		key, _, err := sorted.Next()
		if err == io.EOF {
			break
		}
		if err != nil || bytes.Compare(last, key) > 0 {
			t.Fatalf("record %d: %x after %x, %v", n, key, last, err)
		}
		if last = append(last[:0], key...); n%100_000 == 0 {
			look()
		}
	}
	if n != rows {
		t.Errorf("%d records came back of %d", n, rows)
	}
	if used := int64(most) - int64(before.HeapAlloc); used > budget+budget/4 {
		t.Errorf("%d KiB were in use, of %d", used>>10, budget>>10)
	}
	if files > 2*fanMost {
		t.Errorf("%d files were open", files)
	}
}

func TestSortingEndsWithItsContext(t *testing.T) {
	for _, memory := range []int64{0, 64 << 20} {
		s := New(Options{Folder: t.TempDir(), Memory: memory})
		defer s.Close()
		for _, x := range records(rand.New(rand.NewPCG(5, 6)), 20_000) {
			if err := s.Add(x.key, x.payload); err != nil {
				t.Fatal(err)
			}
		}
		ctx, cancel := context.WithCancel(context.Background())
		sorted, err := s.Sort(ctx)
		if err != nil {
			t.Fatal(err)
		}
		cancel()
		n := 0
		for ; err == nil; n++ {
			_, _, err = sorted.Next()
		}
		if err != context.Canceled || n > 2*turns {
			t.Errorf("%d records, then %v", n, err)
		}
	}
}

func BenchmarkSort(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 8))
	list := make([]record, 500_000)
	for i := range list {
		key := binary.BigEndian.AppendUint64(make([]byte, 0, 32), r.Uint64())
		list[i] = record{append(key, "some more of the key"...), []byte("a value that is as long as that of a cell often is")}
	}
	for name, memory := range map[string]int64{"memory": 1 << 30, "files": 8 << 20} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(500_000 * 78)
			for b.Loop() {
				s := New(Options{Folder: b.TempDir(), Memory: memory})
				for i := range list {
					if err := s.Add(list[i].key, list[i].payload); err != nil {
						b.Fatal(err)
					}
				}
				sorted, err := s.Sort(context.Background())
				for err == nil {
					_, _, err = sorted.Next()
				}
				if err != io.EOF {
					b.Fatal(err)
				}
				s.Close()
			}
		})
	}
}
