package lmdb_test

import (
	"encoding/binary"
	"math/rand"
	"runtime"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/lmdb"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/internal/formattest"
	"github.com/rowlens/rowlens/internal/storetest"
)

// everything reads a file in every possible way: all tables, each table, the previous state,
// salvage, and every page explained. It must terminate in bounded memory.
func everything(t *testing.T, data []byte) {
	t.Helper()
	formattest.InTime(t, func() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		rows := scans(t, data)
		runtime.ReadMemStats(&after)
		if got, most := after.TotalAlloc-before.TotalAlloc, uint64(100*len(data)+4<<20); got > most {
			t.Errorf("%d bytes are allocated for %d", got, len(data))
		}
		if rows > len(data) {
			t.Errorf("%d rows in %d bytes", rows, len(data))
		}
		explain(t, data)
	})
}

func scans(t *testing.T, data []byte) (rows int) {
	set, err := file.Look(file.Files{"data.mdb": data}, []*file.Kind{lmdb.Kind})
	if err != nil {
		t.Fatal(err)
	}
	stores, err := set.Stores(file.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range stores {
		rows, _ = count(t, s, file.Query{})
		count(t, s, file.Query{Salvage: true})
		count(t, s, file.Query{Start: []byte("b"), Stop: []byte("w")})
		for i, table := range s.Tables() {
			if c, err := s.Scan(i, file.Query{Start: table.First, Stop: table.Last}); err == nil && i < 4 {
				var e file.Entry
				for c.Next(&e) {
				}
				c.Close()
			}
		}
		for txn := range uint64(5) {
			if c, err := s.Scan(file.All, file.Query{At: txn, HasAt: true}); err == nil {
				var e file.Entry
				for c.Next(&e) {
				}
				c.Close()
			}
		}
		s.Close()
	}
	return rows
}

// explain explains every page: each byte must have its place in the tree.
func explain(t *testing.T, data []byte) {
	set, err := file.Look(file.Files{"data.mdb": data}, []*file.Kind{lmdb.Kind})
	if err != nil || set.Files[0].What != "data" {
		return
	}
	x, err := lmdb.Kind.Structure(set, "data.mdb", file.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	var tree span.Tree
	at := int64(0)
	for _, p := range x.Pieces() {
		if p.Offset != at {
			t.Fatalf("a piece at %d, want it at %d", p.Offset, at)
		}
		at += p.Size
		tree.Reset()
		_ = x.Explain(&p, &tree, func(*file.Entry, int) string { return "a row" })
		if err := tree.Check(); err != nil {
			t.Fatalf("page at %d: %v", p.Offset, err)
		}
	}
	if at != int64(len(data)) {
		t.Fatalf("the pieces have %d bytes of %d", at, len(data))
	}
}

// FuzzFile reads arbitrary bytes as a data file.
func FuzzFile(f *testing.F) {
	for _, name := range []string{"lmdb/v1-mini", "lmdb/v3-mini", "lmdb/v1-32-bit-mini", "lmdb/v1-empty", "lmdb/damaged-cut", "lmdb/v1-dup-empty"} {
		f.Add([]byte(storetest.Folder(f, name)["data.mdb"]))
	}
	f.Fuzz(everything)
}

// Several random damages at once, including numbers written over other numbers.
func TestRandomDamageIsRead(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, name := range []string{"lmdb/v1-mini", "lmdb/v3-mini", "lmdb/v1-32-bit-mini", "lmdb/v3-dup", "lmdb/v1-named", "lmdb/v3-page-512"} {
		whole := storetest.Folder(t, name)["data.mdb"]
		for range 120 {
			data := slices.Clone(whole)
			for range 1 + r.Intn(20) {
				at := r.Intn(len(data) - 8)
				switch r.Intn(5) {
				case 0:
					data[at] ^= 1 << r.Intn(8)
				case 1:
					binary.LittleEndian.PutUint16(data[at&^1:], uint16(r.Intn(1<<16)))
				case 2:
					binary.LittleEndian.PutUint64(data[at&^7:], uint64(r.Intn(40)))
				case 3:
					binary.LittleEndian.PutUint64(data[at&^7:], ^uint64(0)>>r.Intn(40))
				case 4:
					from := r.Intn(len(data) - 64)
					copy(data[at:], data[from:from+64])
				}
			}
			if r.Intn(8) == 0 {
				data = data[:r.Intn(len(data))]
			}
			everything(t, data)
		}
	}
}
