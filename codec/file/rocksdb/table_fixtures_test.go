package rocksdb

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// fixtureTables calls f for every table of the fixtures.
func fixtureTables(t *testing.T, f func(t *testing.T, fixture, name string, b []byte)) {
	for _, kind := range []string{"rocksdb", "maryk-rocksdb"} {
		for _, fixture := range storetest.Names(t, kind) {
			for name, b := range storetest.Folder(t, fixture) {
				if strings.HasSuffix(name, ".sst") {
					t.Run(fixture+"/"+name, func(t *testing.T) { f(t, fixture, name, b) })
				}
			}
		}
	}
}

// keptItem is an item with its own memory.
type keptItem struct {
	key, value string
	seq        uint64
	kind       uint8
	block      int64
	at         int
}

// readAll reads a table and returns its entries and damage, beginning with the damage found on opening.
func readAll(tb *table) (entries []keptItem, damage []file.Damage) {
	damage = slices.Clone(tb.damage)
	c := tb.cursor(nil, nil)
	var it item
	for c.next(&it) {
		if it.damage != nil {
			damage = append(damage, *it.damage)
			continue
		}
		entries = append(entries, keptItem{string(it.key), string(it.value), it.seq, it.kind, it.block, it.at})
	}
	return entries, damage
}

// damagedFixture reports whether a fixture has tables that cannot be read completely.
func damagedFixture(fixture string) bool {
	return strings.Contains(fixture, "damaged") || strings.Contains(fixture, "other-tables")
}

func TestTablesAreReadWhole(t *testing.T) {
	kinds := map[string]int{}
	fixtureTables(t, func(t *testing.T, fixture, name string, b []byte) {
		if damagedFixture(fixture) {
			return
		}
		tb := openTable(file.Memory(b), name, file.Options{})
		entries, damage := readAll(tb)
		for _, d := range damage {
			t.Errorf("damage: %s at %d, expected %s, found %s", d.Code, d.Offset, d.Expected, d.Found)
		}
		if got := uint64(len(entries) + len(tb.rangeDeletes)); got != tb.props.entries || !tb.props.found {
			t.Errorf("%d entries, its properties say %d", got, tb.props.entries)
		}
		if got := uint64(len(tb.rangeDeletes)); got != tb.props.rangeDeletions {
			t.Errorf("%d range deletes, its properties say %d", got, tb.props.rangeDeletions)
		}
		for _, e := range entries {
			if tb.props.hasKeyLargestSeqno && tb.override == 0 && e.seq > tb.props.keyLargestSeqno {
				t.Errorf("sequence number %d, the largest is %d", e.seq, tb.props.keyLargestSeqno)
			}
		}
		kinds[tb.sum.String()]++
		kinds["version "+string(rune('0'+tb.version))]++
		kinds["index "+string(rune('0'+tb.props.indexType))]++
	})
	for _, kind := range []string{"none", "crc32c", "xxhash", "xxhash64", "xxh3", "version 0", "version 1", "version 2", "version 3",
		"version 4", "version 5", "version 6", "version 7", "index 0", "index 1", "index 2", "index 3"} {
		if kinds[kind] == 0 {
			t.Errorf("no fixture has %s", kind)
		}
	}
}

// sst_dump prints each point entry of a table.
func TestTablesAreReadAsSSTDumpReadsThem(t *testing.T) {
	compared := 0
	kinds := map[string]uint8{"put": typePut, "delete": typeDelete, "merge": typeMerge, "singledelete": typeSingleDelete}
	fixtureTables(t, func(t *testing.T, fixture, name string, b []byte) {
		lines := storetest.Lines(t, fixture, name+".entries.jsonl")
		if len(lines) == 0 {
			return
		}
		compared++
		entries, _ := readAll(openTable(file.Memory(b), name, file.Options{}))
		if len(entries) != len(lines) {
			t.Fatalf("%d entries, want %d", len(entries), len(lines))
		}
		for i, line := range lines {
			var want struct {
				Key, Type, Value string
				Seq              uint64
			}
			if err := json.Unmarshal([]byte(line), &want); err != nil {
				t.Fatal(err)
			}
			e := entries[i]
			kind, known := kinds[want.Type]
			if hex.EncodeToString([]byte(e.key)) != want.Key || hex.EncodeToString([]byte(e.value)) != want.Value || e.seq != want.Seq ||
				e.kind != kind || !known {
				t.Fatalf("entry %d: %x %d %d %x, want %s", i, e.key, e.seq, e.kind, e.value, line)
			}
		}
	})
	if compared != 15 {
		t.Errorf("%d tables have entries by sst_dump, want 15", compared)
	}
}

