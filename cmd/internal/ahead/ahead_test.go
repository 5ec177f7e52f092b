package ahead_test

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rowlens/rowlens/cmd/internal/ahead"
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/all"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/internal/storetest"
)

// stores opens the stores in a folder.
func stores(t testing.TB, folder file.Folder) []file.Store {
	t.Helper()
	set, err := file.Look(folder, all.Kinds())
	if err != nil {
		t.Fatal(err)
	}
	list, err := set.Stores(file.Options{Compare: storage.Comparer{}.Compare})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, s := range list {
			s.Close()
		}
	})
	return list
}

// scanned returns everything that a scan shows, as text.
func scanned(s *storage.Scan) string {
	var (
		e     file.Entry
		lines []byte
	)
	write := storage.Lines{Stored: s.Query.Stored}
	for s.Next(&e) {
		lines = write.Append(lines, s, &e)
	}
	if err := s.Err(); err != nil {
		lines = append(lines, err.Error()...)
	}
	s.Close()
	return string(lines)
}

// readers read ahead, in the smallest parts if the store can be cut.
var readers = []ahead.Reader{{Threads: 2, Part: 1}, {Threads: 5, Part: 1}}

// compare compares scans with and without threads. It opens the stores again for each scan, because they
// keep what a scan found.
func compare(t *testing.T, name string, open func() []file.Store, make func([]file.Store) storage.Scan) {
	t.Helper()
	alone := make(open())
	want := scanned(&alone)
	for _, r := range readers {
		s := make(open())
		s.Open = r.Scan
		if got := scanned(&s); got != want {
			t.Errorf("%s with %+v: %s", name, r, firstDifference(got, want))
		}
	}
}

func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d:\n got %.300s\nwant %.300s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(a), len(b))
}

// middle returns a key from about the middle of a scan of everything.
func middle(list []file.Store) []byte {
	var keys [][]byte
	s := storage.Scan{Stores: list}
	var e file.Entry
	for s.Next(&e) {
		if len(e.Parts) > 0 {
			keys = append(keys, bytes.Clone(e.Parts[0].Bytes))
		}
	}
	if len(keys) == 0 {
		return []byte("m")
	}
	return keys[len(keys)/2]
}

var kinds = []string{"rocksdb", "maryk-rocksdb", "lmdb", "hfile", "rfile"}

// step is 1 for all stores, or n for one in n, where the race detector makes tests slow.
var step = flag.Int("step", 1, "test one in `n` stores and damages")

func TestThreadsShowWhatOneShows(t *testing.T) {
	for _, kind := range kinds {
		names := storetest.Names(t, kind)
		for i := 0; i < len(names); i += *step {
			name := names[i]
			folder := storetest.Folder(t, name)
			open := func() []file.Store { return stores(t, folder) }
			at := middle(open())
			for what, q := range map[string]file.Query{
				"all": {}, "stored": {Stored: true}, "salvage": {Salvage: true}, "start": {Start: at}, "stop": {Stop: at},
				"state": {At: 5, HasAt: true},
			} {
				compare(t, name+" "+what, open, func(list []file.Store) storage.Scan { return storage.Scan{Stores: list, Query: q} })
			}
			compare(t, name+" apart", open, func(list []file.Store) storage.Scan { return storage.Scan{Stores: list, Apart: true} })
			compare(t, name+" one table", open, func(list []file.Store) storage.Scan {
				return storage.Scan{Stores: list, Tables: []storage.Pick{{Store: len(list) - 1}}}
			})
		}
	}
}

// spy counts the parts of stores that can be cut.
type spy struct {
	file.Store
	parts *int
}

func (s spy) Split(t int, q file.Query, size int64) *file.Parts {
	sp, ok := s.Store.(file.Splitter)
	if !ok {
		return nil
	}
	parts := sp.Split(t, q, size)
	if parts == nil {
		return nil
	}
	return &file.Parts{Ended: parts.Ended, Next: func() *file.Part {
		p := parts.Next()
		if p != nil {
			*s.parts++
		}
		return p
	}}
}

