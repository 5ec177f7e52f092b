package rows

import (
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// Tally counts rows. Only one goroutine calls it, with any of the chunks.
type Tally interface {
	// Follow sets the entry before the next row; nil if there is none.
	Follow(e *store.Entry)
	// Add counts a row, which d decodes.
	Add(r *stream.Row, d *stream.Decoder)
}

// counter is a worker that counts rows.
type counter struct {
	tally   Tally
	decoder *stream.Decoder
	where   *filter.Filter
	entry   store.Entry
	row     stream.Row
	fields  value.Writer
}

func (x *counter) chunk(c *chunk) {
	x.row.Entry = &x.entry
	x.tally.Follow(c.before)
	for i := range c.rows {
		r := &c.rows[i]
		c.entry(r, &x.entry)
		x.row.Note, x.row.Bad = "", nil
		if r.rare != nil {
			x.row.Note, x.row.Bad = r.rare.note, r.rare.bad
		}
		_, lost := x.row.Bad.(stream.Damage) // no filter may hide that rows are missing
		if x.where != nil && !lost && !x.where.Take(&x.row, x.decoder, &x.fields) {
			if x.row.Bad == nil {
				x.tally.Follow(&x.entry)
			}
			continue
		}
		x.tally.Add(&x.row, x.decoder)
	}
}

// keep copies the last entry of a chunk for the next chunk.
func (x *scan) keep(c *chunk) {
	for i := len(c.rows) - 1; i >= 0; i-- {
		r := &c.rows[i]
		if r.rare != nil && r.rare.bad != nil {
			continue
		}
		var e store.Entry
		c.entry(r, &e)
		last := e.Clone()
		x.before = &last
		return
	}
}
