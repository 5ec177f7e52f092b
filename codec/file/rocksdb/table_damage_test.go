package rocksdb

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// damageWords returns damage as code@offset.
func damageWords(damage []file.Damage) []string {
	var words []string
	for _, d := range damage {
		words = append(words, fmt.Sprintf("%s@%d", d.Code, d.Offset))
	}
	return words
}

// keysOf returns the user keys of entries.
func keysOf(entries []keptItem) string {
	var keys []string
	for _, e := range entries {
		keys = append(keys, strings.TrimPrefix(e.key, "key"))
	}
	return strings.Join(keys, "")
}

// damageCase is a table with a fault, what is reported, and which keys are shown. "@end+n" is
// relative to the footer.
type damageCase struct {
	name  string
	write func() []byte
	want  []string
	keys  string
}

// smallBlock is the size of each block of smallTable, including its trailer.
var smallBlock = uint64(len(smallTable(6, sumXXH3).out)) / 3

var blockCases = []damageCase{
	{"sound", func() []byte { return smallTable(6, sumXXH3).finish() }, nil, "012345678"},
	{"sound, snappy", func() []byte {
		w := smallTable(6, sumXXH3)
		w.packed = packedSnappy
		w.add(pair{internalKey("key9", 1, typePut), strings.Repeat("zzzz", 100)})
		return w.finish()
	}, nil, "0123456789"},
	{"a key of less than 8 bytes", func() []byte {
		w := smallTable(6, sumXXH3)
		w.data[1] = w.block(blockOf(pair{internalKey("key3", 13, typePut), "3"}, pair{"seven77", "4"}))
		w.data = w.data[:2]
		return w.finish()
	}, []string{fmt.Sprint("key@", 3*smallBlock)}, "012"},
	{"an unknown bit", func() []byte {
		w := smallTable(6, sumXXH3)
		w.data = append(w.data, w.block(restartsOf(nil, 1<<30|1)))
		return w.finish()
	}, []string{fmt.Sprint("block@", 3*smallBlock)}, "012345678"},
	{"an entry that runs over the end", func() []byte {
		w := smallTable(6, sumXXH3)
		w.data = append(w.data, w.block(restartsOf([]byte{0, 9, 5, 'k', 'e', 'y', '9', 1, 0, 0, 0, 0}, 1)))
		return w.finish()
	}, []string{fmt.Sprint("block@", 3*smallBlock)}, "012345678"},
	{"more of the key before than there is", func() []byte {
		w := smallTable(6, sumXXH3)
		w.data = append(w.data, w.block(restartsOf(append([]byte{1, 9, 0}, internalKey("x", 1, 1)...), 1)))
		return w.finish()
	}, []string{fmt.Sprint("block@", 3*smallBlock)}, "012345678"},
	{"a block past the end of the file", func() []byte {
		w := smallTable(6, sumXXH3)
		w.data = append(w.data, handle{99999, 10})
		index := []pair{}
		for i, h := range w.data {
			index = append(index, pair{internalKey(fmt.Sprint("key", i), 0, 0), h.written()})
		}
		b := w.block(blockOf(index...))
		w.data = w.data[:3]
		return w.finishWith(b)
	}, []string{"block-range@99999"}, "012345678"},
	{"handles that overlap: every block is found by its checksum", func() []byte {
		w := smallTable(6, sumXXH3)
		w.data = []handle{w.data[0], w.data[1], w.data[1], w.data[2]}
		return w.finish()
	}, []string{fmt.Sprint("block@", 3*smallBlock), fmt.Sprint("index-lost@", 3*smallBlock)}, "012345678"},
}

