package hfile_test

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/internal/storetest"
)

func rowOf(t testing.TB, line string) []byte {
	var c struct{ Row string }
	if err := json.Unmarshal([]byte(line), &c); err != nil {
		t.Fatal(err)
	}
	row, err := hex.DecodeString(c.Row)
	if err != nil {
		t.Fatal(err)
	}
	return row
}

// A range has the same rows as that part of a full scan: with indexes of one to three levels,
// rows over several blocks, made-up keys, and in damaged files.
func TestARangeIsThePartOfTheWhole(t *testing.T) {
	all := corpus(t)
	for _, name := range []string{
		"levels-none-none.hfile", "levels-fast_diff-gz.hfile", "levels-row_index_v1-snappy.hfile", "matrix-diff-zstd.hfile",
		"damaged/levels-leaf-index.hfile", "damaged/levels-truncated.hfile", "big-lz4.hfile",
	} {
		s := storetest.Open(t, hfile.Kind, only(all, name))
		whole, _ := storetest.Read(t, s, file.Query{Stored: true})
		var rows [][]byte
		for _, line := range whole {
			rows = append(rows, rowOf(t, line))
		}
		step := max(len(rows)/40, 1)
		for i := 0; i < len(rows); i += step {
			start, stop := rows[i], rows[min(i+step+2, len(rows)-1)]
			for _, start := range [][]byte{start, append(slices.Clone(start), 0), nil} {
				got, _ := storetest.Read(t, s, file.Query{Stored: true, Start: start, Stop: stop})
				var want []string
				for n, line := range whole {
					if string(rows[n]) >= string(start) && string(rows[n]) < string(stop) {
						want = append(want, line)
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s: rows %x to %x: %d cells, want %d", name, start, stop, len(got), len(want))
				}
			}
		}
		s.Close()
	}
}

func TestARegionAndAFamilyAreTablesOfTheirOwn(t *testing.T) {
	all := corpus(t)
	s := storetest.Open(t, hfile.Kind, disk{all, []string{"root/data/ns1/shop"}})
	tables := s.Tables()
	if len(tables) != 2 || tables[0].Name != "ns1:shop/d" || tables[1].Name != "ns1:shop/idx" {
		t.Fatalf("the tables are %+v", tables)
	}
	both, _ := storetest.Read(t, s, file.Query{})
	n := 0
	for i := range tables {
		got, damage := storetest.ReadTable(t, s, i, file.Query{})
		if len(damage) > 0 || len(got) == 0 || string(rowOf(t, got[0])) != string(tables[i].First) {
			t.Errorf("%s begins with row %x, want %x; %+v", tables[i].Name, rowOf(t, got[0]), tables[i].First, damage)
		}
		n += len(got)
	}
	if n != len(both) {
		t.Errorf("the families have %d cells, the table %d", n, len(both))
	}
}

// Without its surroundings, a daughter of a split reports which files it lacks.
func TestFilesThatAreNotThereAreNamed(t *testing.T) {
	all := corpus(t)
	region := "root/data/ns1/shop/0aa6f5a7919bb8d689bf15d2e50b10a4"
	folder := file.Files{}
	for name, b := range all {
		if len(name) > len(region) && name[:len(region)] == region {
			folder[name[len("root/data/ns1/shop/"):]] = b
		}
	}
	s := storetest.Open(t, hfile.Kind, folder)
	got, damage := storetest.Read(t, s, file.Query{})
	if len(got) > 0 || len(damage) != 4 {
		t.Errorf("%d cells and %d damages, want none and 4", len(got), len(damage))
	}
	for _, d := range damage {
		if d.Code != "missing-file" || d.Offset != file.NoOffset {
			t.Errorf("the damage is %+v", d)
		}
	}
}

// So does a folder that nothing assigns to a region.
func TestReferencesWithoutARegionAreNamed(t *testing.T) {
	all := corpus(t)
	const family = "root/data/ns1/shop/0aa6f5a7919bb8d689bf15d2e50b10a4/d/"
	folder := file.Files{"32278384faa847d783336ad42ad843f9": all["one.hfile"]}
	references := 0
	for name, b := range all {
		if strings.HasPrefix(name, family) && !strings.HasPrefix(file.Base(name), ".") {
			folder[file.Base(name)] = b
			references++
		}
	}
	s := storetest.Open(t, hfile.Kind, folder)
	got, damage := storetest.Read(t, s, file.Query{})
	if len(got) != 1 || references == 0 || len(damage) != references {
		t.Errorf("%d cells and %+v, want 1 and %d missing files", len(got), damage, references)
	}
	for _, d := range damage {
		if d.Code != "missing-file" {
			t.Errorf("the damage is %+v", d)
		}
	}
}

func TestTheStateOfATimeHasNothingLater(t *testing.T) {
	all := corpus(t)
	s := storetest.Open(t, hfile.Kind, only(all, "deletes-none.hfile"))
	for _, q := range []file.Query{{HasAt: true, At: 25, Versions: 9}, {HasAt: true, At: 25, Stored: true}} {
		got, _ := storetest.Read(t, s, q)
		if len(got) == 0 {
			t.Error("nothing is as old as 25")
		}
		for _, line := range got {
			var c struct {
				Timestamp int64 `json:",string"`
			}
			if err := json.Unmarshal([]byte(line), &c); err != nil || c.Timestamp > 25 {
				t.Errorf("%s is later than 25: %v", line, err)
			}
		}
	}
}

func TestNothingIsAllocatedForACell(t *testing.T) {
	all := corpus(t)
	for _, name := range []string{"matrix-none-none.hfile", "matrix-fast_diff-none.hfile", "tags-compressed-diff.hfile", "matrix-prefix-snappy.hfile"} {
		s := storetest.Open(t, hfile.Kind, only(all, name))
		for _, stored := range []bool{true, false} {
			var e file.Entry
			cells := 0
			scan := func() {
				c, err := s.Scan(file.All, file.Query{Stored: stored, Versions: 100})
				if err != nil {
					t.Fatal(err)
				}
				for cells = 0; c.Next(&e); cells++ {
				}
			}
			if n := testing.AllocsPerRun(5, scan); n > float64(cells)/4 {
				t.Errorf("%s: %v allocations for %d cells", name, n, cells)
			}
		}
	}
}

func BenchmarkScan(b *testing.B) {
	all := corpus(b)
	for _, name := range []string{"levels-none-none.hfile", "matrix-none-gz.hfile", "matrix-fast_diff-none.hfile", "matrix-diff-lz4.hfile"} {
		b.Run(name, func(b *testing.B) {
			s := storetest.Open(b, hfile.Kind, only(all, name))
			var e file.Entry
			cells := 0
			b.ReportAllocs()
			for b.Loop() {
				c, err := s.Scan(file.All, file.Query{Stored: true})
				if err != nil {
					b.Fatal(err)
				}
				for c.Next(&e) {
					cells++
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(cells), "ns/cell")
		})
	}
}
