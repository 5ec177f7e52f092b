package main

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/rowlens/rowlens/cmd/internal/generate"
)

// cellsOfKinds is how many cells of each record kind generate.Table writes per source.
var cellsOfKinds = map[string]int{"edge-state": 10, "edge-index": 20, "edge-cache": 20, "edge-count": 2, "edge-group": 2}

// A row of HBase holds all cells of a cache in one direction, and both cells of a group.
const rowsOfSource = 10 + 20 + 2 + 2 + 1

// counted is the figures of `rowlens stats --json` that are known for a generated table.
type counted struct {
	Rows, Bytes, KeyBytes, ValueBytes int
	Keys                              struct {
		Distinct int
		Error    float64
	}
	Records  []struct{ Record, Rows any }
	Tables   []struct{ Rows, KeyBytes, ValueBytes int }
	Entities struct {
		Distinct, RowsError int
		Error               float64
		ByRows              []struct{ Rows int }
	}
	Salts       struct{ Buckets []struct{ Rows int } }
	Undecodable map[string]int
	Doubtful    int
	Store       struct {
		Stored, Visible struct{ Entries, KeyBytes, ValueBytes int }
	}
}

// near fails unless a sketch's number is within four standard errors.
func near(t *testing.T, what string, got, want int, share float64) {
	t.Helper()
	if math.Abs(float64(got-want)) > 4*share*float64(want) {
		t.Errorf("%d %s, want %d, with a standard error of %g", got, what, want, share)
	}
}

func TestFiguresOfATableAreThoseItWasMadeWithInLittleMemory(t *testing.T) {
	table := &generate.Table{Sources: *soakCells / cellsOfSource}
	store, model := tableStore(t, table), writeFile(t, generate.Model)
	var f counted
	(&littleMemory{limit: soakMemory, tmp: t.TempDir()}).run(t, exitOK, func(line []byte) {
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatal(err)
		}
	}, "stats", "--json", "--top", "10", "--model", model, store)
	t.Logf("%d cells", table.Cells)
	if f.Rows != table.Cells || f.Bytes != f.KeyBytes+f.ValueBytes || f.Doubtful != 0 || len(f.Undecodable) != 0 {
		t.Errorf("%d rows of %d, %d doubtful, undecodable %v", f.Rows, table.Cells, f.Doubtful, f.Undecodable)
	}
	if len(f.Records) != len(cellsOfKinds) {
		t.Errorf("%d record kinds, want %d", len(f.Records), len(cellsOfKinds))
	}
	for _, r := range f.Records {
		kind, _ := r.Record.(string)
		if n, _ := r.Rows.(float64); int(n) != cellsOfKinds[kind]*table.Sources {
			t.Errorf("%v rows of %v, want %d", r.Rows, r.Record, cellsOfKinds[kind]*table.Sources)
		}
	}
	if len(f.Tables) != 1 || f.Tables[0].Rows != f.Rows || f.Tables[0].KeyBytes != f.KeyBytes || f.Tables[0].ValueBytes != f.ValueBytes {
		t.Errorf("tables: %+v", f.Tables)
	}
	for _, part := range [...]struct{ Entries, KeyBytes, ValueBytes int }{f.Store.Stored, f.Store.Visible} {
		if part.Entries != f.Rows || part.KeyBytes != f.KeyBytes || part.ValueBytes != f.ValueBytes {
			t.Errorf("the store has %+v, the rows are %d with %d and %d bytes", part, f.Rows, f.KeyBytes, f.ValueBytes)
		}
	}
	near(t, "keys", f.Keys.Distinct, rowsOfSource*table.Sources, f.Keys.Error)
	near(t, "entities", f.Entities.Distinct, table.Sources, f.Entities.Error)
	for _, one := range f.Entities.ByRows { // all have the same number, and the listed ones may be estimated higher
		if over := one.Rows - cellsOfSource; over < 0 || over > f.Entities.RowsError {
			t.Errorf("an entity has %d rows, want %d, at most %d too many", one.Rows, cellsOfSource, f.Entities.RowsError)
		}
	}
	sum := 0
	for _, bucket := range f.Salts.Buckets {
		sum += bucket.Rows
	}
	if sum != f.Rows {
		t.Errorf("all regions have %d rows, want %d", sum, f.Rows)
	}
}

func TestColumnsOfATableAreWrittenInLittleMemory(t *testing.T) {
	table := &generate.Table{Sources: *soakCells / cellsOfSource}
	store, model := tableStore(t, table), writeFile(t, generate.Model)
	name := filepath.Join(t.TempDir(), "rows.parquet")
	(&littleMemory{limit: soakMemory, tmp: t.TempDir()}).run(t, exitOK, func(line []byte) {
		t.Errorf("it prints %s", line)
	}, "decode", "--format", "actionbase", "--parquet", name, "--model", model, store)
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d cells, %d MiB, %d row groups", table.Cells, info.Size()>>20, len(file.RowGroups()))
	if int(file.NumRows()) != table.Cells {
		t.Errorf("%d rows, want %d", file.NumRows(), table.Cells)
	}
	kinds := textsOf(t, file, "record")
	for kind, n := range cellsOfKinds {
		if kinds[kind] != n*table.Sources {
			t.Errorf("%d rows of %s, want %d", kinds[kind], kind, n*table.Sources)
		}
	}
	if len(kinds) != len(cellsOfKinds) {
		t.Errorf("record kinds are %v", kinds)
	}
}

// textsOf returns how often each text occurs in a column.
func textsOf(t *testing.T, file *parquet.File, name string) map[string]int {
	t.Helper()
	column, ok := file.Schema().Lookup(name)
	if !ok {
		t.Fatalf("there is no column %s", name)
	}
	counts, buf := map[string]int{}, make([]parquet.Value, 1024)
	for _, group := range file.RowGroups() {
		pages := group.ColumnChunks()[column.ColumnIndex].Pages()
		for {
			page, err := pages.ReadPage()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			for values, err := page.Values(), error(nil); err == nil; {
				var n int
				n, err = values.ReadValues(buf)
				for i := range n {
					counts[string(buf[i].ByteArray())]++
				}
			}
		}
		pages.Close()
	}
	return counts
}
