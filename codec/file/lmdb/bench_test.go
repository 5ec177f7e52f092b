package lmdb_test

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/lmdb"
	"github.com/rowlens/rowlens/internal/storetest"
)

// onDisk is a file that appears not to be in memory.
type onDisk struct{ *bytes.Reader }

func (onDisk) Close() error { return nil }

// disk is a folder of files that appear not to be in memory.
type disk struct{ file.Files }

func (d disk) Open(name string) (file.File, error) {
	b, ok := d.Files[name]
	if !ok {
		return nil, file.ErrNotThere
	}
	return onDisk{bytes.NewReader(b)}, nil
}

func benchmarkScan(b *testing.B, folder file.Folder) {
	s := storetest.Open(b, lmdb.Kind, folder)
	var e file.Entry
	b.ReportAllocs()
	rows := 0
	for b.Loop() {
		c, err := s.Scan(file.All, file.Query{})
		if err != nil {
			b.Fatal(err)
		}
		for c.Next(&e) {
			rows++
		}
		if c.Err() != nil {
			b.Fatal(c.Err())
		}
		c.Close()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(rows), "ns/row")
}

func BenchmarkScan(b *testing.B) {
	for _, name := range []string{"lmdb/v1-plain", "lmdb/v3-dup"} {
		files := storetest.Folder(b, name)
		b.Run(name, func(b *testing.B) { benchmarkScan(b, files) })
		b.Run(name+" by pages", func(b *testing.B) {
			defer lmdb.WithoutCopies()()
			benchmarkScan(b, disk{files})
		})
	}
}

// A scan allocates a fixed amount, and nothing per row.
func TestScanAllocatesNothingForARow(t *testing.T) {
	for _, name := range []string{"lmdb/v1-plain", "lmdb/v3-dup", "lmdb/v1-named"} {
		s := storetest.Open(t, lmdb.Kind, storetest.Folder(t, name))
		var e file.Entry
		for table := range s.Tables() {
			c, err := s.Scan(table, file.Query{})
			if err != nil {
				t.Fatal(err)
			}
			for range 40 { // after some rows, the memory that the scan keeps has been allocated
				c.Next(&e)
			}
			var before, after runtime.MemStats
			rows := 0
			runtime.ReadMemStats(&before)
			for c.Next(&e) {
				rows++
			}
			runtime.ReadMemStats(&after)
			if n := after.Mallocs - before.Mallocs; n > 20 {
				t.Errorf("%s, table %d: %d allocations for %d rows", name, table, n, rows)
			}
			c.Close()
		}
	}
}
