package rocksdb

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// bare removes what the finder cannot know: the sequence number of an ingested file, and
// that timestamps are not stored.
func bare(entries []keptItem, tb *table) []keptItem {
	all := slices.Clone(entries)
	for i := range all {
		all[i].key = all[i].key[:len(all[i].key)-tb.pad]
		if all[i].seq == tb.override {
			all[i].seq = 0
		}
	}
	return all
}

// Without its footer, every table shows the same entries and nothing else: neither its index nor
// its properties.
func TestTablesWithoutFooterAreSalvaged(t *testing.T) {
	salvaged := 0
	fixtureTables(t, func(t *testing.T, fixture, name string, b []byte) {
		whole := openTable(file.Memory(b), name, file.Options{})
		if damagedFixture(fixture) || whole.sum == sumNone || whole.dict != nil {
			return
		}
		all, _ := readAll(whole)
		tb := openTable(file.Memory(b[:len(b)-60]), name, file.Options{})
		if tb.ok || len(tb.damage) != 1 {
			t.Fatalf("opened: %v", tb.damage)
		}
		found := tb.salvaged()
		if !found.ok {
			if single := len(whole.index.handles) <= 1; !single || whole.foot.base == 0 && len(all) > 0 {
				t.Errorf("nothing is found of %d blocks", len(whole.index.handles))
			}
			return
		}
		salvaged++
		got, damage := readAll(found)
		if !slices.Equal(bare(got, found), bare(all, whole)) || len(damage) != 1 {
			t.Errorf("%d entries, want %d; damage %v", len(got), len(all), damageWords(damage))
		}
	})
	if salvaged < 200 {
		t.Errorf("%d tables are salvaged, want at least 200", salvaged)
	}
}

// In a truncated table, the blocks before the cut are found, and the rest is reported.
func TestCutTablesAreSalvaged(t *testing.T) {
	for name, b := range storetest.Folder(t, "rocksdb/damaged-cut-table") {
		if !strings.HasSuffix(name, ".sst") {
			continue
		}
		all, _ := readAll(openTable(file.Memory(storetest.Folder(t, "rocksdb/small")[name]), name, file.Options{}))
		got, damage := readAll(openTable(file.Memory(b), name, file.Options{}).salvaged())
		if len(got) < len(all)/3 || !slices.Equal(got, all[:len(got)]) {
			t.Errorf("%s: %d entries of %d", name, len(got), len(all))
		}
		last := damage[len(damage)-1]
		if end := last.Offset + last.Lost; len(damage) != 2 || last.Code != "block-checksum" || end != int64(len(b)) ||
			string(last.After) != got[len(got)-1].key {
			t.Errorf("%s: %+v", name, damage)
		}
	}
}

func TestWhatIsNoTableIsNotSalvaged(t *testing.T) {
	for name, b := range storetest.Folder(t, "rocksdb/other-tables") {
		if tb := openTable(file.Memory(b), name, file.Options{}); strings.HasSuffix(name, ".sst") && !tb.ok && tb.salvaged().ok {
			t.Errorf("%s is salvaged", name)
		}
	}
	for _, b := range [][]byte{nil, make([]byte, 100), []byte(strings.Repeat("no table, but text ", 1000)), make([]byte, 100000)} {
		if openTable(file.Memory(b), "t.sst", file.Options{}).salvaged().ok {
			t.Errorf("%d bytes are salvaged", len(b))
		}
	}
}

// A database shows the rows of a truncated table if salvage is requested.
func TestDatabasesAreSalvaged(t *testing.T) {
	rows := map[bool]int{}
	for _, salvage := range []bool{false, true} {
		s := storetest.Open(t, Kind, storetest.Folder(t, "rocksdb/damaged-cut-table"))
		lines, _ := storetest.Read(t, s, file.Query{Salvage: salvage})
		for _, line := range lines {
			if !strings.Contains(line, `"empty"`) {
				rows[salvage]++
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if rows[false] != 0 || rows[true] < 80 {
		t.Errorf("%d rows, %d with salvage", rows[false], rows[true])
	}
}