func TestDamagedTablesSayWhatIsDamaged(t *testing.T) {
	compared := 0
	fixtureTables(t, func(t *testing.T, fixture, name string, b []byte) {
		if !damagedFixture(fixture) {
			return
		}
		type issue struct {
			File, Code string
			Offset     int64
		}
		var want []issue
		for _, line := range storetest.Lines(t, fixture, "issues.jsonl") {
			var i issue
			if err := json.Unmarshal([]byte(line), &i); err != nil {
				t.Fatal(err)
			}
			if i.File == name && i.Code != "file-missing" {
				want = append(want, i)
				compared++
			}
		}
		_, damage := readAll(openTable(file.Memory(b), name, file.Options{}))
		var got []issue
		for _, d := range damage {
			got = append(got, issue{d.File, d.Code, d.Offset})
			if d.Text == "" || d.Expected == "" || d.Found == "" {
				t.Errorf("%s has no words: %+v", d.Code, d)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("got  %v\nwant %v", got, want)
		}
	})
	if compared != 20 {
		t.Errorf("%d issues of tables, want 20", compared)
	}
}

// Without an index, the same data blocks are found by their checksums.
func TestTablesAreReadWithoutTheirIndex(t *testing.T) {
	fixtureTables(t, func(t *testing.T, fixture, name string, b []byte) {
		tb := openTable(file.Memory(b), name, file.Options{})
		if damagedFixture(fixture) || tb.sum == sumNone {
			return
		}
		want, _ := readAll(tb)
		tb.lost = true
		got, damage := readAll(tb)
		if !slices.Equal(got, want) || len(damage) > 0 {
			t.Errorf("%d entries, want %d; damage %v", len(got), len(want), damage)
		}
	})
}

// Without properties, the form of an index is found by trial.
func TestIndexesAreReadWithoutProperties(t *testing.T) {
	fixtureTables(t, func(t *testing.T, fixture, name string, b []byte) {
		tb := openTable(file.Memory(b), name, file.Options{})
		if !tb.ok || tb.lost {
			return
		}
		want, levels := slices.Clone(tb.index.handles), tb.levels
		if d := tb.tryIndex(tb.blocks()); d != nil || levels != tb.levels || !slices.Equal(tb.index.handles, want) {
			t.Errorf("%d handles in %d levels, want %d in %d; %v", len(tb.index.handles), tb.levels, len(want), levels, d)
		}
	})
}

// A cursor that begins at a key shows the same as a scan from there on.
func TestCursorsBeginAtAKey(t *testing.T) {
	fixtureTables(t, func(t *testing.T, fixture, name string, b []byte) {
		tb := openTable(file.Memory(b), name, file.Options{})
		if damagedFixture(fixture) || strings.Contains(tb.props.comparator, "maryk.") {
			return // Maryk's order depends on the size of keys
		}
		o := orderOf(tb.props.comparator, nil)
		all, _ := readAll(tb)
		for i := 0; i < len(all); i += 1 + len(all)/23 {
			for _, from := range []string{all[i].key, all[i].key + "\x00", all[i].key[:len(all[i].key)/2]} {
				if strings.Contains(tb.props.comparator, ".u64ts") && from != all[i].key {
					continue // not a key with a timestamp
				}
				want := slices.IndexFunc(all, func(e keptItem) bool { return o.compare([]byte(e.key), []byte(from)) >= 0 })
				var it item
				c := tb.cursor([]byte(from), o.compare)
				switch more := c.next(&it); {
				case want < 0 && more:
					t.Errorf("from %x: %x, want none", from, it.key)
				case want >= 0 && (!more || it.damage != nil || !bytes.Equal(it.key, []byte(all[want].key)) || it.seq != all[want].seq):
					t.Errorf("from %x: %x %d, want %x %d", from, it.key, it.seq, all[want].key, all[want].seq)
				}
			}
		}
	})
}
