package rows

import (
	"io"

	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/stream"
)

// Tables is where records go that are no text, such as columns of a file.
type Tables interface {
	New() Table
	// Filler returns what fills tables. It is used by one goroutine.
	Filler(d *stream.Decoder, where *filter.Filter, lenient bool) Filler
	// Write writes the first n records of a table. It is called in the order of the rows.
	Write(t Table, n int) error
}

// Table is some records. It is used by one goroutine at a time.
type Table interface {
	Len() int
	Copy(record int) Table // a table with one of the records
	Reset()                // removes all of them
}

// Filler adds the record of a row to a table, as record.Writer.Append does to text.
type Filler interface {
	Fill(t Table, r *stream.Row) (ok bool)
	Others() int // rows since the last call that were left out, as in record.Writer
}

// written is how much the chunk has: bytes of text or records of a table.
func (c *chunk) written() int {
	if c.table != nil {
		return c.table.Len()
	}
	return len(c.out)
}

// put writes what the chunk has, up to a place.
func (s *Stream) put(out io.Writer, c *chunk, end int) error {
	if c.table != nil {
		return s.Tables.Write(c.table, end)
	}
	_, err := out.Write(c.out[:end])
	return err
}
