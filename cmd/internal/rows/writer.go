package rows

import (
	"github.com/rowlens/rowlens/codec/record"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
)

// writer decodes chunks to records. Each worker has one.
type writer struct {
	record.Writer
	entry   store.Entry
	row     stream.Row
	picks   bool   // marks the records
	samples bool   // and gives the marks hashes
	filler  Filler // for tables; nil if records are text
}

// chunk writes all rows of c to c.out.
func (x *writer) chunk(c *chunk) {
	x.row.Entry = &x.entry
	x.Others = 0
	for i := range c.rows {
		r := &c.rows[i]
		c.entry(r, &x.entry)
		x.row.Note, x.row.Bad = "", nil
		if r.rare != nil {
			x.row.Note = r.rare.note
			if r.rare.bad != nil {
				x.row.Bad = r.rare.bad
			}
		}
		ok, before := false, c.written()
		m := mark{}
		if x.filler != nil {
			ok = x.filler.Fill(c.table, &x.row)
		} else {
			c.out, ok = x.Append(c.out, &x.row)
		}
		if !ok {
			m.failed = true
			c.failed++
			if x.row.Bad == nil && x.Decoder.Doubt() != nil {
				m.doubtful = true
				c.doubtful++
			}
		}
		if x.picks && c.written() > before {
			m.end = c.written()
			if x.samples {
				m.hash = keyHash(&x.entry)
			}
			c.marks = append(c.marks, m)
		}
	}
	c.others = x.Others
	if x.filler != nil {
		c.others = x.filler.Others()
	}
}
