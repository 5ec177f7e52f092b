package identify

import (
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Candidates returns all readings of an entry that parse, best first, and the nearest ones that do
// not, those that got farthest first. Ties are ordered by title. If nothing parses, the nearest
// three have trees.
func Candidates(q Query) (parsed, refused []*Candidate) {
	return new(Finder).Candidates(q)
}

// Finder identifies entries one after another with the same memory. Its results are valid until its
// next call. The zero Finder is ready to use.
//
// Each reading is first tried without a tree, since nearly all are refused at their first bytes.
// Only readings that parse or that may be among the nearest are explained.
type Finder struct {
	inputs   []format.Input // one for each format
	failures []failure
	near     []near
	tree     span.Tree
	fields   value.Writer
	entry    *store.Entry // the one being identified
	bytes    []store.Part // the entry's part if it is lone bytes, otherwise nil
	lone     [1]store.Part
	fault    wire.Error
	rewriter rewriter
	quiet    bool // evidence in words and copies of candidates are not needed

	spare  []*Candidate // memory of Best
	used   int          // how many of spare are in use
	top    int          // their highest rank
	parsed []*Candidate
}

// Candidates is like the function Candidates.
func (x *Finder) Candidates(q Query) (parsed, refused []*Candidate) {
	x.quiet = false
	parsed = x.parse(&q)
	refused = x.nearest(refusedMax)
	if len(parsed) == 0 {
		for _, c := range refused[:min(len(refused), refusedTrees)] {
			x.explain(c)
		}
	}
	return parsed, refused
}

// Best returns the readings that parse, best first and without evidence in words. If none parses,
// nearest says why the nearest one does not; it is nil if no record kind has the parts. Lenient
// readings that rank below a strict one may be missing. The next call of Best reuses the readings.
func (x *Finder) Best(q Query) (parsed []*Candidate, nearest *wire.Error) {
	x.quiet = true
	if parsed = x.parse(&q); len(parsed) > 0 {
		return parsed, nil
	}
	if refused := x.nearest(1); len(refused) > 0 {
		return nil, refused[0].Err
	}
	return nil, nil
}

// parse returns the readings that parse and records why the others do not.
func (x *Finder) parse(q *Query) (parsed []*Candidate) {
	x.entry, x.bytes = q.Entry, nil
	if b, lone := q.Entry.Part(store.Bytes); lone {
		x.lone[0].Bytes, x.bytes = b, x.lone[:]
	}
	x.failures, x.used, x.top = x.failures[:0], 0, 0
	if x.quiet {
		parsed = x.parsed[:0]
	}
	formats := codec.Formats()
	if x.inputs == nil {
		x.inputs = make([]format.Input, len(formats))
	}
	for i, f := range formats {
		if q.Format != "" && q.Format != f.ID {
			continue
		}
		in := x.input(i, q, f)
		for k := range f.Kinds() { // operations are never guessed, but can be named
			r := f.Kind(k)
			if r.Decode == nil || q.Record != "" && q.Record != r.Name || q.Record == "" && r.Guess == nil {
				continue
			}
			parsed = x.readings(parsed, q, f, r, in)
		}
	}
	rank(parsed)
	if x.quiet {
		x.parsed = parsed
	}
	return parsed
}

// input prepares the input of a format, whose memory is reused.
func (x *Finder) input(i int, q *Query, f *format.Format) *format.Input {
	in := &x.inputs[i]
	*in = format.Input{Schema: q.Schemas.For(f), Zones: q.Zones, Sole: q.Sole, Stored: true, Memory: in.Memory, Fault: &x.fault}
	if in.Entry = *q.Entry; x.bytes != nil {
		in.Entry.Parts = x.bytes
	}
	if q.Record != "" {
		in.Given, in.Schemas = q.Given, q.Named
	}
	return in
}

// readings tries one record kind: once or, for lone bytes, as each part that they may be.
func (x *Finder) readings(list []*Candidate, q *Query, f *format.Format, r *format.Record, in *format.Input) []*Candidate {
	if x.bytes == nil {
		if !r.Fits(q.Entry) {
			return list
		}
		return x.read(list, f, r, "", in, q.Record != "")
	}
	guess := r.Guess
	if len(guess) == 0 {
		guess = r.Parts[:1]
	}
	for _, part := range guess {
		x.lone[0].Name = part
		list = x.read(list, f, r, part, in, q.Record != "")
	}
	return list
}

// read decodes strictly and, if that fails, as upstream's own reader would.
func (x *Finder) read(list []*Candidate, f *format.Format, r *format.Record, part string, in *format.Input, pinned bool) []*Candidate {
	if !pinned && r.Refuses != nil && r.Refuses(in) {
		x.fail(f, r, part, in)
		return list
	}
	refused, ok := x.try(r, in, false, pinned)
	if !ok {
		return list // the refusal is about missing input, not about the bytes
	}
	var strict *wire.Error
	if refused != nil {
		n := len(x.failures)
		x.fail(f, r, part, in).because(refused)
		// A row of another kind is not a lenient reading of this one, although upstream's reader
		// would accept it.
		settled := in.Settled
		in.Lenient = true
		if settled || r.Match != nil && !r.Match(in) {
			return list
		}
		if refused, _ = x.try(r, in, true, true); refused != nil {
			return list
		}
		// Without a check value that matches, such a reading ranks below a strict one.
		if x.quiet && x.top >= strictRank && !in.Held && r.Weigh == nil {
			x.failures = x.failures[:n]
			return list
		}
		first := x.failures[n].err
		strict, x.failures = &first, x.failures[:n]
	}
	c := x.candidate()
	c.Format, c.Record, c.Part, c.Total, c.strict = f, r, part, in.Entry.Len(), strict
	x.fields.Reset()
	Explain(r, in, &x.tree, &x.fields)
	if strict != nil {
		c.say("lenient", "only a lenient reader takes it: byte ", strconv.Itoa(strict.Offset), " should be ", strict.Expected)
	}
	c.Tree = x.tree
	c.Fields = append(c.Fields, x.fields.Buf...)
	c.weigh(in, strict == nil, &x.rewriter)
	if r.Weigh != nil && !pinned {
		c.judge(r.Weigh(in, &c.Tree))
	}
	if c.Dots == 0 {
		return list
	}
	x.top = max(x.top, c.rank)
	c.checks = mismatches(&x.tree)
	if c.Tree = (span.Tree{}); x.quiet {
		x.used++
	} else {
		c.Tree = x.tree.Clone()
	}
	return append(list, c)
}

// candidate returns an empty candidate. If the caller keeps none, it reuses an earlier one.
func (x *Finder) candidate() *Candidate {
	if !x.quiet {
		return new(Candidate)
	}
	if x.used == len(x.spare) {
		x.spare = append(x.spare, new(Candidate))
	}
	c := x.spare[x.used]
	*c = Candidate{Fields: c.Fields[:0], quiet: true}
	return c
}

// try decodes without a tree. It is not ok if the refusal is not about the bytes, unless such
// refusals count.
func (x *Finder) try(r *format.Record, in *format.Input, lenient, counts bool) (refused *wire.Error, ok bool) {
	in.Lenient, in.Settled, in.Doubtful, in.Held = lenient, false, false, false
	switch err := r.Decode(in, nil, nil).(type) {
	case nil:
		return nil, true
	case *wire.Error:
		return err, true
	default:
		if !counts && refusal(err) != nil {
			return nil, false
		}
		return asWire(err), true
	}
}

func asWire(err error) *wire.Error {
	var e *wire.Error
	if errors.As(err, &e) {
		return e
	}
	return &wire.Error{Code: wire.BadValue, Expected: "a record", Found: err.Error()}
}
