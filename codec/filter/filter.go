package filter

import (
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Filter selects rows of a dump by their decoded fields. It is immutable and safe for concurrent
// use.
//
//	record = edge-index and source > 100
//	format=actionbase (state=open or not score<=5) text~foo
//
// A term is a name, an operator (= != < <= > >= ~ !~) and a value; ~ is "contains", ignoring
// case. Adjacent terms are joined by "and", which binds tighter than "or"; "not" and parentheses
// work too. A word on its own is searched for in all texts. A value with special characters goes
// in quotes.
//
// A name is a member of the fields at any depth, or the name of an item with a value
// (a property); if no member has it, one that ends with it matches (source: directedSource). Then
// come parts (row, key, value, … as hex), table and cf. Special names are format, record, failed
// (true or false), error, line, timestamp, deleted, note, and text, which is everything. Whole
// numbers are compared as such.
type Filter struct{ root clause }

// clause is one node of an expression.
type clause struct {
	kind clauseKind
	kids []clause
	term term
}

type clauseKind uint8

const (
	isTerm clauseKind = iota
	isAnd
	isOr
	isNot
)

// truth is what is known of a clause before a row's fields are.
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

// filtered is a row under test.
type subject struct {
	row    *stream.Row
	format *format.Format
	record *format.Record
	err    *wire.Error
	fields []byte // JSON as value.Writer writes it
	done   bool   // the row was decoded: all of the above is known
	hex    []byte // scratch
}

// Take reports whether the filter accepts a row, which it decodes with b. The content of w is
// lost.
func (f *Filter) Take(r *stream.Row, b *stream.Decoder, w *value.Writer) bool {
	x := subject{row: r, done: true}
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

// Glance reports whether the filter accepts a row of which only the record kind is known: not
// sure if that depends on its fields.
func (f *Filter) Glance(r *stream.Row, fm *format.Format, rec *format.Record) (take, sure bool) {
	x := subject{row: r, format: fm, record: rec}
	t := f.root.eval(&x)
	return t == yes, t != unsure
}

// nearest fills in the nearest record kind of a row that failed.
func (x *subject) nearest() {
	if x.format = codec.Find(x.err.Format); x.format != nil {
		x.record = x.format.Record(x.err.Record)
	}
}

func (c *clause) eval(x *subject) truth {
	switch c.kind {
	case isTerm:
		return c.term.eval(x)
	case isNot:
		return yes - c.kids[0].eval(x)
	}
	// "and" is the least of its clauses, "or" the greatest.
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
