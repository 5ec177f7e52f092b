package columns

import (
	"io"
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/rowlens/rowlens/internal/typed"
)

// Limits of a batch in an Arrow stream, which is held in memory until it is full.
const (
	batchBytes = 4 << 20
	batchRows  = 64 << 10
)

// arrowWriter writes an Arrow IPC stream.
type arrowWriter struct {
	w       *ipc.Writer
	b       *array.RecordBuilder
	columns []*typed.Column
	levels  typed.Levels
	bytes   int // size of the batch so far
	count   int
}

func newArrow(out io.Writer, s *typed.Schema) *arrowWriter {
	schema := arrow.NewSchema(arrowFields(s.Columns), nil)
	return &arrowWriter{
		w:       ipc.NewWriter(out, ipc.WithSchema(schema)),
		b:       array.NewRecordBuilder(memory.NewGoAllocator(), schema),
		columns: typed.Shown(s.Columns),
	}
}

func (x *arrowWriter) write(b *typed.Batch, n int) error {
	x.levels.Set(b, n)
	for i, c := range x.columns {
		x.add(x.b.Field(i), c, b, n)
	}
	x.bytes += b.Size
	if x.count += n; x.bytes < batchBytes && x.count < batchRows {
		return nil
	}
	return x.flush()
}

func (x *arrowWriter) flush() error {
	batch := x.b.NewRecordBatch()
	defer batch.Release()
	x.bytes, x.count = 0, 0
	return x.w.Write(batch)
}

// close writes the remaining rows and the end of the stream.
func (x *arrowWriter) close() error {
	if x.count > 0 {
		if err := x.flush(); err != nil {
			return err
		}
	}
	return x.w.Close()
}

func arrowFields(list []typed.Column) (fields []arrow.Field) {
	for _, c := range typed.Shown(list) {
		fields = append(fields, arrow.Field{Name: c.Name, Type: arrowType(c), Nullable: true})
	}
	return fields
}

func arrowType(c *typed.Column) arrow.DataType {
	switch c.Type {
	case typed.Struct:
		return arrow.StructOf(arrowFields(c.Columns)...)
	case typed.Int64:
		return arrow.PrimitiveTypes.Int64
	case typed.Uint64:
		return arrow.PrimitiveTypes.Uint64
	case typed.Float64:
		return arrow.PrimitiveTypes.Float64
	case typed.Bool:
		return arrow.FixedWidthTypes.Boolean
	case typed.Binary:
		return arrow.BinaryTypes.Binary
	}
	return arrow.BinaryTypes.String
}

// add appends the first n rows of a column to its builder.
func (x *arrowWriter) add(to array.Builder, c *typed.Column, b *typed.Batch, n int) {
	if c.Type == typed.Struct {
		x.addStruct(to.(*array.StructBuilder), c, b, n)
		return
	}
	v := &b.Leaves[c.Leaf]
	from := 0
	to.Reserve(n)
	for k := range v.First(n) {
		row := int(v.Rows[k])
		to.AppendNulls(row - from)
		from = row + 1
		switch to := to.(type) {
		case *array.Int64Builder:
			to.Append(int64(v.Nums[k]))
		case *array.Uint64Builder:
			to.Append(v.Nums[k])
		case *array.Float64Builder:
			to.Append(math.Float64frombits(v.Nums[k]))
		case *array.BooleanBuilder:
			to.Append(v.Nums[k] != 0)
		case *array.BinaryBuilder:
			to.Append(v.At(k))
		case *array.StringBuilder:
			to.BinaryBuilder.Append(v.At(k))
		}
	}
	to.AppendNulls(n - from)
}

func (x *arrowWriter) addStruct(to *array.StructBuilder, c *typed.Column, b *typed.Batch, n int) {
	list := x.levels.Of[c.Group]
	if list == nil || len(b.Groups[c.Group]) == 0 {
		to.AppendNulls(n) // and thereby to all of its fields
		return
	}
	valid := make([]bool, n)
	for _, row := range b.Groups[c.Group] {
		if int(row) < n {
			valid[row] = true
		}
	}
	to.AppendValues(valid)
	for i, one := range c.Inner {
		x.add(to.FieldBuilder(i), one, b, n)
	}
}
