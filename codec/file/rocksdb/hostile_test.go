package rocksdb_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/rocksdb"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/storetest"
)

// readAll reads every store of a folder, whatever its content. Each piece of damage becomes its
// code and place.
func readAll(t testing.TB, files file.Files, q file.Query) (lines, damage []string) {
	t.Helper()
	set, err := file.Look(files, []*file.Kind{rocksdb.Kind})
	if err != nil {
		t.Fatal(err)
	}
	stores, err := set.Stores(file.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var e file.Entry
	var w value.Writer
	for _, s := range stores {
		for _, d := range s.Damage() {
			damage = append(damage, d.File+" "+d.Code+" "+strconv.FormatInt(d.Offset, 10))
		}
		c, err := s.Scan(file.All, q)
		if err != nil {
			t.Fatal(err)
		}
		tables := s.Tables()
		for c.Next(&e) {
			if e.Damage != nil {
				damage = append(damage, e.Damage.File+" "+e.Damage.Code+" "+strconv.FormatInt(e.Damage.Offset, 10))
				continue
			}
			w.Reset()
			w.Object()
			rocksdb.Kind.WriteEntry(&w, &tables[e.Table], &e, q.Stored)
			w.EndObject()
			lines = append(lines, string(w.Buf))
		}
		if c.Err() != nil {
			t.Fatal(c.Err())
		}
		c.Close()
		s.Close()
	}
	return lines, damage
}

// Whichever bit of a database is flipped, either all rows are still read or damage is reported.
func TestNoFlippedByteLosesRowsInSilence(t *testing.T) {
	for _, name := range []string{"rocksdb/small", "rocksdb/wal-two-phase", "rocksdb/entities", "rocksdb/wal-recycled"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := storetest.Folder(t, name)
			want, usual := readAll(t, files, file.Query{})
			for of, b := range files {
				if name == "rocksdb/wal-recycled" && of != "000018.log" {
					continue // tables are flipped in other tests
				}
				for i := 0; i < len(b); i += 1 + len(b)/700 {
					files[of] = bytes.Clone(b)
					files[of][i] ^= 1 << (i % 8)
					got, damage := readAll(t, files, file.Query{})
					if slices.Equal(damage, usual) && !slices.Equal(got, want) {
						t.Errorf("%s: byte %d: %d rows of %d, and nothing is said", of, i, len(got), len(want))
					}
				}
				files[of] = b
			}
		})
	}
}

// Truncated files, and larger ones with random damage, are read to the end.
func TestDamagedFoldersAreReadToAnEnd(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range storetest.Names(t, "rocksdb") {
		files := storetest.Folder(t, name)
		for of, b := range files {
			if len(b) == 0 {
				continue
			}
			for range 2 {
				broken := bytes.Clone(b)
				for range 1 + random.IntN(8) {
					broken[random.IntN(len(broken))] = byte(random.Uint32())
				}
				files[of] = broken[:len(broken)-random.IntN(2)*random.IntN(len(broken))]
				readAll(t, files, file.Query{Stored: random.IntN(2) == 0})
				readAll(t, file.Files{of: files[of]}, file.Query{})
			}
			files[of] = b
		}
	}
}
