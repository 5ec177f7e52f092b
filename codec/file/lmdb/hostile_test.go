package lmdb_test

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/lmdb"
	"github.com/rowlens/rowlens/internal/storetest"
)

// readAll reads a damaged file in every way and returns how many rows, and how much damage, the
// newest state has.
func readAll(t testing.TB, data []byte, q file.Query) (rows, damage int) {
	t.Helper()
	set, err := file.Look(file.Files{"data.mdb": data}, []*file.Kind{lmdb.Kind})
	if err != nil {
		t.Fatal(err)
	}
	stores, err := set.Stores(file.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range stores {
		n, found := count(t, s, q)
		rows, damage = rows+n, damage+found
		s.Close()
	}
	return rows, damage
}

// count scans a store, ignoring the rows.
func count(t testing.TB, s file.Store, q file.Query) (rows, damage int) {
	c, err := s.Scan(file.All, q)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var e file.Entry
	for c.Next(&e) {
		if e.Damage != nil {
			damage++
		} else if e.Mark == "" || e.Mark == "reached" {
			rows++
		}
	}
	if c.Err() != nil {
		t.Fatal(c.Err())
	}
	return rows, damage + len(s.Damage()) + len(s.Check())
}

// LMDB has no checksums, so a changed value cannot be noticed. But if the number of rows
// changes, something must be reported.
func TestEveryFlippedByteIsReadOrReported(t *testing.T) {
	for _, c := range []struct {
		name string
		step int
	}{{"lmdb/v1-mini", 1}, {"lmdb/v3-mini", 5}, {"lmdb/v1-32-bit-mini", 11}, {"lmdb/v3-dup", 47}, {"lmdb/v1-named", 47}} {
		whole := storetest.Folder(t, c.name)["data.mdb"]
		want, _ := readAll(t, whole, file.Query{})
		before := len(storetest.Lines(t, c.name, "previous.jsonl"))
		data := slices.Clone(whole)
		silent := 0
		for i := 0; i < len(data); i += c.step {
			data[i] ^= 1 << (i % 8)
			rows, damage := readAll(t, data, file.Query{Salvage: i%16 == 0})
			if rows != want && damage == 0 && rows != before {
				t.Errorf("%s: byte %d: %d rows, not %d, and nothing is said", c.name, i, rows, want)
				silent++
			}
			if silent > 10 {
				t.FailNow()
			}
			data[i] = whole[i]
		}
	}
}

// Random damages of larger files: no panic, termination, and no more memory than the size of the
// file allows. `make soak` makes 100,000.
func TestRandomDamagesAreReadToAnEnd(t *testing.T) {
	const memoryMax = 64 << 20
	random, until, least := rand.New(rand.NewPCG(3, uint64(storetest.Soak()))), time.Now().Add(storetest.Soak()/10), 0
	if storetest.Soak() > time.Minute {
		least = 100_000
	}
	var whole [][]byte
	for _, name := range []string{"v1-mini", "v3-mini", "v1-32-bit-mini", "v3-dup", "v1-named"} {
		whole = append(whole, storetest.Folder(t, "lmdb/"+name)["data.mdb"])
	}
	n := 0
	for ; n < least || time.Now().Before(until); n++ {
		data := storetest.Spoil(random, whole[n%len(whole)])
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		readAll(t, data, file.Query{Salvage: n%3 == 0})
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > memoryMax {
			t.Fatalf("damage %d of %d bytes: %d bytes were reserved", n, len(data), used)
		}
	}
	t.Logf("%d damages", n)
}
