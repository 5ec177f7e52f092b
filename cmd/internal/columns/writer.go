package columns

import (
	"io"

	"github.com/rowlens/rowlens/cmd/internal/rows"
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/stream"
)

// Writer writes records as columns: it is the rows.Tables of a stream.
type Writer struct {
	schema *Schema
	to     sink
}

// sink is what batches are written to.
type sink interface {
	// write writes the first n rows of a batch, and keeps nothing of it.
	write(b *Batch, n int) error
	close() error
}

// NewParquet returns a writer of a Parquet file, whose row groups are compressed with zstd.
func NewParquet(out io.Writer, s *Schema) *Writer { return &Writer{s, newParquet(out, s)} }

// NewArrow returns a writer of an Arrow IPC stream.
func NewArrow(out io.Writer, s *Schema) *Writer { return &Writer{s, newArrow(out, s)} }

// New returns an empty batch.
func (x *Writer) New() rows.Table { return newBatch(x.schema) }

// Filler returns what fills batches with rows that the decoder decodes.
func (x *Writer) Filler(d *stream.Decoder, where *filter.Filter, lenient bool) rows.Filler {
	return &filler{schema: x.schema, decoder: d, where: where, lenient: lenient}
}

// Write writes the first n rows of a batch.
func (x *Writer) Write(t rows.Table, n int) error { return x.to.write(t.(*Batch), n) }

// Close writes what is left, and the end of the file or stream.
func (x *Writer) Close() error { return x.to.close() }
