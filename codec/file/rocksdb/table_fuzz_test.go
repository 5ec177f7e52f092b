package rocksdb

import (
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/span"
)

// whole reads and explains a table, and checks what must hold for any bytes.
func whole(t *testing.T, b []byte) {
	tb := openTable(file.Memory(b), "t.sst", file.Options{BlockMax: 1 << 20})
	entries, damage := readAll(tb)
	blocks := map[int64]bool{}
	for i, e := range entries {
		if i > 0 && e.block < entries[i-1].block {
			t.Errorf("block %d comes after block %d", e.block, entries[i-1].block)
		}
		blocks[e.block] = true
	}
	if len(blocks)*trailerSize > len(b) {
		t.Errorf("%d blocks in %d bytes", len(blocks), len(b))
	}
	for _, d := range damage {
		if d.Code == "" || d.Text == "" || d.Lost < 0 || d.Lost > int64(len(b)) {
			t.Errorf("damage %+v", d)
		}
	}
	if len(b) < 2000 { // larger ones take too long
		if found := tb.salvaged(); found != tb {
			readAll(found)
		}
	}
	s := tableStructureOf(file.Memory(b), "t.sst", file.Options{BlockMax: 1 << 20})
	end := int64(0)
	var tree span.Tree
	for _, p := range s.Pieces() {
		if p.Offset != end {
			t.Errorf("a piece at %d, want %d", p.Offset, end)
		}
		end += p.Size
		_ = s.Explain(&p, &tree, nil) // an unreadable block is not a failure here
		if err := tree.Check(); err != nil {
			t.Errorf("%s at %d: %v", p.What, p.Offset, err)
		}
	}
	if end != int64(len(b)) {
		t.Errorf("the pieces end at %d, the file at %d", end, len(b))
	}
}

// FuzzTable reads arbitrary bytes as a table.
func FuzzTable(f *testing.F) {
	for version := range uint32(8) {
		f.Add(smallTable(version, sumCRC32C).finish())
	}
	f.Add(smallTable(5, sumNone).finish())
	f.Add(smallTwoLevels())
	f.Fuzz(whole)
}

// FuzzBlock puts arbitrary bytes into a table with correct checksums: as a data block, or as one
// of the other blocks.
func FuzzBlock(f *testing.F) {
	key := internalKey("key", 7, typePut)
	f.Add(byte(0), blockOf(pair{key, "value"}))
	f.Add(byte(0), restartsOf(append([]byte{0, 8, 1, 0}, key[3:]...), 1<<28|1))
	f.Add(byte(1), blockOf(pair{key, handle{0, 40}.written()}))
	f.Add(byte(2), blockOf(pair{metaProperties, handle{0, 40}.written()}))
	f.Add(byte(3), blockOf(pair{propIndexType, "\x02\x00\x00\x00"}, pair{propDelta, "\x01"}))
	f.Add(byte(4), blockOf(pair{internalKey("a", 7, typeRangeDelete), "b"}))
	f.Fuzz(func(t *testing.T, what byte, body []byte) {
		w := smallTable(6, sumCRC32C)
		h := w.block(body)
		switch what % 5 {
		case 0:
			w.data = append(w.data, h)
		case 1:
			whole(t, w.finishWith(h))
			return
		case 2:
			whole(t, w.footer(h, h))
			return
		case 3:
			index := w.block(blockOf(pair{"z", w.data[0].written()}))
			meta := w.block(blockOf(pair{metaIndex, index.written()}, pair{metaProperties, h.written()}))
			whole(t, w.footer(meta, index))
			return
		case 4:
			w.meta = append(w.meta, pair{metaRangeDeletes, h.written()})
		}
		whole(t, w.finish())
	})
}

// A scan of a sound table allocates only for its blocks, and nothing per entry.
func TestACursorAllocatesNothingForAnEntry(t *testing.T) {
	tb := openTable(file.Memory(largeTable(packedSnappy)), "t.sst", file.Options{})
	c := tb.cursor(nil, nil)
	var it item
	for range 5000 {
		c.next(&it)
	}
	if n := testing.AllocsPerRun(10000, func() {
		if !c.next(&it) {
			t.Fatal("no more entries")
		}
	}); n != 0 {
		t.Errorf("%v allocations an entry", n)
	}
}

// largeTable returns a table with 50,000 entries in blocks of 64.
func largeTable(packed byte) []byte {
	w := &tableWriter{version: 6, sum: sumXXH3, base: 9, packed: packed}
	var pairs []pair
	for i := range 50000 {
		key := []byte("edge/0000000000/created")
		for n, at := i, 14; n > 0; n, at = n/10, at-1 {
			key[at] = byte('0' + n%10)
		}
		pairs = append(pairs, pair{internalKey(string(key), uint64(i), typePut), "the value of the entry with the key " + string(key)})
		if len(pairs) == 64 {
			w.add(pairs...)
			pairs = pairs[:0]
		}
	}
	w.add(pairs...)
	return w.finish()
}

func BenchmarkTable(b *testing.B) {
	for _, c := range []struct {
		name   string
		packed byte
	}{{"none", packedNone}, {"snappy", packedSnappy}} {
		b.Run(c.name, func(b *testing.B) {
			bytes := largeTable(c.packed)
			b.SetBytes(int64(len(bytes)))
			b.ReportAllocs()
			for b.Loop() {
				c := openTable(file.Memory(bytes), "t.sst", file.Options{}).cursor(nil, nil)
				var it item
				n := 0
				for c.next(&it) {
					n++
				}
				if n != 50000 {
					b.Fatal(n)
				}
			}
		})
	}
}
