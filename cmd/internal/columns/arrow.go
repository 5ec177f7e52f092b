package columns

import (
	"io"
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// Budgets of a batch of an Arrow stream, which is held in memory until it is full.
const (
	batchBytes = 4 << 20
	batchRows  = 64 << 10
)

// arrowWriter writes an Arrow IPC stream.
type arrowWriter struct {
	w       *ipc.Writer
	b       *array.RecordBuilder
	columns []*Column
	levels  levels
	bytes   int // of the batch so far
	count   int
}

func newArrow(out io.Writer, s *Schema) *arrowWriter {
	schema := arrow.NewSchema(arrowFields(s.Columns), nil)
	return &arrowWriter{
		w:       ipc.NewWriter(out, ipc.WithSchema(schema)),
		b:       array.NewRecordBuilder(memory.NewGoAllocator(), schema),
		columns: shown(s.Columns),
	}
}

func (x *arrowWriter) write(b *Batch, n int) error {
	x.levels.set(b, n)
	for i, c := range x.columns {
		x.add(x.b.Field(i), c, b, n)
	}
	x.bytes += b.size
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

// close writes what is left, and the end of the stream.
func (x *arrowWriter) close() error {
	if x.count > 0 {
		if err := x.flush(); err != nil {
			return err
		}
	}
	return x.w.Close()
}

func arrowFields(list []Column) (fields []arrow.Field) {
	for _, c := range shown(list) {
		fields = append(fields, arrow.Field{Name: c.Name, Type: arrowType(c), Nullable: true})
	}
	return fields
}

func arrowType(c *Column) arrow.DataType {
	switch c.Type {
	case Struct:
		return arrow.StructOf(arrowFields(c.Columns)...)
	case Int64:
		return arrow.PrimitiveTypes.Int64
	case Uint64:
		return arrow.PrimitiveTypes.Uint64
	case Float64:
		return arrow.PrimitiveTypes.Float64
	case Bool:
		return arrow.FixedWidthTypes.Boolean
	case Binary:
		return arrow.BinaryTypes.Binary
	}
	return arrow.BinaryTypes.String
}

// add appends the first n rows of a column to its builder.
func (x *arrowWriter) add(to array.Builder, c *Column, b *Batch, n int) {
	if c.Type == Struct {
		x.addStruct(to.(*array.StructBuilder), c, b, n)
		return
	}
	v := &b.leaves[c.leaf]
	from := 0
	to.Reserve(n)
	for k := range v.first(n) {
		row := int(v.rows[k])
		to.AppendNulls(row - from)
		from = row + 1
		switch to := to.(type) {
		case *array.Int64Builder:
			to.Append(int64(v.nums[k]))
		case *array.Uint64Builder:
			to.Append(v.nums[k])
		case *array.Float64Builder:
			to.Append(math.Float64frombits(v.nums[k]))
		case *array.BooleanBuilder:
			to.Append(v.nums[k] != 0)
		case *array.BinaryBuilder:
			to.Append(v.at(k))
		case *array.StringBuilder:
			to.BinaryBuilder.Append(v.at(k))
		}
	}
	to.AppendNulls(n - from)
}

func (x *arrowWriter) addStruct(to *array.StructBuilder, c *Column, b *Batch, n int) {
	list := x.levels.of[c.group]
	if list == nil || len(b.groups[c.group]) == 0 {
		to.AppendNulls(n) // and so to all of its fields
		return
	}
	valid := make([]bool, n)
	for _, row := range b.groups[c.group] {
		if int(row) < n {
			valid[row] = true
		}
	}
	to.AppendValues(valid)
	for i, one := range c.inner {
		x.add(to.FieldBuilder(i), one, b, n)
	}
}
