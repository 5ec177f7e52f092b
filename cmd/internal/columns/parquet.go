package columns

import (
	"io"

	"github.com/rowlens/rowlens/cmd/internal/parquet"
	"github.com/rowlens/rowlens/internal/typed"
	"github.com/rowlens/rowlens/internal/version"
)

// Budgets of a row group of a Parquet file, which is held in memory, compressed, until it is full.
const (
	groupBytes = 64 << 20 // before it is compressed
	groupRows  = 1 << 20
)

// parquetWriter writes a Parquet file.
type parquetWriter struct {
	w      *parquet.Writer
	leaves []*typed.Column
	levels typed.Levels
	bytes  int // of the row group so far
	count  int
}

func newParquet(out io.Writer, s *typed.Schema) *parquetWriter {
	w := parquet.NewWriter(out, "rowlens version "+version.Version, nodesOf(s.Columns))
	return &parquetWriter{w: w, leaves: s.Leaves}
}

func (x *parquetWriter) write(b *typed.Batch, n int) error {
	x.levels.Set(b, n)
	for i, to := range x.w.Columns() {
		fill(to, &b.Leaves[i], x.levels.Around(x.leaves[i]), n)
	}
	x.w.Rows(n)
	x.bytes += b.Size
	x.count += n
	if x.bytes < groupBytes && x.count < groupRows {
		return nil
	}
	x.bytes, x.count = 0, 0
	return x.w.Flush()
}

// fill adds the first n rows to a column: its values, and nulls between them.
func fill(to *parquet.Column, v *typed.Vector, around []uint8, n int) {
	next := 0
	for k, row := range v.Rows[:v.First(n)] {
		fillNulls(to, around, next, int(row))
		next = int(row) + 1
		if v.Ends == nil {
			to.Num(v.Nums[k])
		} else {
			to.Text(v.At(k))
		}
	}
	fillNulls(to, around, next, n)
}

// fillNulls adds the rows from one to another as nulls, inside of so many structs that are not.
func fillNulls(to *parquet.Column, around []uint8, from, end int) {
	if around == nil {
		to.Null(0, end-from)
		return
	}
	for _, level := range around[from:end] {
		to.Null(int(level), 1)
	}
}

func (x *parquetWriter) close() error { return x.w.Close() }

// kinds are the types of columns in a Parquet file.
var kinds = [...]parquet.Kind{
	typed.Int64: parquet.Int64, typed.Uint64: parquet.Uint64, typed.Float64: parquet.Float64, typed.Bool: parquet.Bool,
	typed.UTF8: parquet.Text, typed.Binary: parquet.Bytes, typed.JSON: parquet.JSON,
}

func nodesOf(list []typed.Column) (nodes []parquet.Node) {
	for _, c := range typed.Shown(list) {
		n := parquet.Node{Name: c.Name}
		if c.Type == typed.Struct {
			n.Children = nodesOf(c.Columns)
		} else {
			n.Kind = kinds[c.Type]
		}
		nodes = append(nodes, n)
	}
	return nodes
}
