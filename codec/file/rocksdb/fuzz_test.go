package rocksdb

import (
	"runtime"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/span"
)

// readFolder reads arbitrary files as a database: stored entries, visible rows, and the meaning
// of each byte. It must terminate, and reserve no more than a multiple of the files' size.
func readFolder(t *testing.T, files file.Files) {
	size := uint64(0)
	for _, b := range files {
		size += uint64(len(b))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	set, err := file.Look(files, []*file.Kind{Kind})
	if err != nil {
		t.Fatal(err)
	}
	opt := file.Options{BlockMax: 1 << 20}
	stores, err := set.Stores(opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range stores {
		for _, stored := range []bool{false, true} {
			c, err := s.Scan(file.All, file.Query{Stored: stored})
			if err != nil {
				t.Fatal(err)
			}
			var e file.Entry
			for c.Next(&e) {
				if e.Damage == nil && e.Table >= len(s.Tables()) {
					t.Fatalf("an entry of table %d of %d", e.Table, len(s.Tables()))
				}
			}
			if c.Err() != nil {
				t.Fatal(c.Err())
			}
		}
		s.Close()
	}
	runtime.ReadMemStats(&after)
	if reserved := after.TotalAlloc - before.TotalAlloc; reserved > 2000*size+(64<<20) {
		t.Errorf("%d bytes reserved for %d", reserved, size)
	}
	explainFolder(t, set, opt)
}

func explainFolder(t *testing.T, set *file.Set, opt file.Options) {
	var tree span.Tree
	for _, f := range set.Of(Kind) {
		s, err := structureOf(set, f.Name, opt)
		if err != nil {
			t.Fatal(err)
		}
		at := int64(0)
		for _, p := range s.Pieces() {
			if p.Offset != at {
				t.Fatalf("%s: a piece at %d, want %d", f.Name, p.Offset, at)
			}
			at += p.Size
			_ = s.Explain(&p, &tree, nil) // an unreadable block is not a failure here
			if err := tree.Check(); err != nil {
				t.Fatalf("%s at %d: %v", f.Name, p.Offset, err)
			}
		}
		if at != f.Size {
			t.Fatalf("%s: pieces up to %d of %d", f.Name, at, f.Size)
		}
		s.Close()
	}
}

// FuzzLog reads arbitrary bytes as a log, alone and in a database.
func FuzzLog(f *testing.F) {
	f.Add(new(logWriter).record(batchOf(1, 1, putOf("a", "1"))).buf)
	f.Add((&logWriter{recyclable: true, number: 4}).record(batchOf(1, 1, putOf("a", "1"))).buf)
	f.Add(new(logWriter).record(make([]byte, 40000)).buf)
	f.Add(new(logWriter).record(make([]byte, logBlock-pieceHeader-5)).buf)
	f.Add([]byte(manifestOfEdits(firstEdit)))
	f.Fuzz(func(t *testing.T, b []byte) {
		readFolder(t, file.Files{"000004.log": b})
		readFolder(t, databaseOf(b))
	})
}

// FuzzBatch replays arbitrary bytes as write batches with correct checksums; the log may be compressed.
func FuzzBatch(f *testing.F) {
	f.Add(batchOf(1, 2, putOf("a", "1"), sliced("\x0f", "a", "b")), []byte{}, false)
	f.Add(batchOf(1, 2, "\x09", putOf("a", "1"), sliced("\x0a", "t")), batchOf(3, 0, sliced("\x0b", "t")), false)
	f.Add(batchOf(1, 1, sliced("\x16", "e", "\x01\x02\x00\x01\x01c\x01xy")), batchOf(2, 1, sliced("\x11", "b", "\x01\x05\x40\x02\x00")), false)
	f.Add([]byte("\x28\xb5\x2f\xfd\x04\x00\x01\x00\x00"), batchOf(2, 1, sliced("\x02", "m", "x"), sliced("\x18", "t", "12345678")), true)
	f.Fuzz(func(t *testing.T, one, two []byte, packed bool) {
		var w logWriter
		if packed {
			w.piece(pieceCompression, []byte{logZstd, 0, 0, 0})
		}
		readFolder(t, databaseOf(w.record(one).record(two).buf))
	})
}

// FuzzManifest applies arbitrary bytes as version edits with correct checksums.
func FuzzManifest(f *testing.F) {
	table := tableOf(pair{internalKey("a", 1, typePut), "1"}, pair{internalKey("b", 2, typeMerge), "2"})
	low, high := internalKey("a", 1, typePut), internalKey("b", 2, typeMerge)
	f.Add([]byte("\xc8\x01\x01"+sliced("\xc9\x01", "one")), []byte(newFileOf(0, 9, uint64(len(table)), low, high, 1, 2)))
	f.Add([]byte("\xac\x02\x01"), []byte("\xac\x02\x00\x06\x00\x09"))
	f.Add([]byte(newFileOf(1, 9, 9, low, high, 0, 0)), []byte(newFileOf(2, 9, 9, high, low, 7, 7)))
	f.Add([]byte(sliced("\x01", bytewise+withTimestamp)), []byte(newFileOf(1, 9, 9, low, high, 5, 5)))
	f.Fuzz(func(t *testing.T, one, two []byte) {
		log := new(logWriter).record(batchOf(1, 1, putOf("a", "1"))).buf
		files := file.Files(databaseOf(log, string(one), string(two)))
		files["000009.sst"] = table
		readFolder(t, files)
	})
}

// FuzzBlobFile reads arbitrary bytes as a blob file, alone and through an index.
func FuzzBlobFile(f *testing.F) {
	f.Add([]byte("\x37\x8f\x24\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00"), uint64(40), uint64(5), byte(0))
	f.Fuzz(func(t *testing.T, b []byte, offset, size uint64, packed byte) {
		index := "\x01\x05" + varint(offset) + varint(size) + string(packed)
		files := file.Files(databaseOf(new(logWriter).record(batchOf(1, 1, sliced("\x11", "key", index))).buf))
		files["000005.blob"] = b
		readFolder(t, files)
		readFolder(t, file.Files{"000005.blob": b})
	})
}
