package stream

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Decoder decodes very many entries, on any number of threads, and gives the same
// answer for an entry wherever it stands: it learns from the first entries which
// format they have, and from then on each thread's copy knows the same. An entry
// that does not fit is identified from scratch.
//
// The zero Decoder identifies everything. A Decoder is for one thread; Fork makes more.
type Decoder struct {
	Format  string // pins the format; empty for any
	Record  string // pins the record kind; empty for any
	Schemas format.SchemaSet
	Zones   format.Zones

	learnt *format.Format
	eager  bool           // Decode learns too: right for one thread only
	last   *format.Record // the kind that came last: tried first
	in     format.Input
	lone   [1]store.Part // memory for lone bytes
}

// Learn looks at one of the first entries and reports whether it said for sure
// which format the entries have. There is nothing to learn after that.
func (d *Decoder) Learn(e *store.Entry) bool {
	parsed, _ := identify.Candidates(d.query(e))
	return d.learn(parsed)
}

func (d *Decoder) learn(parsed []*identify.Candidate) bool {
	const sure = 3 // dots from which the other entries are taken for the same format
	if len(parsed) == 0 || parsed[0].Dots < sure || parsed[0].Tie {
		return false
	}
	d.learnt = parsed[0].Format
	d.prepare()
	return true
}

// Fork returns a copy that knows the same and has memory of its own.
func (d *Decoder) Fork() *Decoder {
	c := &Decoder{Format: d.Format, Record: d.Record, Schemas: d.Schemas, Zones: d.Zones, learnt: d.learnt}
	c.prepare()
	return c
}

func (d *Decoder) prepare() {
	d.in = format.Input{Schema: d.Schemas.For(d.learnt), Zones: d.Zones}
}

func (d *Decoder) query(e *store.Entry) identify.Query {
	return identify.Query{Entry: e, Format: d.Format, Record: d.Record, Schemas: d.Schemas, Zones: d.Zones}
}

// Decode writes the entry's fields to w, JSON or CBOR, and says what it is. On
// failure w is as it was, and the error is that of the nearest reading. Without a
// w it only says what the entry is, which is faster.
func (d *Decoder) Decode(e *store.Entry, w *value.Writer) (*format.Format, *format.Record, *wire.Error) {
	if d.learnt != nil {
		if r := d.try(e, w); r != nil {
			return d.learnt, r, nil
		}
	}
	parsed, refused := identify.Candidates(d.query(e))
	switch {
	case len(parsed) > 0:
		best := parsed[0]
		if d.eager && d.learnt == nil {
			d.learn(parsed)
		}
		d.write(e, best, w)
		return best.Format, best.Record, nil
	case len(refused) > 0:
		return nil, nil, d.nearest(e, refused[0]).Err
	}
	return nil, nil, &wire.Error{Code: wire.Missing, Expected: "parts that some format knows", Found: partNames(e)}
}

// nearest is the nearest reading that was refused, of the learnt format if it has one:
// among its rows a damaged one is its own, whatever else comes as near.
func (d *Decoder) nearest(e *store.Entry, any *identify.Candidate) *identify.Candidate {
	if _, lone := e.Part(store.Bytes); lone || d.learnt == nil || any.Format == d.learnt {
		return any // lone bytes are among others of any format
	}
	q := d.query(e)
	q.Format = d.learnt.ID
	if _, refused := identify.Candidates(q); len(refused) > 0 {
		return refused[0]
	}
	return any
}

// write writes the fields of a candidate, which are at hand as JSON only.
func (d *Decoder) write(e *store.Entry, c *identify.Candidate, w *value.Writer) {
	if w == nil {
		return
	}
	if !w.CBOR {
		w.JSON(c.Fields)
		return
	}
	in := format.Input{Entry: e.As(c.Part, nil), Schema: d.Schemas.For(c.Format), Zones: d.Zones}
	if !in.Try(c.Record, w) {
		in.Lenient = true
		in.Try(c.Record, w)
	}
}

// try decodes strictly as a record kind of the learnt format. A kind with a
// Match excludes the others by its bytes, so it does not matter which of those
// is tried first: the one that came last is.
func (d *Decoder) try(e *store.Entry, w *value.Writer) *format.Record {
	_, lone := e.Part(store.Bytes)
	if !lone {
		d.in.Entry = *e
	}
	if r := d.last; r != nil && d.takes(r, e, lone) && d.reads(r, w) {
		return r
	}
	for i := range d.learnt.Records {
		r := &d.learnt.Records[i]
		if r == d.last || !d.takes(r, e, lone) || r.Match != nil && !r.Match(&d.in) || !d.reads(r, w) {
			continue
		}
		if r.Match != nil {
			d.last = r
		}
		return r
	}
	return nil
}

// reads is Input.Try for a writer that may be nil.
func (d *Decoder) reads(r *format.Record, w *value.Writer) bool {
	if w == nil {
		return r.Decode(&d.in, nil, nil) == nil
	}
	return d.in.Try(r, w)
}

// takes reports whether a record kind has the entry's parts, and readies the
// input. Lone bytes are only taken for what says itself what it is, the first
// part of a kind with a Match, or for the only part that a pinned kind can be.
func (d *Decoder) takes(r *format.Record, e *store.Entry, lone bool) bool {
	if r.Decode == nil || len(r.Guess) == 0 || d.Record != "" && d.Record != r.Name {
		return false
	}
	if lone {
		if r.Match == nil && (d.Record == "" || len(r.Guess) > 1) {
			return false
		}
		d.in.Entry = e.As(r.Guess[0], d.lone[:])
		return true
	}
	return len(e.Parts) > 0 && r.Fits(e)
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
