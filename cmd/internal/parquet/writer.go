package parquet

import (
	"encoding/binary"
	"io"

	"github.com/klauspost/compress/zstd"
)

// Writer writes a Parquet file. Every column gets as many rows as the others before Rows is called.
type Writer struct {
	out     io.Writer
	err     error // the first one
	offset  int64
	columns []*Column
	schema  thrift // the items of its list
	nodes   int
	created string

	rows   int    // of the row group
	all    int64  // of the file
	groups thrift // what the footer says of the row groups
	count  int
}

// NewWriter begins a file. The name of the program that makes it is "rowlens version 1.2.3".
func NewWriter(out io.Writer, created string, columns []Node) *Writer {
	w := &Writer{out: out, created: created, nodes: 1}
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	w.err = err
	w.schema.open()
	w.schema.text(4, "rowlens")
	w.schema.int32(5, int64(len(columns)))
	w.schema.end()
	w.describe(nil, columns, &packer{zstd: z})
	w.write([]byte(magic))
	return w
}

// describe adds nodes to the schema, and their columns.
func (w *Writer) describe(path []string, list []Node, p *packer) {
	for i := range list {
		n := &list[i]
		here := append(path[:len(path):len(path)], n.Name)
		w.nodes++
		s := &w.schema
		s.open()
		if n.Children != nil {
			s.int32(3, repetitionOptional)
			s.text(4, n.Name)
			s.int32(5, int64(len(n.Children)))
			s.end()
			w.describe(here, n.Children, p)
			continue
		}
		s.int32(1, physical[n.Kind])
		s.int32(3, repetitionOptional)
		s.text(4, n.Name)
		switch n.Kind {
		case Int64:
			logicalInt(s, convertedInt64, true)
		case Uint64:
			logicalInt(s, convertedUint64, false)
		case Text, JSON:
			s.int32(6, convertedUTF8)
			s.begin(10)
			s.begin(1)
			s.end()
			s.end()
		}
		s.end()
		w.columns = append(w.columns, newColumn(here, n.Kind, p))
	}
}

func logicalInt(s *thrift, converted int64, signed bool) {
	s.int32(6, converted)
	s.begin(10)
	s.begin(10)
	s.field(1, thriftByte)
	s.buf = append(s.buf, 64)
	s.bool(2, signed)
	s.end()
	s.end()
}

// Columns are those of the schema that are no structs, in its order.
func (w *Writer) Columns() []*Column { return w.columns }

// Rows says that every column got so many rows more.
func (w *Writer) Rows(n int) {
	w.rows += n
	for _, c := range w.columns {
		c.full()
	}
}

// Flush ends a row group.
func (w *Writer) Flush() error {
	if w.rows == 0 {
		return w.err
	}
	t, begin := &w.groups, w.offset
	t.open()
	t.list(1, thriftStruct, len(w.columns))
	var unpacked int64
	for _, c := range w.columns {
		c.end()
		unpacked += int64(c.chunk.unpacked)
		w.chunk(t, c)
		c.begin()
	}
	t.int64(2, unpacked)
	t.int64(3, int64(w.rows))
	t.int64(5, begin)
	t.int64(6, w.offset-begin)
	t.end()
	w.count++
	w.all += int64(w.rows)
	w.rows = 0
	return w.err
}

// chunk writes the pages of a column, and what the footer says of them.
func (w *Writer) chunk(t *thrift, c *Column) {
	k := &c.chunk
	begin := w.offset
	w.write(k.dict)
	data := w.offset
	w.write(k.pages)
	t.open()
	t.int64(2, 0) // no metadata stands beside the pages
	t.begin(3)
	t.int32(1, physical[c.kind])
	encodings := []int64{encodingRLE}
	if k.plain || k.byNumbers {
		encodings = append(encodings, encodingPlain) // also that of the dictionary
	}
	if k.byNumbers {
		encodings = append(encodings, encodingDictionary)
	}
	t.list(2, thriftInt32, len(encodings))
	for _, one := range encodings {
		t.number(one)
	}
	t.list(3, thriftBinary, len(c.path))
	for _, name := range c.path {
		t.item(name)
	}
	t.int32(4, codecZstd)
	t.int64(5, int64(k.rows))
	t.int64(6, int64(k.unpacked))
	t.int64(7, w.offset-begin)
	t.int64(9, data)
	if len(k.dict) > 0 {
		t.int64(11, begin)
	}
	t.begin(12)
	t.int64(3, int64(k.nulls))
	k.bounds.write(t)
	t.end()
	t.end()
	t.end()
}

// Close ends the file.
func (w *Writer) Close() error {
	if err := w.Flush(); err != nil {
		return err
	}
	var t thrift
	t.int32(1, 2)
	t.list(2, thriftStruct, w.nodes)
	t.buf = append(t.buf, w.schema.buf...)
	t.int64(3, w.all)
	t.list(4, thriftStruct, w.count)
	t.buf = append(t.buf, w.groups.buf...)
	t.text(6, w.created)
	t.list(7, thriftStruct, len(w.columns)) // the order of the values of each: that of its type
	for range w.columns {
		t.open()
		t.begin(1)
		t.end()
		t.end()
	}
	t.end()
	w.write(t.buf)
	w.write(append(binary.LittleEndian.AppendUint32(nil, uint32(len(t.buf))), magic...))
	return w.err
}

func (w *Writer) write(b []byte) {
	if w.err != nil || len(b) == 0 {
		return
	}
	n, err := w.out.Write(b)
	w.offset += int64(n)
	w.err = err
}
