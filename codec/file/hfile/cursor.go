package hfile

import (
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/store"
)

// cursor returns the cells of a source as entries.
type cursor struct {
	src   source
	table func(c *cell) int  // index of the cell's table
	named func(t int) string // HBase's table, whose families are the tables here; empty if not known
	close func() error

	asked bool
	last  int // the last argument of named, and its answer
	name  string
}

// Next fills e with the next cell or damage.
func (c *cursor) Next(e *file.Entry) bool {
	e.Reset()
	if !c.src.next() {
		return false
	}
	x := c.src.current()
	if x == nil {
		e.Damage = c.src.damaged()
		e.Source.File, e.Block = e.Damage.File, e.Damage.Offset
		return true
	}
	setEntry(e, x)
	e.Table = c.table(x)
	if !c.asked || e.Table != c.last {
		c.last, c.name, c.asked = e.Table, c.named(e.Table), true
	}
	e.Source.Table = c.name
	return true
}

// cellParts is the number of parts in a cell's entry.
const cellParts = 4

// setEntry fills an empty entry with a cell.
func setEntry(e *file.Entry, c *cell) {
	if cap(e.Parts) < cellParts {
		e.Parts = make([]store.Part, cellParts)
	}
	p := e.Parts[:cellParts]
	// Member by member: a whole Part would be built elsewhere and then copied, which takes twice as long.
	p[0].Name, p[1].Name, p[2].Name, p[3].Name = store.Row, store.Family, store.Qualifier, store.Value
	p[0].Bytes, p[1].Bytes, p[2].Bytes, p[3].Bytes = c.row, c.family, c.qualifier, c.value
	e.Parts = p
	e.Source.File = c.file
	e.Time, e.Timed, e.Type = c.time, true, typeName(c.code)
	if c.code != put {
		e.Deleted = e.Type
	}
	e.Block, e.At, e.Sequence = c.block, c.at, c.sequence
	e.Tags = appendTags(e.Tags, c.tags)
}

// Err returns why the scan ended early.
func (c *cursor) Err() error { return c.src.err() }

// Close closes whatever was opened for the cursor.
func (c *cursor) Close() error {
	if c.close == nil {
		return nil
	}
	return c.close()
}
