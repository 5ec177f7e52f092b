// Package identify finds out what bytes are: it reads an entry as every record kind that
// it could be and ranks the readings by evidence.
package identify

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Query is what to identify, and what is known about it.
type Query struct {
	Entry  *store.Entry
	Format string // pins the format; empty for any
	Record string // pins the record kind; empty for any

	Schemas format.SchemaSet
	Zones   format.Zones

	// Given is what else the caller knows, for the record kind that is pinned, and
	// Named the schemas that it may refer to by name (see format.Input).
	Given value.Value
	Named map[string]format.Schema
}

// Candidate is one way to read an entry: with its explanation when it parses,
// with the good prefix explained when it does not.
type Candidate struct {
	Format *format.Format
	Record *format.Record
	Part   string // as which part lone bytes were read; empty otherwise

	Tree   span.Tree
	Fields []byte      // the fields as JSON; nil when it does not parse
	Err    *wire.Error // why it does not parse

	Evidence  []Evidence
	Dots      int  // 1 to 3
	Tie       bool // another candidate has the same evidence
	Covered   int  // bytes that are explained
	Total     int
	Canonical Canonical

	title string // in place of the record's, where the format gave one
	rank  int
}

// Evidence is one reason for or against a reading: a sentence for people, and
// its kind for programs.
type Evidence struct {
	Kind string // check, check-failed, canonical, not-canonical, names, values, format, trailing, lenient
	Text string
}

// Canonical says whether writing the fields again gives the same bytes.
type Canonical int8

// The answers.
const (
	Untried   Canonical = iota // the record has no encoder, or it needs other parts
	Same                       // the same bytes
	Different                  // other bytes: some reader accepts these, no writer makes them
)

// Title is the candidate's format and record in words.
func (c *Candidate) Title() string {
	if c.title != "" {
		return c.Format.Title + " " + c.title
	}
	t := c.Format.Title + " " + c.Record.Title
	if c.Part != "" && len(c.Record.Parts) > 1 && !c.Record.Alone {
		t += " " + partTitle(c.Part)
	}
	return t
}

func partTitle(part string) string {
	if part == store.Row {
		return "row key"
	}
	return part
}

// refusedMax is how many readings that do not parse are kept.
const refusedMax = 8

// Candidates returns all readings of an entry that parse, best first, and the
// nearest ones that do not, farthest first. Ties are ordered by title.
func Candidates(q Query) (parsed, refused []*Candidate) {
	var trees scratch
	for _, f := range codec.Formats() {
		if q.Format != "" && q.Format != f.ID {
			continue
		}
		in := format.Input{Schema: q.Schemas.For(f), Zones: q.Zones}
		if q.Record != "" {
			in.Given, in.Schemas = q.Given, q.Named
		}
		for i := range f.Kinds() { // operations are never guessed, but may be named
			r := f.Kind(i)
			if r.Decode == nil || q.Record != "" && q.Record != r.Name || q.Record == "" && r.Guess == nil {
				continue
			}
			for _, c := range readings(&q, f, r, &in, &trees) {
				if c == nil {
					continue
				}
				if c.Err != nil {
					refused = append(refused, c)
				} else if c.Dots > 0 {
					parsed = append(parsed, c)
				}
			}
		}
	}
	rank(parsed)
	slices.SortStableFunc(refused, func(a, b *Candidate) int {
		if ca, cb := a.checks(), b.checks(); ca != cb {
			return cb - ca
		}
		if a.Covered != b.Covered {
			return b.Covered - a.Covered
		}
		return strings.Compare(a.Title(), b.Title())
	})
	return parsed, refused[:min(len(refused), refusedMax)]
}

// scratch is the memory in which readings are tried, most of which are refused at
// their first bytes.
type scratch struct {
	strict, lenient span.Tree
	fields          value.Writer
}

