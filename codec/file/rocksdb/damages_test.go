package rocksdb_test

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// oneOfEach are small files of each kind, each with its folder.
var oneOfEach = []struct{ fixture, name string }{
	{"rocksdb/timed-puts", "CURRENT"},
	{"rocksdb/timed-puts", "MANIFEST-000005"},
	{"rocksdb/timed-puts", "000008.log"},
	{"rocksdb/timed-puts", "000009.sst"},
	{"rocksdb/wal-two-phase", "000004.log"},
	{"rocksdb/wal-zstd", "000004.log"},
	{"rocksdb/entities", "000012.blob"},
	{"rocksdb/wal-two-phase", "OPTIONS-000007"},
}

// options is the part, among what RocksDB writes beside a database, that is read.
const options = "[Version]\n  rocksdb_version=7.8.3\n[CFOptions \"default\"]\n  merge_operator={id=StringAppendOperator;delimiter=,;}\n"

// Each byte of a small file of each kind is changed in three ways: nothing is lost or made up unless
// damage is reported. OPTIONS has no checksums, but also stores no entries.
func TestEveryByteOfEachKindOfFileMayBeDamaged(t *testing.T) {
	for _, c := range oneOfEach {
		t.Run(c.fixture+" "+c.name, func(t *testing.T) {
			t.Parallel()
			files := storetest.Folder(t, c.fixture)
			if files[c.name] == nil {
				files[c.name] = []byte(options)
			}
			whole := files[c.name]
			want, usual := readAll(t, files, file.Query{})
			for i := range whole {
				bits := []byte{1 << (i % 8), 0x80, 0xFF}
				for _, flip := range bits[:1+2*min(1, 2000/len(whole))] {
					files[c.name] = bytes.Clone(whole)
					files[c.name][i] ^= flip
					got, damage := readAll(t, files, file.Query{})
					if slices.Equal(damage, usual) && !slices.Equal(got, want) && c.name[0] != 'O' {
						t.Errorf("byte %d: %d rows of %d, and nothing is said", i, len(got), len(want))
					}
				}
			}
		})
	}
}

// Random damages of a database: no panic, termination, and no more memory than the size of the
// files allows. `make soak` makes 100,000.
func TestRandomDamagesAreReadToAnEnd(t *testing.T) {
	const memoryMax = 2 * file.BlockMax
	random, cases := rand.New(rand.NewPCG(3, uint64(storetest.Soak()))), 100
	if storetest.Soak() > time.Minute {
		cases = 100_000
	}
	var folders []file.Files
	for _, name := range []string{"small", "wal-two-phase", "entities", "blobs", "wal-zstd", "timestamps", "separated", "dictionaries-v2-6"} {
		folders = append(folders, storetest.Folder(t, "rocksdb/"+name))
	}
	n := 0
	for ; n < cases; n++ {
		files := folders[n%len(folders)]
		names := slices.DeleteFunc(slices.Sorted(maps.Keys(files)), func(name string) bool { return len(files[name]) == 0 })
		name := names[random.IntN(len(names))]
		whole := files[name]
		files[name] = storetest.Spoil(random, whole)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		readAll(t, files, file.Query{Stored: n%3 == 0, Salvage: n%5 == 0})
		readAll(t, file.Files{name: files[name]}, file.Query{})
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > memoryMax {
			t.Fatalf("damage %d of %s: %d bytes were reserved", n, name, used)
		}
		files[name] = whole
	}
	t.Logf("%d damages", n)
}
