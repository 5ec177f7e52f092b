package codec

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Bulk decodes very many entries, on any number of threads, and gives the same
// answer for an entry wherever it stands: it learns from the first entries which
// format they have, and from then on each thread's copy knows the same. An entry
// that does not fit is identified from scratch.
//
// The zero Bulk identifies everything. A Bulk is for one thread; Fork makes more.
type Bulk struct {
	Format string // pins the format; empty for any
	Record string // pins the record kind; empty for any
	Schema func(*format.Format) format.Schema
	Zones  format.Zones

	learnt *format.Format
	eager  bool           // Decode learns too: right for one thread only
	last   *format.Record // the kind that came last: tried first
	in     format.Input
	lone   store.Entry
}

// Learn looks at one of the first entries and reports whether it said for sure
// which format the entries have. There is nothing to learn after that.
func (b *Bulk) Learn(e *store.Entry) bool {
	parsed, _ := Identify(b.query(e))
	return b.learn(parsed)
}

func (b *Bulk) learn(parsed []*Candidate) bool {
	const sure = 3 // dots from which the other entries are taken for the same format
	if len(parsed) == 0 || parsed[0].Dots < sure || parsed[0].Tie {
		return false
	}
	b.learnt = parsed[0].Format
	b.ready()
	return true
}

// Fork returns a copy that knows the same and has memory of its own.
func (b *Bulk) Fork() *Bulk {
	c := &Bulk{Format: b.Format, Record: b.Record, Schema: b.Schema, Zones: b.Zones, learnt: b.learnt}
	c.ready()
	return c
}

func (b *Bulk) ready() {
	b.in = format.Input{Zones: b.Zones}
	if b.learnt != nil && b.Schema != nil {
		b.in.Schema = b.Schema(b.learnt)
	}
}

func (b *Bulk) query(e *store.Entry) Query {
	return Query{Entry: e, Format: b.Format, Record: b.Record, Schema: b.Schema, Zones: b.Zones}
}

// Decode writes the entry's fields to w, JSON or CBOR, and says what it is. On
// failure w is as it was, and the error is that of the nearest reading. Without a
// w it only says what the entry is, which is faster.
func (b *Bulk) Decode(e *store.Entry, w *value.Writer) (*format.Format, *format.Record, *wire.Error) {
	if b.learnt != nil {
		if r := b.try(e, w); r != nil {
			return b.learnt, r, nil
		}
	}
	parsed, refused := Identify(b.query(e))
	switch {
	case len(parsed) > 0:
		best := parsed[0]
		if b.eager && b.learnt == nil {
			b.learn(parsed)
		}
		b.write(e, best, w)
		return best.Format, best.Record, nil
	case len(refused) > 0:
		return nil, nil, b.nearest(e, refused[0]).Err
	}
	return nil, nil, &wire.Error{Code: wire.Missing, Expected: "parts that some format knows", Found: partNames(e)}
}

// nearest is the nearest reading that was refused, of the learnt format if it has one:
// among its rows a damaged one is its own, whatever else comes as near.
func (b *Bulk) nearest(e *store.Entry, any *Candidate) *Candidate {
	if _, lone := e.Part(store.Bytes); lone || b.learnt == nil || any.Format == b.learnt {
		return any // lone bytes are among others of any format
	}
	q := b.query(e)
	q.Format = b.learnt.ID
	if _, refused := Identify(q); len(refused) > 0 {
		return refused[0]
	}
	return any
}

// write writes the fields of a candidate, which are at hand as JSON only.
func (b *Bulk) write(e *store.Entry, c *Candidate, w *value.Writer) {
	if w == nil {
		return
	}
	if !w.CBOR {
		w.JSON(c.Fields)
		return
	}
	in := format.Input{Entry: *e, Zones: b.Zones}
	if c.Part != "" {
		lone, _ := e.Part(store.Bytes)
		in.Entry = store.Entry{Parts: []store.Part{{Name: c.Part, Bytes: lone}}}
	}
	if b.Schema != nil {
		in.Schema = b.Schema(c.Format)
	}
	if !in.Try(c.Record, w) {
		in.Lenient = true
		in.Try(c.Record, w)
	}
}

// try decodes strictly as a record kind of the learnt format. A kind with a
// Match excludes the others by its bytes, so it does not matter which of those
// is tried first: the one that came last is.
func (b *Bulk) try(e *store.Entry, w *value.Writer) *format.Record {
	lone, isLone := e.Part(store.Bytes)
	if !isLone {
		b.in.Entry = *e
	}
	if r := b.last; r != nil && b.takes(r, lone, isLone) && b.reads(r, w) {
		return r
	}
	for i := range b.learnt.Records {
		r := &b.learnt.Records[i]
		if r == b.last || !b.takes(r, lone, isLone) || r.Match != nil && !r.Match(&b.in) || !b.reads(r, w) {
			continue
		}
		if r.Match != nil {
			b.last = r
		}
		return r
	}
	return nil
}

// reads is Input.Try for a writer that may be nil.
func (b *Bulk) reads(r *format.Record, w *value.Writer) bool {
	if w == nil {
		return r.Decode(&b.in, nil, nil) == nil
	}
	return b.in.Try(r, w)
}

// takes reports whether a record kind has the entry's parts, and readies the
// input. Lone bytes are only taken for what says itself what it is, the first
// part of a kind with a Match, or for the only part that a pinned kind can be.
func (b *Bulk) takes(r *format.Record, lone []byte, isLone bool) bool {
	if r.Decode == nil || len(r.Guess) == 0 || b.Record != "" && b.Record != r.Name {
		return false
	}
	if isLone {
		if r.Match == nil && (b.Record == "" || len(r.Guess) > 1) {
			return false
		}
		b.lone.Parts = append(b.lone.Parts[:0], store.Part{Name: r.Guess[0], Bytes: lone})
		b.in.Entry = b.lone
		return true
	}
	for i := range b.in.Entry.Parts {
		if !contains(r.Parts, b.in.Entry.Parts[i].Name) {
			return false
		}
	}
	return len(b.in.Entry.Parts) > 0
}

func contains(list []string, s string) bool {
	for i := range list {
		if list[i] == s {
			return true
		}
	}
	return false
}

func partNames(e *store.Entry) string {
	names := ""
	for i, p := range e.Parts {
		if i > 0 {
			names += ", "
		}
		names += p.Name
	}
	if names == "" {
		return "no parts"
	}
	return names
}
