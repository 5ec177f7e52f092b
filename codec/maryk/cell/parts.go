package cell

import (
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Parts opens the parts of an entry one after the other and keeps the first error.
type Parts struct {
	In      *format.Input
	Tree    *span.Tree
	Format  string
	Record  string
	Scratch *[]byte // memory for values that are stored complemented

	seen bool
	err  error
}

// Open returns a reader over the named part, and whether the entry has it. A group
// of f is its root; Close ends it.
func (p *Parts) Open(name string, f *span.Field) (wire.Reader, bool) {
	if p.err != nil {
		return wire.Reader{}, false
	}
	b, ok := p.In.Entry.Part(name)
	if !ok {
		return wire.Reader{}, false
	}
	p.seen = true
	if p.Tree != nil {
		p.Tree.Part(name, b)
	}
	r := wire.NewReader(b, p.Tree)
	r.SetLenient(p.In.Lenient)
	r.Scratch(*p.Scratch)
	r.Begin(f)
	return r, true
}

// Close finishes a part.
func (p *Parts) Close(name string, r *wire.Reader) {
	p.Keep(name, r.Finish())
	*p.Scratch = r.Spare()
}

// Keep keeps the error of a part, if it is the first.
func (p *Parts) Keep(name string, err error) {
	if err != nil && p.err == nil {
		p.err = format.Locate(err, p.Format, p.Record, name)
	}
}

// Err is the first error so far.
func (p *Parts) Err() error { return p.err }

// Done returns the first error, or one that says that there was nothing to read.
func (p *Parts) Done(want string) error {
	if p.err != nil || p.seen {
		return p.err
	}
	return p.Missing(want)
}

// Missing is the failure of a record that cannot be read without the part.
func (p *Parts) Missing(part string) error {
	return &wire.Error{Code: wire.Missing, Format: p.Format, Record: p.Record, Part: part, Expected: "the part " + part, Found: "none"}
}

// Byte consumes one byte, which must be one of those allowed, without recording it.
// Words say what is expected.
func Byte(r *wire.Reader, f *span.Field, allowed, words string) (b byte, ok bool) {
	b, ok = r.Peek()
	if !ok {
		r.Fail(wire.Truncated, f, words)
		return 0, false
	}
	if strings.IndexByte(allowed, b) < 0 {
		r.Fail(wire.BadValue, f, words)
		return 0, false
	}
	r.Skip(1)
	return b, true
}

// Flag reads a byte that is 00 or 01.
func Flag(r *wire.Reader, f *span.Field) bool {
	b, ok := Byte(r, f, "\x00\x01", "00 or 01")
	if t := r.Rec(); t != nil && ok {
		t.Leaf(f, r.Offset()-1, r.Offset(), span.BoolValue(b == 1))
	}
	return b == 1
}