var footerCases = []damageCase{
	{"a future footer", func() []byte {
		w := smallTable(6, sumXXH3)
		b := w.finish()
		b[len(b)-footerSize+33] = 1
		w.mendFooter(len(b) - footerSize)
		return b
	}, []string{"footer@end+33"}, ""},
	{"a footer with a wrong sum", func() []byte {
		b := smallTable(6, sumXXH3).finish()
		b[len(b)-footerSize+20]++
		return b
	}, []string{"footer-checksum@end+5"}, "012345678"},
	{"an unknown version", func() []byte {
		b := smallTable(6, sumXXH3).finish()
		b[len(b)-12] = 8
		return b
	}, []string{"format-version@end+41"}, ""},
	{"an unknown checksum", func() []byte {
		b := smallTable(5, sumXXH3).finish()
		b[len(b)-footerSize] = 5
		return b
	}, []string{"checksum-type@end+0"}, ""},
	{"no mark", func() []byte {
		b := smallTable(6, sumXXH3).finish()
		b[len(b)-footerSize+2] = 5
		return b
	}, []string{"footer@end+1"}, ""},
	{"cut", func() []byte { return smallTable(6, sumXXH3).finish()[:40] }, []string{"footer-truncated@0"}, ""},
}

func TestDamageIsReportedWhereItIs(t *testing.T) {
	for _, c := range slices.Concat(blockCases, footerCases) {
		t.Run(c.name, func(t *testing.T) {
			b := c.write()
			for i, w := range c.want {
				code, place, _ := strings.Cut(w, "@end+")
				if place != "" {
					var n int
					fmt.Sscan(place, &n)
					c.want[i] = fmt.Sprint(code, "@", len(b)-footerSize+n)
				}
			}
			entries, damage := readAll(openTable(file.Memory(b), "t.sst", file.Options{}))
			if got := damageWords(damage); !slices.Equal(got, c.want) {
				t.Errorf("damage %v, want %v", got, c.want)
			}
			if got := keysOf(entries); got != c.keys {
				t.Errorf("keys %s, want %s", got, c.keys)
			}
		})
	}
}

// Damage says between which keys entries are missing.
func TestDamageHasItsNeighbours(t *testing.T) {
	w := smallTable(6, sumXXH3)
	b := w.finish()
	b[w.data[1].offset+5]++
	_, damage := readAll(openTable(file.Memory(b), "t.sst", file.Options{}))
	if len(damage) != 1 || string(damage[0].After) != "key2" || string(damage[0].Before) != "key6" ||
		damage[0].Lost != int64(w.data[1].size+trailerSize) {
		t.Errorf("damage %+v", damage)
	}
}

// With a lost index, damaged blocks also leave gaps; zeros that align blocks do not.
func TestGapsWithoutAnIndex(t *testing.T) {
	for sum := sumCRC32C; sum <= sumXXH3; sum++ {
		w := &tableWriter{version: 6, sum: sum, base: 77}
		for i := range 4 {
			w.out = append(w.out, make([]byte, -len(w.out)&511)...)
			w.add(pair{internalKey(fmt.Sprint("key", i), 1, typePut), strings.Repeat("some value", 12)})
		}
		b := w.finish()
		tb := openTable(file.Memory(b), "t.sst", file.Options{})
		tb.lost = true
		if entries, damage := readAll(tb); keysOf(entries) != "0123" || len(damage) != 0 {
			t.Errorf("%s: keys %s, damage %v", sum, keysOf(entries), damage)
		}
		b[w.data[2].offset+30]++
		entries, damage := readAll(tb)
		if got := damageWords(damage); keysOf(entries) != "013" || len(got) != 1 || damage[0].Code != "block-checksum" {
			t.Errorf("%s: keys %s, damage %v", sum, keysOf(entries), got)
		}
	}
}

// Sizes stated by blocks are limited before memory is reserved.
func TestSizesAreLimited(t *testing.T) {
	for _, c := range []struct {
		name   string
		packed byte
		body   []byte
		limit  file.Options
		code   string
	}{
		{"a zlib block of 4 GB", packedZlib, append(binary.AppendUvarint(nil, 1<<32-1), 1, 2, 3), file.Options{}, "decompress"},
		{"a size without an end", packedZstd, []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, file.Options{}, "decompress"},
		{"nothing", packedLZ4, nil, file.Options{}, "decompress"},
		{"a block above the limit", packedNone, make([]byte, 2000), file.Options{BlockMax: 1000}, "block"},
		{"xpress", packedXpress, []byte{1}, file.Options{}, "compression-unknown"},
		{"a type of the user", 0x80, []byte{1}, file.Options{}, "compression-unknown"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := append(append([]byte{}, c.body...), c.packed)
			r := blocks{f: file.Memory(binary.LittleEndian.AppendUint32(b, sumXXH3.of(b))), sum: sumXXH3, version: 5, opt: c.limit.Limits()}
			_, d := r.load(handle{0, uint64(len(c.body))}, true, 0)
			if d == nil || d.Code != c.code || d.Offset != 0 {
				t.Errorf("%+v, want %s", d, c.code)
			}
		})
	}
}

