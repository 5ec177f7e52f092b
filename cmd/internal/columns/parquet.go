package columns

import (
	"io"
	"math"
	"reflect"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/rowlens/rowlens/internal/typed"
	"github.com/rowlens/rowlens/internal/version"
)

// Budgets of a Parquet file. A row group is held in memory, compressed, until it is full; the index of all pages, with the
// least and the greatest value of each, until the end.
const (
	groupBytes = 64 << 20 // of a row group, before it is compressed
	groupRows  = 1 << 20
	pageBytes  = 128 << 10 // of a page: columns are many
	dictBytes  = 256 << 10
)

// parquetWriter writes a Parquet file.
type parquetWriter struct {
	w      *parquet.GenericWriter[any]
	leaves []*typed.Column
	nulls  []int // of each column: so many nulls, which are not yet handed on
	levels typed.Levels
	absent [][]parquet.Value // of each struct: null for what is in it, row by row; empty until it is asked for
	values []parquet.Value
	bytes  int // of the row group so far
	count  int
}

func newParquet(out io.Writer, s *typed.Schema) *parquetWriter {
	schema := parquet.NewSchema("rowlens", nodeOf(s.Columns))
	w := parquet.NewGenericWriter[any](out, schema,
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest}),
		parquet.PageBufferSize(pageBytes),
		parquet.DictionaryMaxBytes(dictBytes),
		parquet.DataPageStatistics(false), // the index of pages has the same
		parquet.ColumnIndexSizeLimit(func([]string) int { return 32 }),
		parquet.CreatedBy("rowlens", version.Version, ""),
	)
	return &parquetWriter{w: w, leaves: s.Leaves, nulls: make([]int, len(s.Leaves)), absent: make([][]parquet.Value, len(s.Groups))}
}

func (x *parquetWriter) write(b *typed.Batch, n int) error {
	x.levels.Set(b, n)
	for i := range x.absent {
		x.absent[i] = x.absent[i][:0]
	}
	for i, to := range x.w.ColumnWriters() {
		v, c := &b.Leaves[i], x.leaves[i]
		if x.levels.Around(c) == nil && v.First(n) == 0 {
			x.nulls[i] += n
			continue
		}
		if err := x.handOn(i); err != nil {
			return err
		}
		x.fill(i, c, v, n)
		if _, err := to.WriteRowValues(x.values); err != nil {
			return err
		}
	}
	x.bytes += b.Size
	x.count += n
	if x.bytes < groupBytes && x.count < groupRows {
		return nil
	}
	x.bytes, x.count = 0, 0
	return x.flush()
}

// fill makes the values of the first n rows of a column.
func (x *parquetWriter) fill(i int, c *typed.Column, v *typed.Vector, n int) {
	x.values = slices.Grow(x.values[:0], n)[:n]
	first := v.First(n)
	if first < n {
		x.fillNulls(c, n)
	}
	for k, row := range v.Rows[:first] {
		x.values[row] = parquetValue(c, v, k).Level(0, c.Depth+1, i)
	}
}

// fillNulls makes n nulls. Those of all columns of a struct are the same.
func (x *parquetWriter) fillNulls(c *typed.Column, n int) {
	around := x.levels.Around(c)
	if around == nil {
		clear(x.values)
		return
	}
	list := x.absent[c.Around]
	if len(list) == 0 {
		for _, level := range around[:n] {
			list = append(list, nullAt[level])
		}
		x.absent[c.Around] = list
	}
	copy(x.values, list)
}

// manyNulls are handed on at once.
var manyNulls [1024]parquet.Value

// nullAt is null inside of so many structs that are not.
var nullAt = func() (list [256]parquet.Value) {
	for level := range list {
		list[level] = parquet.NullValue().Level(0, level, 0)
	}
	return list
}()

// handOn gives the library the nulls of a column that wait.
func (x *parquetWriter) handOn(i int) error {
	for x.nulls[i] > 0 {
		n := min(x.nulls[i], len(manyNulls))
		if _, err := x.w.ColumnWriters()[i].WriteRowValues(manyNulls[:n]); err != nil {
			return err
		}
		x.nulls[i] -= n
	}
	return nil
}

// flush ends a row group.
func (x *parquetWriter) flush() error {
	for i := range x.nulls {
		if err := x.handOn(i); err != nil {
			return err
		}
	}
	return x.w.Flush()
}

func (x *parquetWriter) close() error {
	if err := x.flush(); err != nil {
		return err
	}
	return x.w.Close()
}

func parquetValue(c *typed.Column, v *typed.Vector, k int) parquet.Value {
	switch c.Type {
	case typed.Int64, typed.Uint64:
		return parquet.Int64Value(int64(v.Nums[k]))
	case typed.Float64:
		return parquet.DoubleValue(math.Float64frombits(v.Nums[k]))
	case typed.Bool:
		return parquet.BooleanValue(v.Nums[k] != 0)
	}
	return parquet.ByteArrayValue(v.At(k))
}

// ordered is a group whose fields keep their order, which the library's own sorts by name.
type ordered struct {
	parquet.Group
	fields []parquet.Field
}

// Fields returns the fields in their order.
func (g *ordered) Fields() []parquet.Field { return g.fields }

// GoType is asked for by the library but never used: rows are written as values.
func (g *ordered) GoType() reflect.Type { return reflect.TypeFor[map[string]any]() }

// field is a field of an ordered group.
type field struct {
	parquet.Node
	name string
}

// Name returns the name of the column.
func (f *field) Name() string { return f.name }

// Value is asked for by the library only for rows that are Go values.
func (f *field) Value(base reflect.Value) reflect.Value {
	return base.MapIndex(reflect.ValueOf(f.name))
}

func nodeOf(list []typed.Column) parquet.Node {
	g := &ordered{Group: parquet.Group{}}
	for _, c := range typed.Shown(list) {
		node := parquet.Optional(leafOf(c))
		g.Group[c.Name] = node
		g.fields = append(g.fields, &field{node, c.Name})
	}
	return g
}

func leafOf(c *typed.Column) parquet.Node {
	switch c.Type {
	case typed.Struct:
		return nodeOf(c.Columns)
	case typed.Int64:
		return parquet.Int(64)
	case typed.Uint64:
		return parquet.Uint(64)
	case typed.Float64:
		return parquet.Leaf(parquet.DoubleType)
	case typed.Bool:
		return parquet.Leaf(parquet.BooleanType)
	case typed.Binary:
		return parquet.Leaf(parquet.ByteArrayType)
	}
	if c.Type == typed.JSON {
		return parquet.String()
	}
	return parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
}
