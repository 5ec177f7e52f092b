package rocksdb_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/rocksdb"
	"github.com/rowlens/rowlens/internal/storetest"
)

// line is a line of JSON in the form used by the fixtures and WriteEntry.
type line struct {
	CF       *string `json:"cf"`
	ID       int64   `json:"id"`
	Key      string  `json:"key"`
	Value    *string `json:"value"`
	Sequence uint64  `json:"sequence"`
	Seq      uint64  `json:"seq"` // of sst_dump's lines
	Type     string  `json:"type"`
	Empty    bool    `json:"empty"`
}

func parse(t *testing.T, lines []string) []line {
	t.Helper()
	all := make([]line, len(lines))
	for i, s := range lines {
		if err := json.Unmarshal([]byte(s), &all[i]); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	return all
}

// A table read alone shows every entry that sst_dump shows, and also the range deletes.
func TestTablesAloneShowWhatIsStored(t *testing.T) {
	compared, ranges := 0, 0
	for _, name := range storetest.Names(t, "rocksdb") {
		files := storetest.Files(t, name)
		for _, beside := range slices.Sorted(maps.Keys(files)) {
			table, ok := strings.CutSuffix(beside, ".entries.jsonl")
			if !ok {
				continue
			}
			s := storetest.Open(t, rocksdb.Kind, file.Files{table: files["db/"+table]})
			lines, damage := storetest.Read(t, s, file.Query{})
			if len(damage) > 0 {
				t.Errorf("%s %s: %+v", name, table, damage)
			}
			got := slices.DeleteFunc(parse(t, lines), func(l line) bool {
				if l.Type == "range-delete" {
					ranges++
				}
				return l.Type == "range-delete"
			})
			want := parse(t, storetest.Lines(t, name, beside))
			if len(got) != len(want) {
				t.Fatalf("%s %s: %d entries, want %d", name, table, len(got), len(want))
			}
			for i, w := range want {
				g := got[i]
				if g.Key != w.Key || g.Sequence != w.Seq || g.Type != w.Type || w.Type != "delete" && *g.Value != *w.Value {
					t.Fatalf("%s %s: entry %d is %s, want %+v", name, table, i, lines[i], w)
				}
				compared++
			}
		}
	}
	if compared < 300 || ranges < 10 {
		t.Errorf("only %d entries and %d range deletes were compared", compared, ranges)
	}
}

// Without CURRENT and MANIFEST, tables and logs give the same rows, unless a family was
// dropped or tables were ingested, which only the MANIFEST knows.
func TestDatabasesWithoutManifestReadAlike(t *testing.T) {
	for _, name := range storetest.Names(t, "rocksdb") {
		short := strings.TrimPrefix(name, "rocksdb/")
		if strings.HasPrefix(short, "damaged") || strings.HasPrefix(short, "history") || short == "ingested" || short == "other-tables" {
			continue
		}
		t.Run(short, func(t *testing.T) {
			files := storetest.Folder(t, name)
			want := parse(t, storetest.Lines(t, name, "expected.jsonl"))
			maps.DeleteFunc(files, func(name string, b []byte) bool {
				return name == "CURRENT" || strings.HasPrefix(name, "MANIFEST")
			})
			sorts := map[string]bool{}
			set, err := file.Look(files, []*file.Kind{rocksdb.Kind})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range set.Of(rocksdb.Kind) {
				sorts[f.What] = true
			}
			if len(set.Of(rocksdb.Kind)) < 2 {
				return // a log alone shows every entry
			}
			s := storetest.Open(t, rocksdb.Kind, files)
			lines, _ := storetest.Read(t, s, file.Query{})
			rows := func(all []line) (rows []string) {
				for _, l := range all {
					if !l.Empty {
						value := ""
						if l.Value != nil {
							value = *l.Value
						}
						rows = append(rows, strconv.FormatInt(l.ID, 10)+" "+l.Key+" "+value)
					}
				}
				return rows
			}
			storetest.Compare(t, rows(parse(t, lines)), rows(want))
		})
	}
}

// A range shows the rows between its bounds, in the family's own order.
func TestRangesAreThoseOfTheWholeScan(t *testing.T) {
	for _, name := range []string{"rocksdb/history-v5", "rocksdb/indexes-v2-4", "rocksdb/timestamps", "rocksdb/wal", "rocksdb/separated"} {
		s := storetest.Open(t, rocksdb.Kind, storetest.Folder(t, name))
		for i, table := range s.Tables() {
			all, _ := storetest.ReadTable(t, s, i, file.Query{})
			rows := parse(t, all)
			if len(rows) < 4 || strings.Contains(table.Comparator, "unknown") {
				continue
			}
			from, to := len(rows)/4, len(rows)*3/4
			lines, _ := storetest.ReadTable(t, s, i, file.Query{Start: unhex(t, rows[from].Key), Stop: unhex(t, rows[to].Key)})
			storetest.Compare(t, lines, all[from:to])
		}
	}
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b := make([]byte, len(s)/2)
	for i := range b {
		v, err := strconv.ParseUint(s[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		b[i] = byte(v)
	}
	return b
}
