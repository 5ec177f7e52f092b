package lmdb_test

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/lmdb"
	"github.com/rowlens/rowlens/internal/storetest"
)

func property(t *file.Table, name string) string {
	for _, p := range t.Properties {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}

func TestTablesSayWhatTheLibrarySays(t *testing.T) {
	for _, name := range fixtures(t) {
		lines := storetest.Lines(t, name, "databases.jsonl")
		if lines == nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			tables := storetest.Open(t, lmdb.Kind, storetest.Folder(t, name)).Tables()
			if len(tables) != len(lines)-1 {
				t.Fatalf("%d tables, want %d", len(tables), len(lines)-1)
			}
			h, main := head(t, name), &tables[0]
			for member, want := range map[string]uint64{"page size": h.PageSize, "last page": h.LastPage, "transaction": h.Txn} {
				if got := property(main, member); got != strconv.FormatUint(want, 10) {
					t.Errorf("%s is %s, want %d", member, got, want)
				}
			}
			if want := int64(len(lines) - 2); main.Databases != want {
				t.Errorf("%d of the main table's entries are databases, want %d", main.Databases, want)
			}
			for i, line := range lines[1:] {
				var d databases
				if err := json.Unmarshal([]byte(line), &d); err != nil {
					t.Fatal(err)
				}
				i = slices.IndexFunc(tables, func(t file.Table) bool {
					return (d.DB == nil) == (t.Stored == nil) && (d.DB == nil || hex.EncodeToString(t.Stored) == *d.DB)
				})
				if i < 0 {
					t.Errorf("no table is %s", line)
					continue
				}
				table := &tables[i]
				for member, want := range map[string]uint64{
					"depth": d.Depth, "branch pages": d.Branch, "leaf pages": d.Leaf, "overflow pages": d.Overflow,
				} {
					if got := property(table, member); got != strconv.FormatUint(want, 10) {
						t.Errorf("%s: %s is %s, want %d", table.Name, member, got, want)
					}
				}
				if table.Entries != int64(d.Entries) || table.Bytes != int64((d.Branch+d.Leaf+d.Overflow)*h.PageSize) {
					t.Errorf("%s: %d entries in %d bytes, want %d", table.Name, table.Entries, table.Bytes, d.Entries)
				}
			}
		})
	}
}

// rowsOf scans one table and returns its keys, the number of pages read, and damage.
func rowsOf(t *testing.T, s file.Store, table int, q file.Query) (keys, values [][]byte) {
	t.Helper()
	c, err := s.Scan(table, q)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var e file.Entry
	for c.Next(&e) {
		if e.Damage != nil {
			t.Fatalf("damage: %+v", *e.Damage)
		}
		if e.Table != table {
			t.Fatalf("a row of table %d in the scan of %d", e.Table, table)
		}
		if e.Empty {
			continue
		}
		keys, values = append(keys, slices.Clone(e.Parts[0].Bytes)), append(values, slices.Clone(e.Parts[1].Bytes))
	}
	if c.Err() != nil {
		t.Fatal(c.Err())
	}
	return keys, values
}

func TestFirstAndLastAreKeysOfTheTable(t *testing.T) {
	for _, name := range []string{"lmdb/v1-dup", "lmdb/v3-dup", "lmdb/v1-32-bit-dup", "lmdb/v1-plain", "lmdb/v3-page-512"} {
		s := storetest.Open(t, lmdb.Kind, storetest.Folder(t, name))
		for i, table := range s.Tables() {
			if i == 0 && len(s.Tables()) > 1 {
				continue // names are keys of the main database, too
			}
			keys, _ := rowsOf(t, s, i, file.Query{})
			if len(keys) == 0 || !slices.Equal(keys[0], table.First) || !slices.Equal(keys[len(keys)-1], table.Last) {
				t.Errorf("%s, %s: %x to %x, and %d rows", name, table.Name, table.First, table.Last, len(keys))
			}
		}
	}
}

// A range of a table has the same rows as that part of the table, whatever the order of its keys.
func TestRangesAreWhatIsBetweenTheirEnds(t *testing.T) {
	for _, name := range []string{"lmdb/v1-dup", "lmdb/v3-dup", "lmdb/v1-32-bit-dup", "lmdb/v2-mini", "lmdb/v3-page-512", "lmdb/v1-named"} {
		s := storetest.Open(t, lmdb.Kind, storetest.Folder(t, name))
		for i := range s.Tables() {
			keys, values := rowsOf(t, s, i, file.Query{})
			var distinct [][]byte
			for _, k := range keys {
				if len(distinct) == 0 || !slices.Equal(distinct[len(distinct)-1], k) {
					distinct = append(distinct, k)
				}
			}
			for a := 0; a < len(distinct); a += 1 + len(distinct)/7 {
				for b := a; b < len(distinct); b += 1 + len(distinct)/5 {
					from := slices.IndexFunc(keys, func(k []byte) bool { return slices.Equal(k, distinct[a]) })
					to := slices.IndexFunc(keys, func(k []byte) bool { return slices.Equal(k, distinct[b]) })
					got, gotValues := rowsOf(t, s, i, file.Query{Start: distinct[a], Stop: distinct[b]})
					if !slices.EqualFunc(got, keys[from:to], slices.Equal) || !slices.EqualFunc(gotValues, values[from:to], slices.Equal) {
						t.Errorf("%s, table %d: %x to %x are %d rows, want %d", name, i, distinct[a], distinct[b], len(got), to-from)
					}
				}
			}
		}
	}
}

// A range over all tables equals the ranges of the individual tables.
func TestARangeOfEverythingIsThatOfEachTable(t *testing.T) {
	s := storetest.Open(t, lmdb.Kind, storetest.Folder(t, "lmdb/v1-named"))
	q := file.Query{Start: []byte("created"), Stop: []byte("vertex")}
	all, _ := storetest.Read(t, s, q)
	want := map[string]int{}
	for i := range s.Tables() {
		lines, _ := storetest.ReadTable(t, s, i, q)
		for _, line := range lines {
			want[line]++
		}
	}
	for _, line := range all {
		want[line]--
	}
	for line, n := range want {
		if n != 0 {
			t.Errorf("%d times in the tables, and not in the whole: %s", n, line)
		}
	}
	if len(all) < 20 {
		t.Errorf("%d rows", len(all))
	}
}
