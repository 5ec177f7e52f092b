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
	file  string
	marks []mark        // records of out, where a part of them is picked
	ready chan struct{} // a worker is done with it

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
	note               string      // what the text leaves open
	bad                *dump.Error // why the text could not be read
}

const (
	chunkRows  = 256
	chunkBytes = 64 << 10
	keepBytes  = 4 << 20 // a chunk that held a huge row releases its memory
)

func newChunk() *chunk { return &chunk{ready: make(chan struct{}, 1)} }

func (c *chunk) reset() {
	c.rows, c.parts, c.marks = c.rows[:0], c.parts[:0], c.marks[:0]
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
	first := len(c.parts)
	for i := range e.Parts {
		p := &e.Parts[i]
		at := len(c.arena)
		c.arena = append(c.arena, p.Bytes...)
		c.parts = append(c.parts, store.Part{Name: p.Name, Bytes: c.arena[at:len(c.arena):len(c.arena)]})
	}
	r := row{parts: c.parts[first:len(c.parts):len(c.parts)], timestamp: e.Timestamp, place: e.Source.Place()}
	if s := &e.Source; e.Deleted != "" || e.Increment || s.Table != "" || s.CF != "" || !d.Exact {
		r.rare = &rare{deleted: e.Deleted, increment: e.Increment, table: s.Table, cf: s.CF}
		if !d.Exact {
			r.rare.note = d.Note
		}
	}
	c.rows = append(c.rows, r)
}

func (c *chunk) addBad(bad *dump.Error) {
	where := bad.Source(c.file)
	c.rows = append(c.rows, row{place: where.Place(), rare: &rare{bad: bad}})
}

// entry puts a row together again.
func (c *chunk) entry(r *row, e *store.Entry) {
	*e = store.Entry{Parts: r.parts, Timestamp: r.timestamp, Source: store.Source{File: c.file}}
	e.Source.SetPlace(r.place)
	if x := r.rare; x != nil {
		e.Deleted, e.Increment, e.Source.Table, e.Source.CF = x.deleted, x.increment, x.table, x.cf
	}
}
