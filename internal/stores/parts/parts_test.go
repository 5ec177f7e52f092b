package parts_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/stores"
	"github.com/rowlens/rowlens/internal/stores/parts"
	"github.com/rowlens/rowlens/internal/storetest"
)

var kinds = []string{"rocksdb", "maryk-rocksdb", "lmdb", "hfile", "rfile"}

// given opens the files of a fixture the way a caller offers them.
func given(t testing.TB, files file.Files) *parts.Stores {
	t.Helper()
	return givenOf(t, files, func(content []byte) file.File { return file.Memory(content) })
}

func givenOf(t testing.TB, files file.Files, of func(content []byte) file.File) *parts.Stores {
	t.Helper()
	list := make([]stores.Offered, 0, len(files))
	for name, content := range files {
		list = append(list, stores.Offered{Name: name, File: of(content)})
	}
	slices.SortFunc(list, func(a, b stores.Offered) int { return strings.Compare(a.Name, b.Name) })
	g, err := stores.Open(stores.Offer(list), file.Options{Compare: storage.Comparer{}.Compare})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return &parts.Stores{Set: g.Set, List: g.Stores}
}

// shown returns everything that a scan shows, except what is only known after a whole scan, one line each.
func shown(s *storage.Scan) (lines []string) {
	var e file.Entry
	s.Partial = true
	write := storage.Lines{Stored: s.Query.Stored}
	for s.Next(&e) {
		if e.Damage != nil {
			d := *e.Damage
			d.After, d.Before = nil, nil // they depend on which entries are read
			e.Damage = &d
		}
		if !e.Empty {
			lines = append(lines, string(write.Append(nil, s, &e)))
		}
	}
	if err := s.Err(); err != nil {
		lines = append(lines, err.Error())
	}
	s.Close()
	return lines
}

// partsOf returns what the parts of a scan show, each read in freshly opened stores, the last part first. It returns nil if one of
// them refuses to be read.
func partsOf(t testing.TB, files file.Files, picks []storage.Pick, q file.Query, keys parts.Keys, size int64) (lines []string, cut int) {
	t.Helper()
	list := given(t, files).Parts(picks, q, keys, size)
	others := []*parts.Stores{given(t, files), given(t, files)}
	found := make([][]string, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		s, err := others[i%2].Scan(list[i], q)
		if err != nil {
			t.Fatal(err)
		}
		found[i] = shown(&s)
		if n := len(found[i]); n > 0 && strings.HasSuffix(found[i][n-1], "cannot be read in parts") {
			return nil, len(list)
		}
	}
	return slices.Concat(found...), len(list)
}

// wanted returns the tables to read in a fixture: all, and one.
func wanted(g *parts.Stores) [][]storage.Pick {
	list := [][]storage.Pick{nil}
	if last := len(g.List) - 1; last >= 0 && len(g.List[last].Tables()) > 0 {
		list = append(list, []storage.Pick{{Store: last, Table: len(g.List[last].Tables()) - 1}})
	}
	return list
}

func TestPartsAreTheScan(t *testing.T) {
	for _, kind := range kinds {
		for _, name := range storetest.Names(t, kind) {
			files := storetest.Folder(t, name)
			g := given(t, files)
			for what, q := range map[string]file.Query{
				"visible": {}, "stored": {Stored: true}, "salvage": {Salvage: true}, "from": {Start: []byte("m")}, "to": {Stop: []byte("m")},
			} {
				sizes := []int64{1}
				if what == "visible" {
					sizes = []int64{0, 1, 3_000, 20_000}
				}
				for _, picks := range wanted(g) {
					same(t, name+", "+what, files, picks, q, sizes...)
				}
			}
		}
	}
}

// same compares a scan with its parts, for several sizes, and returns the largest number of parts.
func same(t *testing.T, what string, files file.Files, picks []storage.Pick, q file.Query, sizes ...int64) (most int) {
	t.Helper()
	s := storage.Scan{Stores: given(t, files).List, Tables: picks, Query: q}
	want := shown(&s)
	for _, size := range sizes {
		got, n := partsOf(t, files, picks, q, parts.Keys{}, size)
		if !slices.Equal(got, want) {
			t.Errorf("%s, %v, %d parts of %d bytes: %s", what, picks, n, size, difference(got, want))
		}
		most = max(most, n)
	}
	return most
}

func TestSharesAreTheScan(t *testing.T) {
	for _, name := range storetest.Names(t, "rfile") {
		g := given(t, storetest.Folder(t, name))
		for _, picks := range wanted(g) {
			s := storage.Scan{Stores: g.List, Tables: picks}
			want := shown(&s)
			var got []string
			for i := range 3 {
				s := storage.Scan{Stores: g.List, Tables: picks}
				if _, err := g.Limit(&s, value.OfList(value.OfInt(int64(i)), value.OfInt(3))); err != nil {
					t.Fatal(err)
				}
				got = append(got, shown(&s)...)
			}
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s, %v: %s", name, picks, difference(got, want))
			}
		}
	}
}

