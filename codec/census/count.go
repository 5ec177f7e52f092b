package census

import (
	"github.com/rowlens/rowlens/codec/stats"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// Count is what has been counted so far.
type Count struct {
	// Usage is what the files of stores say; nil for a dump. Entries are measured in it as they pass.
	Usage *storage.Usage
	// Stored means that the rows are everything that a store has, not only what its readers see.
	Stored bool

	stats *stats.Stats
	top   int
}

// New returns a count of no rows.
func New(o Options) *Count { return &Count{stats: stats.New(o.Stats), top: o.Top} }

// Add counts a row, which d decodes. It does not keep the row's memory.
func (c *Count) Add(r *stream.Row, d *stream.Decoder) {
	if r.Bad == nil {
		c.measure(r.Entry)
	}
	c.stats.Add(r, d)
}

// Pass skips a row that a filter leaves out; the next row follows it.
func (c *Count) Pass(r *stream.Row) {
	if r.Bad == nil {
		c.measure(r.Entry)
		c.stats.Follow(r.Entry)
	}
}

// Unseen returns the sizes in which the caller counts entries that Add does not count as rows: all stored entries or,
// if the rows are all stored entries, those that a reader of the store sees.
func (c *Count) Unseen() *storage.Sizes {
	if c.Stored {
		return &c.Usage.Visible
	}
	return &c.Usage.Stored
}

func (c *Count) measure(e *store.Entry) {
	switch {
	case c.Usage == nil:
	case c.Stored:
		c.Usage.Stored.Add(e)
	default:
		c.Usage.Visible.Add(e)
	}
}

// Write writes what `rowlens stats --json` prints: docs/stats.md.
func (c *Count) Write(w *value.Writer) {
	w.Object()
	c.stats.Report(c.top).WriteMembers(w)
	if c.Usage != nil {
		c.Usage.Write(w.Member("store"))
	}
	w.EndObject()
}
