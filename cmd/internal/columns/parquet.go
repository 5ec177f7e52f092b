package columns

import (
	"io"
	"math"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/schema"

	"github.com/rowlens/rowlens/internal/typed"
	"github.com/rowlens/rowlens/internal/version"
)

// Limits of a Parquet file. A row group is held in memory, compressed, until it is full. There is no page
// index, which would have to be held until the end.
const (
	groupBytes = 64 << 20 // size of a row group before compression
	groupRows  = 1 << 20
	pageBytes  = 128 << 10 // small, because there are many columns
	pageRows   = 16 << 10  // rows handed to the library between two checks of the page size
	dictBytes  = 256 << 10
	boundBytes = 64 // of the smallest and the largest value together; longer ones are not stored
)

// parquetWriter writes a Parquet file.
type parquetWriter struct {
	w      *file.Writer
	err    error                       // from creating the file; returned by the first write
	group  file.BufferedRowGroupWriter // nil before its first row
	leaves []*typed.Column
	nulls  []int // by column: number of rows without a value that have not been handed on yet
	levels typed.Levels
	bytes  int // size of the row group so far
	count  int

	// Arguments for a column, which the library does not keep.
	defined []int16
	nums    []int64
	doubles []float64
	bools   []bool
	texts   []parquet.ByteArray
}

func newParquet(out io.Writer, s *typed.Schema) *parquetWriter {
	x := &parquetWriter{leaves: s.Leaves, nulls: make([]int, len(s.Leaves))}
	var root *schema.GroupNode
	if root, x.err = groupNode("rowlens", parquet.Repetitions.Required, s.Columns); x.err != nil {
		return x
	}
	options := []parquet.WriterProperty{
		parquet.WithCreatedBy("rowlens version " + version.Version),
		parquet.WithCompression(compress.Codecs.Zstd), parquet.WithCompressionLevel(1),
		parquet.WithDataPageSize(pageBytes), parquet.WithBatchSize(pageRows),
		parquet.WithDictionaryDefault(false), parquet.WithDictionaryPageSizeLimit(dictBytes),
		parquet.WithMaxStatsSize(boundBytes),
	}
	for i, c := range s.Leaves {
		if c.Type == typed.UTF8 {
			options = append(options, parquet.WithDictionaryPath(schema.NewSchema(root).Column(i).ColumnPath(), true))
		}
	}
	x.w, x.err = file.NewParquetWriterWithError(out, root, file.WithWriterProps(parquet.NewWriterProperties(options...)))
	return x
}

func (x *parquetWriter) write(b *typed.Batch, n int) error {
	if x.err != nil {
		return x.err
	}
	if x.group == nil {
		if x.group, x.err = x.w.AppendBufferedRowGroupChecked(); x.err != nil {
			return x.err
		}
	}
	x.levels.Set(b, n)
	for i, c := range x.leaves {
		v := &b.Leaves[i]
		around := x.levels.Around(c)
		if around == nil && v.First(n) == 0 {
			x.nulls[i] += n
			continue
		}
		if err := x.handOn(i); err != nil {
			return err
		}
		x.define(c, v, around, n)
		if err := x.writeValues(i, v, v.First(n)); err != nil {
			return err
		}
	}
	x.bytes += b.Size
	x.count += n
	if x.bytes < groupBytes && x.count < groupRows {
		return nil
	}
	return x.flush()
}

// define fills in, for each of n rows, how many levels exist: the structs around a value, and the value itself.
func (x *parquetWriter) define(c *typed.Column, v *typed.Vector, around []uint8, n int) {
	x.defined = x.defined[:0]
	for i := range n {
		level := int16(0)
		if around != nil {
			level = int16(around[i])
		}
		x.defined = append(x.defined, level)
	}
	for _, row := range v.Rows[:v.First(n)] {
		x.defined[row] = int16(c.Depth) + 1
	}
}

// handOn hands a column's pending rows without a value to the library.
func (x *parquetWriter) handOn(i int) error {
	for x.nulls[i] > 0 {
		n := min(x.nulls[i], pageRows)
		x.defined = append(x.defined[:0], noLevels[:n]...)
		if err := x.writeValues(i, nil, 0); err != nil {
			return err
		}
		x.nulls[i] -= n
	}
	return nil
}

var noLevels [pageRows]int16

// writeValues writes the first n values of a column, and which rows have a value.
func (x *parquetWriter) writeValues(i int, v *typed.Vector, n int) error {
	to, err := x.group.Column(i)
	if err != nil {
		return err
	}
	switch to := to.(type) {
	case *file.Int64ColumnChunkWriter:
		x.nums = x.nums[:0]
		for k := range n {
			x.nums = append(x.nums, int64(v.Nums[k]))
		}
		_, err = to.WriteBatch(x.nums, x.defined, nil)
	case *file.Float64ColumnChunkWriter:
		x.doubles = x.doubles[:0]
		for k := range n {
			x.doubles = append(x.doubles, math.Float64frombits(v.Nums[k]))
		}
		_, err = to.WriteBatch(x.doubles, x.defined, nil)
	case *file.BooleanColumnChunkWriter:
		x.bools = x.bools[:0]
		for k := range n {
			x.bools = append(x.bools, v.Nums[k] != 0)
		}
		_, err = to.WriteBatch(x.bools, x.defined, nil)
	case *file.ByteArrayColumnChunkWriter:
		x.texts = x.texts[:0]
		for k := range n {
			x.texts = append(x.texts, v.At(k))
		}
		_, err = to.WriteBatch(x.texts, x.defined, nil)
	}
	return err
}

// flush ends a row group.
func (x *parquetWriter) flush() error {
	if x.group == nil {
		return nil
	}
	for i := range x.nulls {
		if err := x.handOn(i); err != nil {
			return err
		}
	}
	err := x.group.Close()
	x.group, x.bytes, x.count = nil, 0, 0
	return err
}

func (x *parquetWriter) close() error {
	if x.err != nil {
		return x.err
	}
	if err := x.flush(); err != nil {
		return err
	}
	return x.w.Close()
}

func groupNode(name string, repetition parquet.Repetition, list []typed.Column) (*schema.GroupNode, error) {
	var fields schema.FieldList
	for _, c := range typed.Shown(list) {
		node, err := nodeOf(c)
		if err != nil {
			return nil, err
		}
		fields = append(fields, node)
	}
	return schema.NewGroupNode(name, repetition, fields, -1)
}

func nodeOf(c *typed.Column) (schema.Node, error) {
	var logical schema.LogicalType = schema.NoLogicalType{}
	physical := parquet.Types.ByteArray
	switch c.Type {
	case typed.Struct:
		return groupNode(c.Name, parquet.Repetitions.Optional, c.Columns)
	case typed.Int64:
		logical, physical = schema.NewIntLogicalType(64, true), parquet.Types.Int64
	case typed.Uint64:
		logical, physical = schema.NewIntLogicalType(64, false), parquet.Types.Int64
	case typed.Float64:
		physical = parquet.Types.Double
	case typed.Bool:
		physical = parquet.Types.Boolean
	case typed.UTF8, typed.JSON:
		logical = schema.StringLogicalType{}
	}
	return schema.NewPrimitiveNodeLogical(c.Name, parquet.Repetitions.Optional, logical, physical, -1, -1)
}