func TestDamageIsInOnePart(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"rocksdb/small", "rocksdb/history-v6", "lmdb/v1-dup", "lmdb/v1-named", "hfile/maryk", "rfile/social"} {
		files := storetest.Folder(t, name)
		maps.DeleteFunc(files, func(_ string, content []byte) bool { return len(content) == 0 })
		names := slices.Sorted(maps.Keys(files))
		for range 40 {
			spoilt := maps.Clone(files)
			at := names[random.IntN(len(names))]
			spoilt[at] = storetest.Spoil(random, files[at])
			same(t, name+" with damage in "+at, spoilt, nil, file.Query{Stored: random.IntN(2) == 0}, 1)
		}
	}
}

func difference(got, want []string) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return "line " + got[i] + "want " + want[i]
		}
	}
	return "more or fewer"
}

// counting counts the bytes read.
type counting struct {
	file.Memory
	bytes *atomic.Int64
}

func (c counting) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.Memory.ReadAt(p, at)
	c.bytes.Add(int64(n))
	return n, err
}

// found returns the entries of a table between two keys, as parts show them, and how many bytes were read.
func found(t *testing.T, files file.Files, pick storage.Pick, keys parts.Keys, narrow bool) (lines []string, read int64) {
	t.Helper()
	var bytesRead atomic.Int64
	g := givenOf(t, files, func(content []byte) file.File { return counting{file.Memory(content), &bytesRead} })
	asked := keys
	if !narrow {
		asked = parts.Keys{}
	}
	list := g.Parts([]storage.Pick{pick}, file.Query{}, asked, 1)
	bytesRead.Store(0)
	for _, p := range list {
		s, err := g.Scan(p, file.Query{})
		if err != nil {
			t.Fatal(err)
		}
		var e file.Entry
		for s.Next(&e) {
			_, k, _ := e.First(keys.Part)
			if bytes.Compare(k, keys.From) >= 0 && bytes.Compare(k, keys.Before) < 0 {
				lines = append(lines, fmt.Sprint(e.Parts, e.Source, e.Time))
			}
		}
		if s.Err() != nil {
			t.Fatal(s.Err())
		}
	}
	return lines, bytesRead.Load()
}

// part returns the part that holds a store's keys.
func part(s file.Store) string {
	if id := s.Kind().ID; id == "rocksdb" || id == "lmdb" {
		return store.Key
	}
	return store.Row
}

// middle returns the first key or row of the entry in the middle of a table; nil if the table is empty.
func middle(s file.Store, table int) []byte {
	c, err := s.Scan(table, file.Query{})
	if err != nil {
		return nil
	}
	var keys [][]byte
	var e file.Entry
	for c.Next(&e) {
		if _, k, ok := e.First(store.Key, store.Row); ok {
			keys = append(keys, bytes.Clone(k))
		}
	}
	if len(keys) == 0 {
		return nil
	}
	return keys[len(keys)/2]
}

func TestKeysAreSought(t *testing.T) {
	for _, of := range []struct {
		store, part string
		fewer       bool // fewer bytes; the pages of a small LMDB file are in memory
	}{
		{"rocksdb/small", "key", true}, {"rocksdb/small", "row", false}, {"maryk-rocksdb/keepall", "key", false}, {"lmdb/v1-plain", "key", false},
		{"lmdb/v1-dup", "key", false}, {"hfile/folders", "row", true}, {"hfile/maryk", "row", true}, {"rfile/all", "row", true},
	} {
		files := storetest.Folder(t, of.store)
		g, most := given(t, files), int64(0)
		for i, s := range g.List {
			for j, table := range s.Tables() {
				key := middle(s, j)
				if key == nil {
					continue
				}
				keys := parts.Keys{Part: of.part, From: key, Before: append(bytes.Clone(key), 0)}
				want, all := found(t, files, storage.Pick{Store: i, Table: j}, keys, false)
				got, some := found(t, files, storage.Pick{Store: i, Table: j}, keys, true)
				if !slices.Equal(got, want) || len(want) == 0 && part(s) == of.part {
					t.Errorf("%s, %s: %d entries, want %d: %s", of.store, table.Name, len(got), len(want), difference(got, want))
				}
				most = max(most, all-some)
			}
		}
		if of.fewer != (most > 10_000) {
			t.Errorf("%s by %s: at most %d bytes fewer were read", of.store, of.part, most)
		}
	}
}

func TestPartsOfOtherFilesAreRefused(t *testing.T) {
	files := storetest.Folder(t, "rocksdb/small")
	list := given(t, files).Parts(nil, file.Query{}, parts.Keys{}, 1)
	for name, content := range files {
		if strings.HasSuffix(name, ".sst") {
			files[name] = content[:len(content)-1]
			break
		}
	}
	if _, err := given(t, files).Scan(list[0], file.Query{}); err == nil || !strings.Contains(err.Error(), "they have changed") {
		t.Errorf("other files: %v", err)
	}
	g := given(t, storetest.Folder(t, "rocksdb/small"))
	for _, change := range []func(*parts.Part){
		func(p *parts.Part) { p.Store = 1 }, func(p *parts.Part) { p.Store = -1 }, func(p *parts.Part) { p.Table = -2 },
		func(p *parts.Part) { p.Table = 99 }, func(p *parts.Part) { p.Number = -1 }, func(p *parts.Part) { p.Number = p.Of },
		func(p *parts.Part) { p.Of++ }, func(p *parts.Part) { p.Size = 0 }, func(p *parts.Part) { p.Stop = []byte{} },
	} {
		p := list[1]
		change(&p)
		if _, err := g.Scan(p, file.Query{}); err == nil {
			t.Errorf("%+v is read", p)
		}
	}
}