// Older releases wrote the sequence number of an ingested file into its properties without
// updating the checksum; newer ones leave it to the MANIFEST.
func TestSequenceNumbersOfIngestedFiles(t *testing.T) {
	w := &tableWriter{version: 5, sum: sumCRC32C}
	w.add(pair{internalKey("key1", 0, typePut), "1"}, pair{internalKey("key2", 7, typePut), "2"})
	w.props = []pair{{"rocksdb.external_sst_file.version", "\x02\x00\x00\x00"}, {propGlobalSeqno, string(make([]byte, 8))}}
	w.meta = []pair{{metaRangeDeletes, w.block(blockOf(pair{internalKey("a", 0, typeRangeDelete), "b"})).written()}}
	b := w.finish()
	at := strings.Index(string(b), "global_seqno") + len("global_seqno")
	b[at] = 33
	tb := openTable(file.Memory(b), "t.sst", file.Options{})
	entries, damage := readAll(tb)
	if len(damage) > 0 || len(entries) != 2 || entries[0].seq != 33 || entries[1].seq != 7 || tb.rangeDeletes[0].seq != 33 {
		t.Errorf("%v %v %v", entries, damage, tb.rangeDeletes)
	}
	tb.setSequence(44)
	if entries, _ = readAll(tb); entries[0].seq != 44 || entries[1].seq != 7 || tb.rangeDeletes[0].seq != 44 {
		t.Errorf("%v %v", entries, tb.rangeDeletes)
	}
	b[at+3]++
	b[at-20]++
	if tb = openTable(file.Memory(b), "t.sst", file.Options{}); len(tb.damage) == 0 || tb.damage[0].Code != "block-checksum" {
		t.Errorf("%v", tb.damage)
	}
}

// A blob inside the table is a block to which an entry points.
func TestBlobsInsideATable(t *testing.T) {
	w := &tableWriter{version: 7, sum: sumXXH3, base: 5, packed: packedSnappy}
	h := w.block([]byte("a value that is kept apart"))
	w.add(pair{internalKey("key1", 1, typeBlobIndex), "x"})
	tb := openTable(file.Memory(w.finish()), "t.sst", file.Options{})
	if b, d := tb.blockAt(h.offset, h.size); d != nil || string(b) != "a value that is kept apart" {
		t.Errorf("%q %v", b, d)
	}
	if _, d := tb.blockAt(h.offset+1, h.size); d == nil || d.Code != "block-checksum" {
		t.Errorf("%v", d)
	}
	if entries, damage := readAll(tb); len(entries) != 1 || len(damage) > 0 {
		t.Errorf("%v %v", entries, damage)
	}
}

// LevelDB's tables have no properties: the form of their index is found by trial, and a cursor that
// begins at a key finds it without the index's keys.
func TestTablesOfLevelDB(t *testing.T) {
	w := smallTable(0, sumCRC32C)
	var index []pair
	for i, h := range w.data {
		index = append(index, pair{internalKey(fmt.Sprint("key", 3*i+2), 1, typePut), h.written()})
	}
	top := w.block(blockOf(index...))
	tb := openTable(file.Memory(w.footer(w.block(blockOf()), top)), "000005.ldb", file.Options{})
	entries, damage := readAll(tb)
	if keysOf(entries) != "012345678" || len(damage) > 0 || tb.props.found {
		t.Errorf("keys %s, damage %v", keysOf(entries), damage)
	}
	var it item
	if c := tb.cursor([]byte("key5"), nil); !c.next(&it) || string(it.key) != "key5" || it.seq != 15 {
		t.Errorf("%q %d", it.key, it.seq)
	}
}

