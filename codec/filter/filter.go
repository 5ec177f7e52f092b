package filter

import (
	"slices"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Filter selects rows of a dump by what they decode to. It may be shared.
//
//	record = edge-index and source > 100
//	format=actionbase (state=open or not score<=5) text~foo
//
// A term is a name, an operator and a value:
//
//	= != < <= > >=    comparisons; dates are explained below
//	^=                begins with, ignoring case
//	~ !~              matches a regular expression anywhere, or does not, ignoring case
//	in                lies within a year, month, day, hour, minute or second
//
// Terms next to each other are joined by "and", which binds more tightly than "or"; there are also "not" and brackets.
// A single word is searched for in all texts. Values with special characters are quoted.
//
// A name is one of these, tried in this order:
//
//   - a member of the fields at any depth, or the name of an item with a value (a property); if no member has the name, one
//     that ends with it (source: directedSource);
//   - a part (row, key, value, …, as hex), table, cf, entity (as package stats counts them), or edge: "source -> target",
//     whichever way it is stored;
//   - one of the filter's own: format, record, failed (true or false), error, line, offset, at, timestamp, deleted (its kind,
//     true or false), check (the names of check values that do not match), file, note, keyBytes, valueBytes, and text, which
//     is everything.
//
// Numbers of any size are compared exactly; digits after a leading zero are text, and parts are compared in the
// order of their bytes. A date or date-time is compared with texts that are dates, with milliseconds since 1970, and
// with versions of Maryk's hybrid logical clock, which are larger numbers. ParseAt also knows "now" and "2 h ago".
type Filter struct{ root clause }

// clause is one node of an expression.
type clause struct {
	kind clauseKind
	kids []clause
	term *term // set for isTerm
}

type clauseKind uint8

const (
	isTerm clauseKind = iota
	isAnd
	isOr
	isNot
)

// truth is what is known about a clause before the fields of a row are known.
type truth uint8

const (
	no truth = iota
	unsure
	yes
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

// subject is a row under test.
type subject struct {
	row    *stream.Row
	format *format.Format
	record *format.Record
	err    *wire.Error
	fields []byte // JSON as value.Writer writes it
	done   bool   // the row was decoded: everything above is known
	hex    []byte // scratch
	extra  []byte // JSON of further members to select rows by (format.Record.Members); nil until needed

	decoder *stream.Decoder // that decoded the row
	tree    *span.Tree      // what its fields mean; nil until needed
}

// more returns what the row has besides its fields.
func (x *subject) more() []byte {
	if x.extra == nil {
		w := value.Writer{Buf: []byte{}}
		x.record.Members(&format.Input{Entry: *x.row.Entry}, &w)
		x.extra = w.Buf
	}
	return x.extra
}

// Take reports whether the filter accepts a row, which it decodes with b. It overwrites the content of w.
func (f *Filter) Take(r *stream.Row, b *stream.Decoder, w *value.Writer) bool {
	x := subject{row: r, done: true, decoder: b}
	w.Reset()
	if r.Bad == nil {
		x.format, x.record, x.err = b.Decode(r.Entry, w)
		if x.err != nil {
			x.nearest()
		}
	}
	x.fields = w.Buf
	return f.root.eval(&x) == yes
}

// Glance reports whether the filter accepts a row of which only the record kind is known; sure is
// false if that depends on the fields.
func (f *Filter) Glance(r *stream.Row, fm *format.Format, rec *format.Record) (take, sure bool) {
	x := subject{row: r, format: fm, record: rec}
	t := f.root.eval(&x)
	return t == yes, t != unsure
}

// nearest fills in the nearest record kind for a row that failed.
func (x *subject) nearest() {
	if x.format = codec.Find(x.err.Format); x.format != nil {
		x.record = x.format.Record(x.err.Record)
	}
}

// terms calls do for each term.
func (c *clause) terms(do func(t *term)) {
	if c.kind == isTerm {
		do(c.term)
	}
	for i := range c.kids {
		c.kids[i].terms(do)
	}
}

// ofAnyRow are names that rows may lack although they are spelt correctly.
var ofAnyRow = []string{"table", "cf", "entity", "edge"}

// Unmet returns the names that were looked up in decoded rows and that none of them had: most
// likely they are misspelt.
func (f *Filter) Unmet() (names []string) {
	f.root.terms(func(t *term) {
		if t.asked.Load() && !t.met.Load() && !slices.Contains(ofAnyRow, t.name) && !slices.Contains(names, t.name) {
			names = append(names, t.name)
		}
	})
	return names
}

// Misspelt returns the first of the names of Unmet that no record kind has and that may reports not to be in a model; "" if there is none.
func (f *Filter) Misspelt(may func(name string) bool) string {
	known := Members()
	for _, name := range f.Unmet() {
		if !slices.Contains(known, name) && !may(name) {
			return name
		}
	}
	return ""
}

// NoHex returns a name that only parts of rows had, and the text that it is compared with, if that is not hex as parts are and so
// is like none of them; empty if there is none.
func (f *Filter) NoHex() (name, text string) {
	f.root.terms(func(t *term) {
		if name == "" && t.noHex && t.asPart.Load() && !t.asField.Load() {
			name, text = t.name, t.text
		}
	})
	return name, text
}

// Unknown returns a value of "format" or "record" that no format or record kind has, and the valid
// names; empty if all values are known.
func (f *Filter) Unknown() (member, value string, names []string) {
	f.root.terms(func(t *term) {
		if t.member || t.name != "format" && t.name != "record" || member != "" {
			return
		}
		for _, known := range t.records {
			if t.name == "record" && known {
				return
			}
		}
		for _, known := range t.formats {
			if t.name == "format" && known {
				return
			}
		}
		member, value = t.name, t.text
		for _, f := range codec.Formats() {
			if t.name == "format" {
				names = append(names, f.ID)
			}
			for i := range f.Kinds() {
				if t.name == "record" && !slices.Contains(names, f.Kind(i).Name) {
					names = append(names, f.Kind(i).Name)
				}
			}
		}
	})
	return member, value, names
}

// Own lists the names that belong to the filter and not to records.
func Own() []string {
	return []string{"format", "record", "failed", "error", "line", "offset", "at", "file", "timestamp", "deleted", "check", "note", "text", "table", "cf", "entity", "edge", "keyBytes", "valueBytes"}
}

// Members lists the names that rows can have: those of all records and the filter's own.
func Members() []string {
	names := Own()
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, f := range codec.Formats() {
		for i := range f.Kinds() {
			r := f.Kind(i)
			for _, p := range r.Parts {
				add(p)
			}
			for _, fd := range r.Fields {
				add(fd.Name)
			}
		}
	}
	return names
}

func (c *clause) eval(x *subject) truth {
	switch c.kind {
	case isTerm:
		return c.term.eval(x)
	case isNot:
		return yes - c.kids[0].eval(x)
	}
	// "and" is the minimum of its clauses, "or" the maximum.
	all, end := yes, no
	if c.kind == isOr {
		all, end = no, yes
	}
	for i := range c.kids {
		t := c.kids[i].eval(x)
		if t == end {
			return end
		}
		if t == unsure {
			all = unsure
		}
	}
	return all
}
