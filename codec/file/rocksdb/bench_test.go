package rocksdb

import (
	"encoding/binary"
	"strconv"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
)

// largeDatabase has 100,000 entries: half of them in a table, and a log that deletes, merges
// and overwrites some of those.
func largeDatabase(t testing.TB) file.Store {
	t.Helper()
	table := largeTable(packedSnappy)
	key := func(i int) string {
		s := strconv.Itoa(i)
		return "edge/0000000000/created"[:15-len(s)] + s + "/created"
	}
	var w logWriter
	for i := 0; i < 50000; i += 100 {
		var records []string
		for k := i; k < i+100; k++ {
			switch k % 4 {
			case 0:
				records = append(records, sliced("\x00", key(k)))
			case 1:
				records = append(records, sliced("\x02", key(k), "operand"))
			default:
				records = append(records, putOf(key(k)+"/more", "the value of an entry of the log"))
			}
		}
		w.record(batchOf(uint64(50000+i), 100, records...))
	}
	low, high := internalKey(key(0), 0, typePut), internalKey(key(49999), 49999, typePut)
	files := file.Files(databaseOf(w.buf, newFileOf(1, 9, uint64(len(table)), low, high, 0, 49999)))
	files["000009.sst"] = table
	set, err := file.Look(files, []*file.Kind{Kind})
	if err != nil {
		t.Fatal(err)
	}
	stores, err := set.Stores(file.Options{})
	if err != nil || len(stores) != 1 {
		t.Fatal(len(stores), err)
	}
	return stores[0]
}

// A scan of sound files allocates only for its buffers, and nothing per entry.
func TestAScanAllocatesNothingForAnEntry(t *testing.T) {
	s := largeDatabase(t)
	defer s.Close()
	for _, stored := range []bool{false, true} {
		c, err := s.Scan(file.All, file.Query{Stored: stored})
		if err != nil {
			t.Fatal(err)
		}
		var e file.Entry
		for range 5000 {
			c.Next(&e)
		}
		if n := testing.AllocsPerRun(20000, func() {
			if !c.Next(&e) || e.Damage != nil {
				t.Fatal("no more entries")
			}
		}); n != 0 {
			t.Errorf("stored %v: %v allocations an entry", stored, n)
		}
	}
}

func BenchmarkScan(b *testing.B) {
	s := largeDatabase(b)
	defer s.Close()
	for _, stored := range []bool{false, true} {
		b.Run("stored="+strconv.FormatBool(stored), func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				c, err := s.Scan(file.All, file.Query{Stored: stored})
				if err != nil {
					b.Fatal(err)
				}
				var e file.Entry
				for n = 0; c.Next(&e); n++ {
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/entry")
		})
	}
}

func BenchmarkOpenWithLog(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		largeDatabase(b).Close()
	}
}

// Hostile lengths reserve nothing: a batch that claims a key of 4 GiB is damage.
func TestLengthsAreComparedWithWhatIsThere(t *testing.T) {
	huge := "\x01" + string(binary.AppendUvarint(nil, 1<<32-1)) + "k"
	readFolder(t, databaseOf(new(logWriter).record(batchOf(1, 1, huge)).buf))
	entity := "\x02" + string(binary.AppendUvarint(nil, 1<<31)) + "e"
	readFolder(t, databaseOf(new(logWriter).record(batchOf(1, 1, sliced("\x16", "k", entity))).buf))
}
