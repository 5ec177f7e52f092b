package rows

import (
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/store"
)

// chunk is some rows on their way from the scanner through a worker to the
// output. Chunks are recycled, so that a dump of any size needs the memory of a
// few of them; they are small enough to stay in the cache of a core.
type chunk struct {
	rows  []row
	parts []store.Part
	arena []byte
	out   []byte
	table Table // in place of out, where records are no text; nil for text
	file  string
	marks []mark        // records of out, where a part of them is picked
	ready chan struct{} // a worker is done with it
	rares []rare        // of rows of stores, which all have one

	before *store.Entry // the entry before the first row, where rows are counted; nil for none

	failed, others, doubtful int // rows
}

// row is one entry, or the reason why its text could not be read. It is kept small: rarely used
// members are behind a pointer.
type row struct {
	parts     []store.Part
	timestamp string
	place     int64 // see store.Source.Place
	rare      *rare
}

// rare holds the members that most rows do not use.
type rare struct {
	deleted, table, cf string
	increment          bool
	note               string // what the text leaves open
	bad                error  // why the text could not be read

	placed bool         // source is all of the place: the row is of a store
	source store.Source // if placed
}

const (
	chunkRows  = 256
	chunkBytes = 64 << 10
	keepBytes  = 4 << 20 // a chunk that held a huge row releases its memory
)

func newChunk() *chunk { return &chunk{ready: make(chan struct{}, 1)} }

func (c *chunk) reset() {
	clear(c.rares)
	if c.table != nil {
		c.table.Reset()
	}
	c.rows, c.parts, c.marks, c.rares = c.rows[:0], c.parts[:0], c.marks[:0], c.rares[:0]
	c.failed, c.others, c.doubtful = 0, 0, 0
	if c.arena = c.arena[:0]; cap(c.arena) > keepBytes {
		c.arena = nil
	}
	if c.out = c.out[:0]; cap(c.out) > keepBytes {
		c.out = nil
	}
}

func (c *chunk) full() bool { return len(c.rows) >= chunkRows || len(c.arena) >= chunkBytes }

// add copies an entry, whose memory the scanner reuses.
func (c *chunk) add(e *store.Entry, d dump.Detail) {
	r := c.copy(e)
	if s := &e.Source; e.Deleted != "" || e.Increment || s.Table != "" || s.CF != "" || !d.Exact {
		r.rare = &rare{deleted: e.Deleted, increment: e.Increment, table: s.Table, cf: s.CF}
		if !d.Exact {
			r.rare.note = d.Note
		}
	}
}

// copy copies the parts of an entry.
func (c *chunk) copy(e *store.Entry) *row {
	first := len(c.parts)
	for i := range e.Parts {
		p := &e.Parts[i]
		at := len(c.arena)
		c.arena = append(c.arena, p.Bytes...)
		c.parts = append(c.parts, store.Part{Name: p.Name, Bytes: c.arena[at:len(c.arena):len(c.arena)]})
	}
	c.rows = append(c.rows, row{parts: c.parts[first:len(c.parts):len(c.parts)], timestamp: e.Timestamp, place: e.Source.Place()})
	return &c.rows[len(c.rows)-1]
}

func (c *chunk) addBad(bad *dump.Error) {
	where := bad.Source(c.file)
	c.rows = append(c.rows, row{place: where.Place(), rare: &rare{bad: bad}})
}

// addStored copies an entry of a store.
func (c *chunk) addStored(e *store.Entry) {
	if c.rares == nil {
		c.rares = make([]rare, 0, chunkRows) // rows point into it: it never grows
	}
	r := c.copy(e)
	c.rares = append(c.rares, rare{deleted: e.Deleted, placed: true, source: e.Source})
	r.rare = &c.rares[len(c.rares)-1]
}

// addLost adds the place of rows that a store lost.
func (c *chunk) addLost(bad Lost) {
	c.rows = append(c.rows, row{rare: &rare{bad: bad, placed: true, source: bad.Source()}})
}

// entry puts a row together again.
func (c *chunk) entry(r *row, e *store.Entry) {
	*e = store.Entry{Parts: r.parts, Timestamp: r.timestamp, Source: store.Source{File: c.file}}
	e.Source.SetPlace(r.place)
	if x := r.rare; x != nil && x.placed {
		e.Deleted, e.Source = x.deleted, x.source
	} else if x != nil {
		e.Deleted, e.Increment, e.Source.Table, e.Source.CF = x.deleted, x.increment, x.table, x.cf
	}
}
