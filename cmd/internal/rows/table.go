package rows

import (
	"io"

	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/stream"
)

// Tables takes records that are not text, such as the columns of a file.
type Tables interface {
	New() Table
	// Filler returns a filler for tables, to be used by one goroutine.
	Filler(d *stream.Decoder, where *filter.Filter, lenient bool) Filler
	// Write writes the first n records of a table. It is called in row order.
	Write(t Table, n int) error
}

// Table is some records. Only one goroutine uses it at a time.
type Table interface {
	Len() int
	Copy(record int) Table // returns a table with one of the records
	Reset()                // removes all records
}

// Filler adds the record of a row to a table, like record.Writer.Append does to text.
type Filler interface {
	Fill(t Table, r *stream.Row) (ok bool)
	Others() int // returns the rows left out since the last call, as in record.Writer
}

// written returns how much the chunk has: bytes of text, or records of a table.
func (c *chunk) written() int {
	if c.table != nil {
		return c.table.Len()
	}
	return len(c.out)
}

// put writes what the chunk has, up to end.
func (s *Stream) put(out io.Writer, c *chunk, end int) error {
	if c.table != nil {
		return s.Tables.Write(c.table, end)
	}
	_, err := out.Write(c.out[:end])
	return err
}
