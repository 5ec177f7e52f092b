package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	library "github.com/parquet-go/parquet-go"
)

// cell is a value of a column in a row, or null inside of so many structs.
type cell struct {
	null  bool
	level int
	num   uint64
	text  string
}

// schema has a column of each type, alone and in structs.
var schema = []Node{
	{Name: "id", Kind: Int64},
	{Name: "version", Kind: Uint64},
	{Name: "record", Kind: Text},
	{Name: "never", Kind: Text},
	{Name: "of", Children: []Node{
		{Name: "share", Kind: Float64},
		{Name: "active", Kind: Bool},
		{Name: "in", Children: []Node{{Name: "text", Kind: Text}, {Name: "fields", Kind: JSON}, {Name: "bytes", Kind: Bytes}}},
	}},
}

// add adds a cell to a column.
func add(c *Column, one cell) {
	switch {
	case one.null:
		c.Null(one.level, 1)
	case c.kind < Text:
		c.Num(one.num)
	default:
		c.Text([]byte(one.text))
	}
}

// read is what another implementation reads: rows of cells.
func read(t *testing.T, file []byte) (rows [][]cell, f *library.File) {
	t.Helper()
	f, err := library.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	r := library.NewReader(f)
	defer r.Close()
	buf := make([]library.Row, 100)
	for {
		n, err := r.ReadRows(buf)
		for _, row := range buf[:n] {
			cells := make([]cell, len(row))
			for i, v := range row {
				switch {
				case v.IsNull():
					cells[i] = cell{null: true, level: v.DefinitionLevel()}
				case v.Kind() == library.ByteArray:
					cells[i].text = string(v.ByteArray())
				case v.Kind() == library.Boolean:
					if v.Boolean() {
						cells[i].num = 1
					}
				case v.Kind() == library.Double:
					cells[i].num = math.Float64bits(v.Double())
				default:
					cells[i].num = uint64(v.Int64())
				}
			}
			rows = append(rows, cells)
		}
		if errors.Is(err, io.EOF) {
			return rows, f
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// random is a cell for a column. Some columns repeat few texts, some many, some none; nulls come alone and in long runs.
func random(r *rand.Rand, c *Column, row, seed int) cell {
	depth := len(c.path) - 1
	if c.path[0] == "never" || r.IntN(3) == 0 || row/500%3 == seed%3 {
		return cell{null: true, level: r.IntN(depth + 1)}
	}
	switch c.kind {
	case Int64, Uint64:
		return cell{num: r.Uint64() >> r.IntN(64)}
	case Float64:
		return cell{num: math.Float64bits([]float64{0, math.Copysign(0, -1), math.Inf(1), -1.5, r.NormFloat64()}[r.IntN(5)])}
	case Bool:
		return cell{num: r.Uint64() & 1}
	}
	return cell{text: strings.Repeat(fmt.Sprint(r.IntN([]int{3, 3000, 1 << 30}[seed%3]))+"é", r.IntN(5))}
}

func TestAnotherReaderReadsTheSame(t *testing.T) {
	for seed := range 12 {
		r := rand.New(rand.NewPCG(1, uint64(seed)))
		var out bytes.Buffer
		w := NewWriter(&out, "rowlens version 0", schema)
		var want [][]cell
		groups := 0
		for batch := range r.IntN(60) {
			n := r.IntN(400)
			from := len(want)
			for range n {
				want = append(want, make([]cell, len(w.Columns())))
			}
			for i, c := range w.Columns() {
				for row := from; row < len(want); row++ {
					want[row][i] = random(r, c, row, seed)
					add(c, want[row][i])
				}
			}
			w.Rows(n)
			if batch%20 == 19 {
				groups++
				if err := w.Flush(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got, f := read(t, out.Bytes())
		if len(got) != len(want) || f.NumRows() != int64(len(want)) || len(f.RowGroups()) < groups {
			t.Fatalf("seed %d: %d rows of %d, %d row groups", seed, len(got), len(want), len(f.RowGroups()))
		}
		for row := range want {
			if fmt.Sprint(got[row]) != fmt.Sprint(want[row]) {
				t.Fatalf("seed %d, row %d:\n%v\nexpected\n%v", seed, row, got[row], want[row])
			}
		}
	}
}

// column writes one column, and returns the file and what another implementation reads of it.
func column(t *testing.T, kind Kind, cells ...cell) ([]byte, []cell, *library.File) {
	t.Helper()
	var out bytes.Buffer
	w := NewWriter(&out, "rowlens version 0", []Node{{Name: "it", Kind: kind}})
	for _, one := range cells {
		add(w.Columns()[0], one)
		w.Rows(1)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	rows, f := read(t, out.Bytes())
	if len(rows) != len(cells) {
		t.Fatalf("%d rows of %d", len(rows), len(cells))
	}
	got := make([]cell, len(rows))
	for i, row := range rows {
		got[i] = row[0]
	}
	return out.Bytes(), got, f
}

func texts(n, different int) (cells []cell) {
	for i := range n {
		cells = append(cells, cell{text: fmt.Sprintf("the text with the number %d", i%different)})
	}
	return cells
}

// A dictionary is there while it saves something: not where values are different, and no further than its size.
func TestDictionaries(t *testing.T) {
	for _, c := range []struct {
		name      string
		cells     []cell
		encodings string
	}{
		{"few", texts(10_000, 7), "[RLE PLAIN RLE_DICTIONARY]"},
		{"one", texts(10, 1), "[RLE PLAIN RLE_DICTIONARY]"},
		{"different", texts(10_000, 10_000), "[RLE PLAIN]"},
		{"different, in a short page", texts(100, 100), "[RLE PLAIN]"},
		{"too many", append(texts(300_000, 2000), texts(300_000, 200_000)...), "[RLE PLAIN RLE_DICTIONARY]"},
		{"none at first", append(make([]cell, 5), texts(10, 2)...), "[RLE PLAIN RLE_DICTIONARY]"},
	} {
		file, got, f := column(t, Text, c.cells...)
		for i := range got {
			if got[i] != c.cells[i] {
				t.Fatalf("%s: row %d is %v, not %v", c.name, i, got[i], c.cells[i])
			}
		}
		if encodings := fmt.Sprint(f.Metadata().RowGroups[0].Columns[0].MetaData.Encoding); encodings != c.encodings {
			t.Errorf("%s: %s, expected %s", c.name, encodings, c.encodings)
		}
		if c.name == "few" && len(file) > 5000 {
			t.Errorf("%d bytes for %d rows of 7 texts", len(file), len(got))
		}
	}
}

func TestBounds(t *testing.T) {
	num := func(n ...uint64) (cells []cell) {
		for _, one := range n {
			cells = append(cells, cell{num: one})
		}
		return append(cells, cell{null: true})
	}
	floats := func(list ...float64) (cells []cell) {
		for _, f := range list {
			cells = append(cells, cell{num: math.Float64bits(f)})
		}
		return cells
	}
	long := strings.Repeat("x", boundMax+1)
	word := func(n uint64) string { return string(binary.LittleEndian.AppendUint64(nil, n)) }
	for _, c := range []struct {
		name        string
		kind        Kind
		cells       []cell
		least, most string
	}{
		{"signed", Int64, num(3, 1<<64-5, 1<<40), word(1<<64 - 5), word(1 << 40)},
		{"unsigned", Uint64, num(3, 1<<64-5, 1<<40), word(3), word(1<<64 - 5)},
		{"floats", Float64, floats(1, -2.5, math.Inf(1)), word(math.Float64bits(-2.5)), word(math.Float64bits(math.Inf(1)))},
		{"zeros have both signs", Float64, floats(0), word(1 << 63), word(0)},
		{"no number has no place", Float64, floats(1, math.NaN(), 2), "", ""},
		{"truth", Bool, num(0, 1), "", ""},
		{"texts", Text, []cell{{text: "b"}, {text: "ä"}, {text: "a"}, {text: "b"}}, "a", "ä"},
		{"bytes", Bytes, []cell{{text: "\xff"}, {text: "\x00\x01"}}, "\x00\x01", "\xff"},
		{"too long", Bytes, []cell{{text: "a"}, {text: long}}, "", ""},
		{"JSON", JSON, []cell{{text: "1"}}, "", ""},
		{"only nulls", Int64, num(), "", ""},
	} {
		_, got, f := column(t, c.kind, c.cells...)
		for i := range got {
			if got[i] != c.cells[i] {
				t.Errorf("%s: row %d is %v", c.name, i, got[i])
			}
		}
		s := f.Metadata().RowGroups[0].Columns[0].MetaData.Statistics
		if string(s.MinValue) != c.least || string(s.MaxValue) != c.most {
			t.Errorf("%s: %x to %x, expected %x to %x", c.name, s.MinValue, s.MaxValue, c.least, c.most)
		}
		nulls := 0
		for _, one := range c.cells {
			if one.null {
				nulls++
			}
		}
		if s.NullCount != int64(nulls) {
			t.Errorf("%s: %d nulls", c.name, s.NullCount)
		}
	}
}

// Rows without a value cost nothing, and the footer has a few dozen bytes for a column of a row group.
func TestNullsAreRuns(t *testing.T) {
	var nodes []Node
	for i := range 200 {
		nodes = append(nodes, Node{Name: fmt.Sprint("column", i), Kind: Text})
	}
	size := func(groups, rows int) int {
		var out bytes.Buffer
		w := NewWriter(&out, "rowlens version 0", nodes)
		for range groups {
			for _, c := range w.Columns() {
				c.Null(0, rows)
			}
			w.Rows(rows)
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Len()
	}
	few, many, groups := size(1, 10), size(1, 1_000_000), size(11, 10)
	if many > few+200*10 {
		t.Errorf("a million rows of nulls have %d bytes, ten %d", many, few)
	}
	if one := (groups - few) / 10 / 200; one > 120 {
		t.Errorf("%d bytes for a column of a row group", one)
	}
}

func TestEmptyFiles(t *testing.T) {
	if _, got, f := column(t, Text); len(got) != 0 || len(f.RowGroups()) != 0 {
		t.Errorf("%d rows, %d row groups", len(got), len(f.RowGroups()))
	}
}

// full fails after so many bytes.
type full struct{ left int }

var errFull = errors.New("the disk is full")

func (f *full) Write(b []byte) (int, error) {
	if n := min(len(b), f.left); n < len(b) {
		f.left = 0
		return n, errFull
	}
	f.left -= len(b)
	return len(b), nil
}

func TestAFullDiskIsSaid(t *testing.T) {
	for room := range 300 {
		w := NewWriter(&full{room}, "rowlens version 0", schema)
		for range 3 {
			for _, c := range w.Columns() {
				c.Null(0, 1)
			}
			w.Rows(1)
		}
		if err := errors.Join(w.Flush(), w.Close()); !errors.Is(err, errFull) {
			t.Fatalf("room for %d bytes: %v", room, err)
		}
	}
}
