package rows

import (
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/store"
)

// chunk is some rows on their way from the scanner through a worker to the output.
// Chunks are recycled, so that a dump of any size needs the memory of only a few of
// them. They are small enough to stay in the cache of a core.
type chunk struct {
	rows  []row
	parts []store.Part
	arena []byte
	out   []byte
	table Table // instead of out, if records are not text; nil for text
	file  string
	marks []mark        // records in out, if only some of them are written
	ready chan struct{} // signals that a worker has finished the chunk
	rares []rare        // of rows of stores, each of which has one

	before *store.Entry // the entry before the first row, if rows are counted; nil if there is none

	failed, others, doubtful int // numbers of rows
}

// row is one entry, or the reason why its text could not be read. It is kept small: rarely used
// members are reached through a pointer.
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
	note               string // what the text or the files leave open
	bad                error  // why the text could not be read

	placed bool         // source is the full position, because the row is from a store
	source store.Source // set if placed
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

// add copies an entry, because the scanner reuses its memory.
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

// addStored copies an entry of a store, with a note or "".
func (c *chunk) addStored(e *store.Entry, note string) {
	if c.rares == nil {
		c.rares = make([]rare, 0, chunkRows) // rows point into it, so it never grows
	}
	r := c.copy(e)
	c.rares = append(c.rares, rare{deleted: e.Deleted, note: note, placed: true, source: e.Source})
	r.rare = &c.rares[len(c.rares)-1]
}

// addLost adds a row for the place where a store lost rows.
func (c *chunk) addLost(bad Lost) {
	c.rows = append(c.rows, row{rare: &rare{bad: bad, placed: true, source: bad.Source()}})
}

// entry restores the entry of a row.
func (c *chunk) entry(r *row, e *store.Entry) {
	*e = store.Entry{Parts: r.parts, Timestamp: r.timestamp, Source: store.Source{File: c.file}}
	e.Source.SetPlace(r.place)
	if x := r.rare; x != nil && x.placed {
		e.Deleted, e.Source = x.deleted, x.source
	} else if x != nil {
		e.Deleted, e.Increment, e.Source.Table, e.Source.CF = x.deleted, x.increment, x.table, x.cf
	}
}
