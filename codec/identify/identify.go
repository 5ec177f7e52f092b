package identify

import (
	"bytes"
	"strings"

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

	Sole bool // as in format.Input

	// Given is what else the caller knows, for the pinned record kind, and Named the schemas that
	// it may refer to by name (see format.Input).
	Given value.Value
	Named map[string]format.Schema
}

// Candidate is one way to read an entry: fully explained if it parses, otherwise with the valid
// prefix explained.
type Candidate struct {
	Format *format.Format
	Record *format.Record
	Part   string // the part as which lone bytes were read; otherwise empty

	Tree   span.Tree
	Fields []byte      // the fields as JSON; nil if it does not parse
	Err    *wire.Error // why it does not parse

	Evidence  []Evidence
	Dots      int  // 1 to 3
	Tie       bool // another candidate has the same evidence
	Covered   int  // bytes that are explained
	Total     int
	Canonical Canonical

	strict *wire.Error // why only a lenient reader accepts it; nil for all others
	checks []Check     // check values that do not match
	tried  int         // as which of those that do not parse
	quiet  bool        // evidence in words is not wanted
	title  string      // in place of the record's, where the format gave one
	rank   int
}

// Evidence is one reason for or against a reading: a sentence for people, and
// its kind for programs.
type Evidence struct {
	Kind string // check, check-failed, canonical, not-canonical, names, values, format, trailing, lenient
	Text string
}

// Lenient reports whether only a lenient reader accepts the bytes.
func (c *Candidate) Lenient() bool { return c.strict != nil }

// AsGood reports whether the evidence for both readings is the same.
func (c *Candidate) AsGood(other *Candidate) bool { return c.rank == other.rank }

// Clone returns a copy that the next Finder.Best leaves alone. It shares the tree.
func (c *Candidate) Clone() *Candidate {
	d := *c
	d.Fields = bytes.Clone(c.Fields)
	return &d
}

// Canonical is whether the fields re-encode to the same bytes.
type Canonical int8

// The answers.
const (
	Untried   Canonical = iota // the record has no encoder, or it needs other parts
	Same                       // the same bytes
	Different                  // other bytes: some reader accepts these, no writer produces them
)

// Title is the candidate's format and record in words.
func (c *Candidate) Title() string {
	w := c.words()
	return c.Format.Title + " " + w[0] + w[1] + w[2]
}

// words are the title without the format's, in pieces.
func (c *Candidate) words() [3]string {
	if c.title != "" {
		return [3]string{c.title}
	}
	if c.Part != "" && len(c.Record.Parts) > 1 && !c.Record.Alone {
		return [3]string{c.Record.Title, " ", partTitle(c.Part)}
	}
	return [3]string{c.Record.Title}
}

// compareTitles compares two titles; it makes them only if their pieces do not decide.
func compareTitles(a, b *Candidate) int {
	if a.Format == b.Format {
		v, w := a.words(), b.words()
		if v[0] == w[0] {
			return strings.Compare(v[2], w[2])
		}
	}
	return strings.Compare(a.Title(), b.Title())
}

func partTitle(part string) string {
	if part == store.Row {
		return "row key"
	}
	return part
}