// readings tries one record kind: once, or for lone bytes as each part that they
// may be.
func readings(q *Query, f *format.Format, r *format.Record, in *format.Input, trees *scratch) []*Candidate {
	if _, lone := q.Entry.Part(store.Bytes); !lone {
		if !r.Fits(q.Entry) {
			return nil
		}
		in.Entry = *q.Entry
		return []*Candidate{read(f, r, "", in, trees, q.Record != "")}
	}
	guess := r.Guess
	if len(guess) == 0 {
		guess = r.Parts[:1]
	}
	var out []*Candidate
	for _, part := range guess {
		in.Entry = q.Entry.As(part, nil)
		out = append(out, read(f, r, part, in, trees, q.Record != ""))
	}
	return out
}

// read decodes strictly and, where that fails, as upstream's own reader would.
func read(f *format.Format, r *format.Record, part string, in *format.Input, trees *scratch, pinned bool) *Candidate {
	c := &Candidate{Format: f, Record: r, Part: part, Total: in.Entry.Len()}
	w := &trees.fields
	w.Reset()
	in.Lenient = false
	err := Explain(r, in, &trees.strict, w)
	var model *format.Refusal
	if errors.As(err, &model) && !pinned {
		return nil // not its bytes were refused, but that something is not given
	}
	c.Tree = trees.strict.Clone()
	if err != nil {
		strict := asWire(err)
		in.Lenient = true
		w.Reset()
		// A row of another kind is no lenient reading of this one, although
		// upstream's reader would take it.
		if r.Match != nil && !r.Match(in) || Explain(r, in, &trees.lenient, w) != nil {
			c.Err = strict
			c.Covered = min(covered(&c.Tree), reached(&c.Tree, strict))
			return c
		}
		c.Tree = trees.lenient.Clone()
		c.Evidence = append(c.Evidence, Evidence{"lenient", "only a lenient reader takes it: byte " + strconv.Itoa(strict.Offset) + " should be " + strict.Expected})
	}
	c.Fields = bytes.Clone(w.Buf)
	c.weigh(in, err == nil)
	if r.Weigh != nil && !pinned {
		c.judge(r.Weigh(in, &c.Tree))
	}
	return c
}

func asWire(err error) *wire.Error {
	var e *wire.Error
	if errors.As(err, &e) {
		return e
	}
	return &wire.Error{Code: wire.BadValue, Expected: "a record", Found: err.Error()}
}

// reached counts the bytes before an error: a text that is one leaf of the tree
// may be wrong from its first character on.
func reached(t *span.Tree, e *wire.Error) int {
	n := 0
	for i := range t.Sources {
		if s := &t.Sources[i]; s.Node < 0 {
			if s.Name == e.Part {
				return n + e.Offset
			}
			n += len(s.Bytes)
		}
	}
	return n
}

// covered counts the bytes of the entry's own parts that fields claim.
func covered(t *span.Tree) int {
	n := 0
	for i := range t.Sources {
		if t.Sources[i].Node < 0 {
			n += len(t.Sources[i].Bytes)
		}
	}
	for i := range t.Nodes {
		if nd := &t.Nodes[i]; nd.Field == span.Undecoded && t.Sources[nd.Src].Node < 0 {
			n -= int(nd.End - nd.Start)
		}
	}
	return n
}

// weigh collects the evidence that the tree shows and sets dots and rank.
func (c *Candidate) weigh(in *format.Input, strict bool) {
	c.Covered = covered(&c.Tree)
	checked, mismatch := c.weighChecks()
	c.weighCanonical(in)
	tagged := c.weighValues()
	if c.Covered < c.Total {
		c.Evidence = append(c.Evidence, Evidence{"trailing", bytesWord(c.Total-c.Covered) + " not part of the record"})
	}
	switch {
	case checked && !mismatch && c.Covered == c.Total,
		c.Canonical == Same && tagged && strict && !mismatch:
		c.Dots = 3
	case c.Covered == c.Total && strict && !mismatch:
		c.Dots = 2
	default:
		c.Dots = 1
	}
	c.rank = 100 * c.Dots
	if checked && !mismatch {
		c.rank += 50
	}
	if c.Canonical == Same {
		c.rank += 20
	}
	if tagged {
		c.rank += 10
	}
}

// judge applies the format's own judgement of a guess.
func (c *Candidate) judge(w format.Weight) {
	c.title = w.Title
	for _, reason := range w.Reasons {
		c.Evidence = append(c.Evidence, Evidence{"format", reason})
	}
	if w.Dots < c.Dots || c.Canonical == Same {
		c.rank += 100 * (w.Dots - c.Dots)
		c.Dots = w.Dots
	}
}

