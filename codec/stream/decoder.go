package stream

import (
	"strings"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Decoder decodes large numbers of entries, on any number of threads. It learns the format from the
// first entries; from then on the copies for all threads know the same, so its answer for an entry
// does not depend on the entry's position. An entry that does not fit the format is identified from
// scratch.
//
// The zero Decoder identifies everything. A Decoder is not safe for concurrent use; Fork makes more.
type Decoder struct {
	Format  string // pins the format; empty for any
	Record  string // pins the record kind; empty for any
	Only    string // the requested record kind; empty for all (see Wants)
	Schemas format.SchemaSet
	Zones   format.Zones

	Identified int  // entries identified from scratch so far, which is slow
	NeedsModel bool // some entry was refused because only the model says what it is

	learnt *format.Format
	table  string // of the entry that settled it
	eager  bool   // Decode learns too: right for one thread only

	agreed   *format.Format // of the entries so far that are no proof
	agreeing int            // how many they are
	differ   bool           // not all of them are of that format

	last   *format.Record // the kind that came last: tried first
	in     format.Input
	lone   [1]store.Part // memory for lone bytes
	finder identify.Finder
	second identify.Finder // for a second look at an entry whose readings are in use
	half   []store.Part    // memory for the key or for what is beside it
	known  known
	memo   memo
	doubt  identify.Doubt
	unsure bool       // there is a doubt
	tree   *span.Tree // set by Explain
}

// Wants reports whether a record kind is the requested one. Decode identifies other entries without
// writing their fields.
func (d *Decoder) Wants(r *format.Record) bool { return d.Only == "" || r.Name == d.Only }

// Doubt returns the doubt about the answer of the last Decode or DecodeStrict, or nil. It aliases the entry.
func (d *Decoder) Doubt() *identify.Doubt {
	if !d.unsure {
		return nil
	}
	return &d.doubt
}

// Learn examines one of the first entries and reports whether the format of all entries is settled: by
// this one, or because several agree. There is nothing to learn after that.
func (d *Decoder) Learn(e *store.Entry) bool {
	if d.settled() {
		return true
	}
	parsed, _ := d.finder.Best(d.query(e))
	return d.learn(e, parsed)
}

// A reading with sure dots is enough to assume the same format for the other entries; a guess has only guess dots.
const (
	sure  = 3
	guess = 1
)

// agreeing is how many entries have to agree on a format of which no single one is proof.
const agreeing = 8

func (d *Decoder) learn(e *store.Entry, parsed []*identify.Candidate) bool {
	if !certain(parsed) && !d.agree(e, parsed) {
		return false
	}
	if parsed[0].KeyOnly() && d.prover(e) != nil {
		return false // the key fits by chance
	}
	d.learnt, d.table = parsed[0].Format, strings.Clone(e.Source.Table)
	d.prepare()
	return true
}

// agree counts an entry in and reports whether all of several entries are best read, in all of their parts, as one format.
// Rows of a store whose models are not known prove their format only together.
func (d *Decoder) agree(e *store.Entry, parsed []*identify.Candidate) bool {
	_, lone := e.Part(store.Bytes)
	if lone || len(parsed) == 0 || parsed[0].Dots <= guess || parsed[0].Tie || parsed[0].KeyOnly() || parsed[0].Lenient() {
		return false
	}
	if f := parsed[0].Format; d.agreed == nil {
		d.agreed = f
	} else if f != d.agreed {
		d.differ = true
	}
	d.agreeing++
	return !d.differ && d.agreeing >= agreeing
}

// certain reports whether the best of the readings is so good that it is assumed of other entries, too.
func certain(parsed []*identify.Candidate) bool {
	return len(parsed) > 0 && parsed[0].Dots >= sure && !parsed[0].Tie
}

// Learnt returns what was learnt, for Assume: the id of the format and, after a space, the table of the entry it was
// learnt from, if it has one; empty if nothing was learnt.
func (d *Decoder) Learnt() string {
	switch {
	case d.learnt == nil:
		return ""
	case d.table == "":
		return d.learnt.ID
	}
	return d.learnt.ID + " " + d.table
}

// Assume takes over what another Decoder learnt from the same entries.
func (d *Decoder) Assume(learnt string) {
	id, table, _ := strings.Cut(learnt, " ")
	for _, f := range codec.Formats() {
		if f.ID == id {
			d.learnt, d.table = f, table
			d.prepare()
		}
	}
}

// Fork returns a copy with the same knowledge and separate memory.
func (d *Decoder) Fork() *Decoder {
	c := &Decoder{Format: d.Format, Record: d.Record, Only: d.Only, Schemas: d.Schemas, Zones: d.Zones, learnt: d.learnt, table: d.table}
	c.prepare()
	return c
}

func (d *Decoder) prepare() {
	d.in = format.Input{Schema: d.Schemas.For(d.learnt), Zones: d.Zones, Stored: true}
}

func (d *Decoder) query(e *store.Entry) identify.Query {
	return identify.Query{Entry: e, Format: d.Format, Record: d.Record, Schemas: d.Schemas, Zones: d.Zones, Sole: d.Record == ""}
}

// settled reports whether the format is known: it was learnt, or is the only one with the
// requested record kind.
func (d *Decoder) settled() bool {
	if d.learnt != nil || d.Only == "" {
		return d.learnt != nil
	}
	var found *format.Format
	for _, f := range codec.Formats() {
		if r := f.Record(d.Only); r != nil && r.Decode != nil && (d.Format == "" || d.Format == f.ID) {
			if found != nil {
				return false
			}
			found = f
		}
	}
	if found == nil {
		return false
	}
	d.learnt = found
	d.prepare()
	return true
}

// Decode writes the entry's fields to w, as JSON or CBOR, and returns its format and record kind.
// On failure w is unchanged, and the error is that of the nearest reading. If w is nil, Decode only
// identifies the entry, which is faster. Afterwards Doubt returns what is uncertain.
func (d *Decoder) Decode(e *store.Entry, w *value.Writer) (*format.Format, *format.Record, *wire.Error) {
	d.unsure = false
	if d.settled() {
		if r := d.try(e, w); r != nil {
			return d.learnt, r, nil
		}
	}
	f, ok := d.memo.find(e)
	if !ok {
		f = d.identify(e)
		d.Identified++
		d.memo.keep(e, f)
	}
	if f.best == nil {
		d.NeedsModel = d.NeedsModel || f.err.Own == format.NeedsModel
		return nil, nil, f.err
	}
	d.doubt = f.doubt
	d.unsure = d.doubt.Any()
	d.write(e, f.best, w)
	return f.best.Format, f.best.Record, nil
}

// Explain is Decode for callers that need to know what fields mean: it records them in t instead of
// writing them. After a failure t is useless.
func (d *Decoder) Explain(e *store.Entry, t *span.Tree) (*format.Format, *format.Record, *wire.Error) {
	d.tree = t
	f, r, err := d.Decode(e, nil)
	d.tree = nil
	return f, r, err
}

// identify identifies an entry from scratch.
func (d *Decoder) identify(e *store.Entry) finding {
	parsed, refused := d.readings(e)
	if own, why := d.ofOwner(e, parsed); len(own) > 0 {
		parsed = own
	} else if why != nil {
		return finding{err: why}
	}
	switch {
	case len(parsed) > 0:
		best := d.best(parsed)
		if d.eager && d.learnt == nil {
			d.learn(e, parsed)
		}
		return finding{best: best, doubt: d.doubtOf(best, parsed)}
	case refused != nil:
		return finding{err: d.nearest(e, refused)}
	}
	return finding{err: &wire.Error{Code: wire.Missing, Expected: "parts that some format knows", Found: partNames(e)}}
}

// known is what an entry was identified as earlier.
type known struct {
	entry  *store.Entry
	parsed []*identify.Candidate
	err    *wire.Error
}

// Know hands over the result of identify.Candidates for an entry and the decoder's query, so that
// Decode need not compute it again.
func (d *Decoder) Know(e *store.Entry, parsed, refused []*identify.Candidate) {
	d.known = known{entry: e, parsed: parsed}
	if len(refused) > 0 {
		d.known.err = refused[0].Err
	}
}

// readings identifies the entry. If the format of the dump is known, a damaged row must not pass for another format's
// by chance. So a reading of another format counts only with a check value that matches or, in a table other than the
// learnt one, if it is more than a guess and the table's name does not belong to the known format.
func (d *Decoder) readings(e *store.Entry) (parsed []*identify.Candidate, refused *wire.Error) {
	q := d.query(e)
	if e == d.known.entry {
		return d.known.parsed, d.known.err
	}
	_, lone := e.Part(store.Bytes) // lone bytes may be of any format
	if d.Format != "" || d.learnt == nil || lone && d.Only == "" {
		return d.finder.Best(q)
	}
	if r := d.learnt.Record(d.Only); r != nil && len(r.Guess) == 0 {
		q.Format, q.Record = d.learnt.ID, d.Only // such a kind is never guessed
		return d.finder.Best(q)
	}
	parsed, nearest := d.finder.Best(q)
	elsewhere := d.Only == "" && e.Source.Table != d.table
	if len(parsed) > 0 && (parsed[0].Format == d.learnt || parsed[0].Checked() || elsewhere && parsed[0].Dots >= d.least(e)) {
		return parsed, nearest
	}
	q.Format = d.learnt.ID
	if own, refused := d.finder.Best(q); len(own) > 0 || refused != nil {
		return own, refused
	}
	q.Format = ""
	return d.finder.Best(q) // the learnt format has no rows with such parts
}

// least returns how many dots another format's reading of a row in another table needs: more than there are if the
// table's name belongs to the known format.
func (d *Decoder) least(e *store.Entry) int {
	if names := d.learnt.NamesTable; names != nil && names(d.in.Schema, e.Source.Table) {
		return sure + 1
	}
	return guess + 1
}

// best returns the best reading, or an equally good one of the requested kind.
func (d *Decoder) best(parsed []*identify.Candidate) *identify.Candidate {
	for _, c := range parsed {
		if d.Only == c.Record.Name && (!c.Lenient() || c.AsGood(parsed[0])) {
			return c
		}
	}
	return parsed[0]
}

// doubtOf returns the doubt about the chosen reading.
func (d *Decoder) doubtOf(best *identify.Candidate, parsed []*identify.Candidate) identify.Doubt {
	if d.Only != "" {
		parsed = []*identify.Candidate{best} // the caller named one of those that tie
	}
	return identify.DoubtOf(parsed)
}

// nearest returns why the nearest reading was refused, if possible that of the learnt format: a
// damaged row among rows of one format most likely has that format, however near another comes.
func (d *Decoder) nearest(e *store.Entry, any *wire.Error) *wire.Error {
	if _, lone := e.Part(store.Bytes); lone || d.learnt == nil || any.Format == d.learnt.ID {
		return any // lone bytes may be of any format
	}
	q := d.query(e)
	q.Format = d.learnt.ID
	if _, refused := d.finder.Best(q); refused != nil {
		return refused
	}
	return any
}

// write writes the fields of a candidate, which are available only as JSON.
func (d *Decoder) write(e *store.Entry, c *identify.Candidate, w *value.Writer) {
	if w == nil && d.tree == nil || !d.Wants(c.Record) {
		return
	}
	if w != nil && !w.CBOR {
		w.JSON(c.Fields)
		return
	}
	in := format.Input{Entry: e.As(c.Part, nil), Schema: d.Schemas.For(c.Format), Zones: d.Zones, Stored: true}
	read := func() bool {
		if d.tree == nil {
			return in.Try(c.Record, w)
		}
		d.tree.Reset()
		return c.Record.Decode(&in, d.tree, nil) == nil
	}
	if !read() {
		in.Lenient = true
		read()
	}
}

// try decodes as a record kind of the learnt format. A kind with a Match is told from the others by
// its bytes, so the order does not matter: the requested kind is tried first, then the most recent
// one. A lenient reader may take the bytes of another kind for its own, and has no most recent one.
func (d *Decoder) try(e *store.Entry, w *value.Writer) *format.Record {
	_, lone := e.Part(store.Bytes)
	d.in.Sole = d.Record == ""
	if !lone {
		d.in.Entry = *e
	}
	if d.Only != "" {
		r := d.learnt.Record(d.Only)
		if r != nil && d.takes(r, e, lone) && (r.Match == nil || r.Match(&d.in)) && d.reads(r, w) {
			return r
		}
		w = nil
	}
	if r := d.last; r != nil && d.takes(r, e, lone) && (w != nil || r.Match(&d.in)) && d.reads(r, w) {
		return r
	}
	for i := range d.learnt.Records {
		r := &d.learnt.Records[i]
		if r == d.last || !d.takes(r, e, lone) || r.Match != nil && !r.Match(&d.in) || !d.reads(r, w) {
			continue
		}
		if r.Match != nil && !d.in.Lenient {
			d.last = r
		}
		return r
	}
	return nil
}

// reads is Input.Try for a writer that may be nil. It re-examines readings with doubts.
func (d *Decoder) reads(r *format.Record, w *value.Writer) bool {
	d.in.Doubtful = false
	if w == nil && !d.explains(r) || w != nil && !d.in.Try(r, w) {
		return false
	}
	if d.unsure = d.in.Doubtful || d.in.Lenient; d.unsure && d.Wants(r) {
		d.doubt = identify.Examine(d.learnt, r, &d.in)
		d.unsure = d.doubt.Any()
		return w != nil || d.explains(r) // the decoder's memory had been reused
	}
	return true
}

// explains decodes without writing fields.
func (d *Decoder) explains(r *format.Record) bool {
	if d.tree != nil {
		d.tree.Reset()
	}
	return r.Decode(&d.in, d.tree, nil) == nil
}

// takes reports whether a record kind has the entry's parts, and prepares the input. Lone bytes are
// accepted only as something that identifies itself, the first part of a kind with a Match, or as
// the only part of a pinned kind.
func (d *Decoder) takes(r *format.Record, e *store.Entry, lone bool) bool {
	if r.Decode == nil || len(r.Guess) == 0 && r.Name != d.Only || d.Record != "" && d.Record != r.Name {
		return false
	}
	if lone {
		if r.Match == nil && (d.Record == "" && d.Only != r.Name || len(r.Guess) > 1) {
			return false
		}
		d.in.Entry = e.As(firstGuess(r), d.lone[:])
		return true
	}
	return len(e.Parts) > 0 && r.Fits(e)
}

// firstGuess returns the part that lone bytes are taken for first.
func firstGuess(r *format.Record) string {
	if len(r.Guess) > 0 {
		return r.Guess[0]
	}
	return r.Parts[0]
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
