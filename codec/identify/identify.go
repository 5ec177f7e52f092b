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

// Query says what to identify, and what is known about it.
type Query struct {
	Entry  *store.Entry
	Format string // pins the format; empty for any
	Record string // pins the record kind; empty for any

	Schemas format.SchemaSet
	Zones   format.Zones

	Sole bool // as in format.Input

	// Given is what else the caller knows, for the pinned record kind, and Named are the schemas
	// that it may refer to by name (see format.Input).
	Given value.Value
	Named map[string]format.Schema
}

// Candidate is one way to read an entry: fully explained if it parses, otherwise explained up to the failure.
type Candidate struct {
	Format *format.Format
	Record *format.Record
	Part   string // the part that lone bytes were taken for; otherwise empty

	Tree   span.Tree
	Fields []byte      // the fields as JSON; nil if it does not parse
	Err    *wire.Error // why it does not parse; nil if it does

	Evidence  []Evidence
	Dots      int  // 1 to 3
	Tie       bool // another candidate has equal evidence
	Covered   int  // number of bytes that are explained
	Total     int
	Canonical Canonical

	strict *wire.Error // why only a lenient reader accepts it; nil for all others
	checks []Check     // check values that do not match
	tried  int         // its number among the readings that do not parse, in the order of attempts
	quiet  bool        // evidence in words is not wanted
	title  string      // the format's own title, which replaces that of the record
	rank   int

	checked bool // a check value matches, and none differs
	near    bool // it does not parse, and yet is no chance
	keyOnly bool // its other parts are kept as bytes
}

// Evidence is one reason for or against a reading: a sentence for people, and
// its kind for programs.
type Evidence struct {
	Kind string // check, check-failed, canonical, not-canonical, names, values, format, trailing, lenient
	Text string
}

// Lenient reports whether only a lenient reader accepts the bytes.
func (c *Candidate) Lenient() bool { return c.strict != nil }

// Checked reports whether a salt or checksum in the bytes proves the reading.
func (c *Candidate) Checked() bool { return c.checked }

// KeyOnly reports whether only the key was read, and the other parts are kept as bytes.
func (c *Candidate) KeyOnly() bool { return c.keyOnly }

// Near reports whether a reading that does not parse explains half of the bytes or a check value that matches. Fewer bytes pass for
// the start of some record by chance.
func (c *Candidate) Near() bool { return c.near }

// AsGood reports whether the evidence for both readings is the same.
func (c *Candidate) AsGood(other *Candidate) bool { return c.rank == other.rank }

// Clone returns a copy that the next Finder.Best does not overwrite. It shares the tree.
func (c *Candidate) Clone() *Candidate {
	d := *c
	d.Fields = bytes.Clone(c.Fields)
	return &d
}

// Canonical says whether the fields re-encode to the same bytes.
type Canonical int8

// The values of Canonical.
const (
	Untried   Canonical = iota // the record has no encoder, or it needs other parts
	Same                       // the same bytes
	Different                  // other bytes: some reader accepts these, no writer produces them
)

// Title returns the candidate's format and record in words.
func (c *Candidate) Title() string {
	w := c.words()
	return w[0] + w[1] + w[2] + w[3] + w[4]
}

// words returns the title in pieces, so that titles can be compared without building them.
func (c *Candidate) words() [5]string {
	if c.title != "" {
		return [5]string{c.Format.Title, " ", c.title}
	}
	return words(c.Format, c.Record, c.Part)
}

func words(f *format.Format, r *format.Record, part string) [5]string {
	if part != "" && len(r.Parts) > 1 && !r.Alone {
		return [5]string{f.Title, " ", r.Title, " ", partTitle(part)}
	}
	return [5]string{f.Title, " ", r.Title}
}

// compareWords compares texts that are given in pieces.
func compareWords(a, b [5]string) int {
	i, j := 0, 0 // the pieces being compared
	for {
		for i < len(a) && a[i] == "" {
			i++
		}
		for j < len(b) && b[j] == "" {
			j++
		}
		if i == len(a) || j == len(b) {
			return (len(a) - i) - (len(b) - j)
		}
		n := min(len(a[i]), len(b[j]))
		if c := strings.Compare(a[i][:n], b[j][:n]); c != 0 {
			return c
		}
		a[i], b[j] = a[i][n:], b[j][n:]
	}
}

func partTitle(part string) string {
	if part == store.Row {
		return "row key"
	}
	return part
}