// checks is the number of check values that were recomputed and are equal: of
// two readings that fail, the one whose check holds is the nearer.
func (c *Candidate) checks() int {
	n := 0
	for i := range c.Tree.Nodes {
		if c.Tree.Nodes[i].Flags&span.Checked != 0 {
			n++
		}
	}
	return n
}

// weighChecks reports check values that were recomputed.
func (c *Candidate) weighChecks() (checked, mismatch bool) {
	for i := range c.Tree.Nodes {
		n := &c.Tree.Nodes[i]
		switch {
		case n.Flags&span.Checked != 0:
			checked = true
			c.Evidence = append(c.Evidence, Evidence{"check", n.Name() + " is " + n.Note})
		case n.Flags&span.Mismatch != 0:
			mismatch = true
			c.Evidence = append(c.Evidence, Evidence{"check-failed", n.Name() + " does not match: " + n.Note})
		}
	}
	return checked, mismatch
}

// weighCanonical writes the fields again and compares.
func (c *Candidate) weighCanonical(in *format.Input) {
	if c.Record.Encode == nil {
		return
	}
	fields, err := value.Parse(c.Fields)
	if err != nil {
		return
	}
	again := format.Input{Schema: in.Schema, Schemas: in.Schemas, Given: in.Given, Zones: in.Zones, Unlimited: true, Only: []string{}}
	for _, p := range in.Entry.Parts {
		again.Only = append(again.Only, p.Name)
	}
	var out store.Entry
	if err := c.Record.Encode(&again, fields, &out); err != nil {
		var model *format.Refusal
		if errors.As(err, &model) && model.ReadOnly {
			return
		}
		c.Canonical = Different
		c.Evidence = append(c.Evidence, Evidence{"not-canonical", "no writer makes these bytes: " + err.Error()})
		return
	}
	for _, p := range in.Entry.Parts {
		b, ok := out.Part(p.Name)
		if !ok {
			return
		}
		if at := firstDifference(b, p.Bytes); at >= 0 {
			c.Canonical = Different
			c.Evidence = append(c.Evidence, Evidence{"not-canonical", "written again, " + partTitle(p.Name) + " differs from byte " + strconv.Itoa(at) + " on"})
			return
		}
	}
	c.Canonical = Same
	c.Evidence = append(c.Evidence, Evidence{"canonical", "re-encodes to the same bytes"})
}

// firstDifference returns the first offset at which a and b differ, -1 if they
// are equal.
func firstDifference(a, b []byte) int {
	if bytes.Equal(a, b) {
		return -1
	}
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// weighValues counts values that say their own type, and codes with a name.
func (c *Candidate) weighValues() (tagged bool) {
	values, codes, named := 0, 0, 0
	for i := range c.Tree.Nodes {
		n := &c.Tree.Nodes[i]
		if n.Flags&(span.Ascending|span.Descending) != 0 {
			values++
		}
		if n.Value.Kind == span.Hash {
			codes++
			if len(n.Value.Bytes) > 0 {
				named++
			}
		}
	}
	if named > 0 {
		c.Evidence = append(c.Evidence, Evidence{"names", strconv.Itoa(named) + " of " + strconv.Itoa(codes) + " codes found in schema"})
	}
	if values > 0 {
		word := " values that say their type"
		if values == 1 {
			word = " value that says its type"
		}
		c.Evidence = append(c.Evidence, Evidence{"values", strconv.Itoa(values) + word})
	}
	return values > 0
}

func bytesWord(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return strconv.Itoa(n) + " bytes"
}

// rank sorts candidates, best first, and marks ties.
func rank(all []*Candidate) {
	slices.SortStableFunc(all, func(a, b *Candidate) int {
		if a.rank != b.rank {
			return b.rank - a.rank
		}
		return strings.Compare(a.Title(), b.Title())
	})
	for i := 1; i < len(all); i++ {
		if all[i].rank == all[i-1].rank {
			all[i].Tie, all[i-1].Tie = true, true
		}
	}
}