// Where a table has no checksums, writers store zero, and RocksDB since 6.29 refuses a block with anything else.
func TestChecksumsOfATableWithoutThemAreZero(t *testing.T) {
	for _, version := range []uint32{5, 6} {
		w := smallTable(version, sumNone)
		sum := w.data[1].end() - 4
		b := w.finish()
		for _, hurt := range []byte{0, 1} {
			b[sum] ^= hurt
			s := storetest.Open(t, Kind, file.Files{"000009.sst": b})
			_, damage := storetest.Read(t, s, file.Query{})
			s.Close()
			want := fmt.Sprint("[block-checksum@", w.data[1].offset, "]")
			if hurt == 0 {
				want = "[]"
			}
			if got := fmt.Sprint(damageWords(damage)); got != want {
				t.Errorf("version %d: %s, want %s", version, got, want)
			}
		}
	}
}

// No row stands in a filter, so a damaged one is a remark, told once however the scan is cut.
func TestDamagedFiltersAreRemarks(t *testing.T) {
	told := map[string]int{}
	for _, fixture := range []string{"rocksdb/indexes-v6", "rocksdb/indexes-v2-4", "rocksdb/tables-v6-7"} {
		for name, b := range storetest.Folder(t, fixture) {
			if what, _ := parseName(name); what != namedTable && file.Base(name) == name {
				continue
			}
			set, err := file.Look(file.Files{name: b}, []*file.Kind{Kind})
			if err != nil || set.Files[0].Kind == nil || set.Files[0].What != sortTable {
				continue
			}
			s, err := Kind.Structure(set, name, file.Options{})
			if err != nil {
				t.Fatal(err)
			}
			pieces := s.Pieces()
			s.Close()
			for _, p := range pieces {
				if p.What != pieceFilter && p.What != pieceFilterIndex && p.What != pieceFilterPartition {
					continue
				}
				hurt := slices.Clone(b)
				hurt[p.Offset] ^= 1
				st := storetest.Open(t, Kind, file.Files{name: hurt})
				_, damage := storetest.Read(t, st, file.Query{})
				st.Close()
				if len(damage) != 1 || !damage[0].Remark || damage[0].Code != "block-checksum" || damage[0].Offset != p.Offset {
					t.Errorf("%s %s: %s at %d: %+v", fixture, name, p.What, p.Offset, damage)
				}
				told[p.What]++
			}
		}
	}
	if told[pieceFilter] == 0 || told[pieceFilterIndex] == 0 || told[pieceFilterPartition] == 0 {
		t.Errorf("only %v", told)
	}
}

// A table that is listed with a unique id has properties that give one, in order.
func TestPropertiesThatAreNotThereAreTold(t *testing.T) {
	files := storetest.Folder(t, "rocksdb/small")
	s := &tableWriter{version: 5, sum: sumCRC32C}
	s.add(pair{internalKey("a", 1, typePut), "1"})
	s.props = []pair{{"rocksdb.comparator", "leveldb.BytewiseComparator"}}
	files["000013.sst"] = s.finish()
	if got := told(t, files); got != "000013.sst file-other" {
		t.Error(got)
	}
	unsorted := &tableWriter{version: 5, sum: sumCRC32C}
	h := unsorted.add(pair{internalKey("a", 1, typePut), "1"})
	index := unsorted.block(blockOf(pair{internalKey("sep", 0, 0), h.written()}))
	props := unsorted.block(blockOf(pair{"rocksdb.num.entries", "\x01"}, pair{"rocksdb.data.size", varint(h.end())}))
	meta := unsorted.block(blockOf(pair{metaProperties, props.written()}))
	tb := openTable(file.Memory(unsorted.footer(meta, index)), "t.sst", file.Options{})
	if got := damageWords(tb.damage); len(got) != 1 || !strings.HasPrefix(got[0], "block@") {
		t.Error(got)
	}
}
