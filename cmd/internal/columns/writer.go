package columns

import (
	"io"

	"github.com/rowlens/rowlens/cmd/internal/rows"
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/internal/typed"
)

// Writer writes records as columns. It implements rows.Tables for a stream.
type Writer struct {
	schema *typed.Schema
	to     sink
}

// sink is what batches are written to.
type sink interface {
	// write writes the first n rows of a batch, which it does not keep.
	write(b *typed.Batch, n int) error
	close() error
}

// NewParquet returns a writer of a Parquet file whose row groups are compressed with zstd.
func NewParquet(out io.Writer, s *typed.Schema) *Writer { return &Writer{s, newParquet(out, s)} }

// NewArrow returns a writer of an Arrow IPC stream.
func NewArrow(out io.Writer, s *typed.Schema) *Writer { return &Writer{s, newArrow(out, s)} }

// New returns an empty batch.
func (x *Writer) New() rows.Table { return table{typed.NewBatch(x.schema)} }

// Filler returns a filler that puts rows decoded by the decoder into batches.
func (x *Writer) Filler(d *stream.Decoder, where *filter.Filter, lenient bool) rows.Filler {
	return &filler{typed.Filler{Schema: x.schema, Decoder: d, Where: where, Lenient: lenient}}
}

// Write writes the first n rows of a batch.
func (x *Writer) Write(t rows.Table, n int) error { return x.to.write(t.(table).Batch, n) }

// Close writes the remaining rows and the end of the file or stream.
func (x *Writer) Close() error { return x.to.close() }

// table adapts a batch to the stream of rows.
type table struct{ *typed.Batch }

// Copy returns a batch with one of the records.
func (t table) Copy(row int) rows.Table { return table{t.Batch.Copy(row)} }

type filler struct{ typed.Filler }

// Fill adds the record of a row to a batch.
func (x *filler) Fill(t rows.Table, r *stream.Row) bool { return x.Filler.Fill(t.(table).Batch, r) }
