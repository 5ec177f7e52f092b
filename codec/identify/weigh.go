package identify

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// strictRank is the lowest rank of a strict reading of all bytes. Lenient readings without a matching check value rank lower.
const strictRank = 200

// weigh collects the evidence in the tree and sets dots and rank.
func (c *Candidate) weigh(in *format.Input, strict bool, x *rewriter) {
	c.Covered = covered(&c.Tree)
	checked, mismatch := c.weighChecks()
	c.weighCanonical(in, x)
	tagged := c.weighValues()
	c.checked = checked && !mismatch
	if c.Covered < c.Total {
		c.say("trailing", bytesWord(c.Total-c.Covered), " not part of the record")
	}
	switch {
	case c.checked && c.Covered == c.Total,
		c.Canonical == Same && tagged && strict && !mismatch:
		c.Dots = 3
	case c.Covered == c.Total && strict && !mismatch:
		c.Dots = 2
	default:
		c.Dots = 1
	}
	c.rank = 100 * c.Dots
	if c.Covered < c.Total {
		c.rank -= 2 // less than any piece of evidence, but of two doubtful readings the one of all bytes is better
	}
	if c.checked {
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
		c.say("format", reason)
	}
	if w.Dots < c.Dots || c.Canonical == Same {
		c.rank += 100 * (w.Dots - c.Dots)
		c.Dots = w.Dots
	}
	if c.keyOnly = w.KeyOnly; c.keyOnly {
		c.rank-- // less than any other piece of evidence
		c.say("format", "only the key is explained: the other parts are kept as bytes")
	}
}

// weighChecks reports check values that were recomputed.
func (c *Candidate) weighChecks() (checked, mismatch bool) {
	for i := range c.Tree.Nodes {
		n := &c.Tree.Nodes[i]
		switch {
		case n.Flags&span.Checked != 0:
			checked = true
			c.say("check", n.Name(), " is ", n.Note)
		case n.Flags&span.Mismatch != 0:
			mismatch = true
			c.say("check-failed", n.Name(), " does not match: ", n.Note)
		}
	}
	return checked, mismatch
}

// rewriter is memory for weighCanonical.
type rewriter struct {
	fields value.Memory
	input  format.Input
	out    store.Entry
}

// weighCanonical re-encodes the fields and compares the bytes.
func (c *Candidate) weighCanonical(in *format.Input, x *rewriter) {
	if c.Record.Encode == nil {
		return
	}
	x.fields.Reset()
	fields, err := x.fields.Parse(c.Fields)
	if err != nil {
		return
	}
	only := x.input.Only[:0]
	for _, p := range in.Entry.Parts {
		if p.Name != store.Qualifier || in.Column() != "" {
			only = append(only, p.Name)
		}
	}
	x.input = format.Input{Schema: in.Schema, Schemas: in.Schemas, Given: in.Given, Zones: in.Zones, Unlimited: true, Only: only}
	x.out = store.Entry{Parts: x.out.Parts[:0]}
	if err := c.Record.Encode(&x.input, fields, &x.out); err != nil {
		if model := refusal(err); model != nil && model.ReadOnly {
			return
		}
		c.Canonical = Different
		if !c.quiet {
			c.say("not-canonical", "no writer makes these bytes: ", err.Error())
		}
		return
	}
	for _, p := range in.Entry.Parts {
		if !x.input.Wants(p.Name) {
			continue
		}
		b, ok := x.out.Part(p.Name)
		if !ok {
			return
		}
		if at := firstDifference(b, p.Bytes); at >= 0 {
			c.Canonical = Different
			c.say("not-canonical", "written again, ", partTitle(p.Name), " differs from byte ", strconv.Itoa(at), " on")
			return
		}
	}
	c.Canonical = Same
	c.say("canonical", "re-encodes to the same bytes")
}

// refusal returns the refusal inside an error, or nil.
func refusal(err error) *format.Refusal {
	switch err := err.(type) {
	case *format.Refusal:
		return err // avoids reflection
	case *wire.Error:
		return nil
	}
	var model *format.Refusal
	errors.As(err, &model)
	return model
}

// firstDifference returns the first offset at which a and b differ, or -1.
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

// weighValues counts values that carry their type, and codes with a known name.
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
		c.say("names", strconv.Itoa(named), " of ", strconv.Itoa(codes), " codes found in schema")
	}
	if values > 0 {
		word := " values that say their type"
		if values == 1 {
			word = " value that says its type"
		}
		c.say("values", strconv.Itoa(values), word)
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
		return compareWords(a.words(), b.words())
	})
	for i := 1; i < len(all); i++ {
		if all[i].rank == all[i-1].rank {
			all[i].Tie, all[i-1].Tie = true, true
		}
	}
}

// say adds a piece of evidence, unless the finder is quiet.
func (c *Candidate) say(kind string, text ...string) {
	if !c.quiet {
		c.Evidence = append(c.Evidence, Evidence{kind, strings.Join(text, "")})
	}
}