func TestStoresAreCut(t *testing.T) {
	for name, least := range map[string]int{
		"rocksdb/small": 40, "rocksdb/history-v6": 40, "rocksdb/tables-v6-7": 100, "lmdb/v1-plain": 10, "lmdb/v1-dup": 10,
		"hfile/files": 1000, "hfile/maryk": 40, "rfile/all": 600, "rfile/social": 10,
	} {
		cut := 0
		for _, s := range stores(t, storetest.Folder(t, name)) {
			c, err := ahead.Reader{Threads: 4, Part: 1}.Scan(spy{s, &cut}, file.All, file.Query{})
			if err != nil {
				t.Fatal(err)
			}
			var e file.Entry
			for c.Next(&e) {
			}
			c.Close()
		}
		if cut < least {
			t.Errorf("%s is cut into %d parts, want at least %d", name, cut, least)
		}
	}
}

func TestAScanThatIsGivenUpLeavesNothing(t *testing.T) {
	folder := storetest.Folder(t, "rocksdb/history-v6")
	before := runtime.NumGoroutine()
	for n := range 60 {
		for _, s := range stores(t, folder) {
			c, err := ahead.Reader{Threads: 5, Part: 1}.Scan(s, file.All, file.Query{Stored: n%2 == 0})
			if err != nil {
				t.Fatal(err)
			}
			var e file.Entry
			for range n * 7 {
				c.Next(&e)
			}
			c.Close()
			if c.Next(&e) {
				t.Fatal("an entry after the end")
			}
		}
	}
	for wait := 0; runtime.NumGoroutine() > before; wait++ {
		if wait == 100 {
			t.Fatalf("%d goroutines, there were %d", runtime.NumGoroutine(), before)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func TestDamageIsShownOnceAndInItsPlace(t *testing.T) {
	places := 60 / *step // in a file
	for _, of := range []struct{ store, files, damaged string }{
		{"rocksdb/small", "", ".sst"}, {"lmdb/v1-dup", "", ".mdb"}, {"hfile/maryk", "hfiles/rlkeepall.Ware.d.", ""},
		{"hfile/folders", "root-flushed/data/ns1/shop/4720d306ced691671c753e1a9bb8ddd9/d/", ""}, {"rfile/social", "social_vertex.rf", ""},
	} {
		folder := storetest.Folder(t, of.store)
		maps.DeleteFunc(folder, func(name string, _ []byte) bool { return !strings.HasPrefix(name, of.files) })
		for name, whole := range folder {
			if !strings.HasSuffix(name, of.damaged) {
				continue
			}
			spoilt := maps.Clone(folder)
			for at := 0; at < len(whole); at += max(1, len(whole)/places) {
				spoilt[name] = bytes.Clone(whole)
				spoilt[name][at] ^= 0x41
				compare(t, fmt.Sprintf("%s of %s, byte %d", name, of.store, at), func() []file.Store { return stores(t, spoilt) },
					func(list []file.Store) storage.Scan { return storage.Scan{Stores: list} })
			}
		}
	}
}

// endless is a store whose parts never end.
type endless struct {
	file.Store
	read *atomic.Int64 // bytes read
	size int           // size of a value
}

type endlessCursor struct {
	endless
	value []byte
}

func (s endless) Split(_ int, _ file.Query, _ int64) *file.Parts {
	return &file.Parts{Next: func() *file.Part {
		return &file.Part{Open: func() (file.Cursor, error) { return &endlessCursor{s, make([]byte, s.size)}, nil }}
	}}
}

func (c *endlessCursor) Next(e *file.Entry) bool {
	e.Reset()
	e.Add(store.Value, c.value)
	c.read.Add(int64(c.size))
	return true
}

func (c *endlessCursor) Err() error   { return nil }
func (c *endlessCursor) Close() error { return nil }

func TestPartsWaitForTheirReader(t *testing.T) {
	for _, size := range []int{10, 1000, 3 << 20} {
		var read atomic.Int64
		c, err := ahead.Reader{Threads: 16}.Scan(endless{read: &read, size: size}, 0, file.Query{})
		if err != nil {
			t.Fatal(err)
		}
		var e file.Entry
		if !c.Next(&e) || len(e.Parts[0].Bytes) != size {
			t.Fatal("no entry")
		}
		last := int64(-1)
		for now := read.Load(); now != last; now = read.Load() {
			last = now
			time.Sleep(50 * time.Millisecond)
		}
		// Five parts, each with room for 20 batches, one that waits for room, and one that was let in because all room was
		// free.
		if most := int64(5 * (20*(128<<10) + 2*(64<<10+size))); last > most {
			t.Errorf("values of %d bytes: %d bytes were read ahead", size, last)
		}
		c.Close()
	}
}
