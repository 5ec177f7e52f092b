package typed

import (
	"bytes"
	"math"
	"slices"
	"unsafe"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// Filler decodes rows into batches. It reports about them what record.Writer reports.
type Filler struct {
	Schema  *Schema
	Decoder *stream.Decoder
	Where   *filter.Filter // nil keeps all rows
	Lenient bool           // as in record.Writer
	Plain   bool           // do not decode rows: see Schema.Decoded

	others int

	b     *Batch
	w     value.Writer // the record without its parts
	tape  value.Tape
	cells value.Writer // for the filter
}

// Others returns how many rows were left out since the last call because they are not of a wanted kind.
func (x *Filler) Others() int {
	n := x.others
	x.others = 0
	return n
}

// Fill adds the record of a row to a batch, unless the filter drops it or its kind is not wanted. It reports whether
// the row was decoded without a doubt that counts, or was dropped.
func (x *Filler) Fill(b *Batch, r *stream.Row) (ok bool) {
	if _, damaged := r.Bad.(stream.Damage); !damaged && x.Where != nil && !x.Where.Take(r, x.Decoder, &x.cells) {
		return true // no filter may hide that rows are missing
	}
	x.begin(b)
	f, rec, ok := x.read(r)
	if f != nil && rec != nil && !x.Decoder.Wants(rec) && ok {
		x.others++
		return true
	}
	format.WriteSource(&x.w, &r.Entry.Source)
	x.end(f, rec, r)
	return ok
}

// Write adds a record whose members, other than the parts and the timestamp, are written by the caller.
func (x *Filler) Write(b *Batch, f *format.Format, rec *format.Record, e *store.Entry, members func(w *value.Writer)) {
	x.begin(b)
	members(&x.w)
	x.end(f, rec, &stream.Row{Entry: e})
}

func (x *Filler) begin(b *Batch) {
	x.b = b
	x.w.Tape = &x.tape
	x.w.Reset()
	x.w.Object()
}

func (x *Filler) end(f *format.Format, rec *format.Record, r *stream.Row) {
	x.w.EndObject()
	x.row(f, rec, r)
	x.b.Rows++
}

// read writes the member fields or error, and the doubts.
func (x *Filler) read(r *stream.Row) (f *format.Format, rec *format.Record, ok bool) {
	if damage, lost := r.Bad.(stream.Damage); lost {
		damage.WriteError(x.w.Member("error"))
		return nil, nil, false
	}
	if r.Bad != nil {
		answer.WriteFailure(x.w.Member("error"), stream.BadText, r.Bad.Error())
		return nil, nil, false
	}
	if x.Plain {
		return nil, nil, true
	}
	mark := x.w.Mark()
	x.w.Key("fields")
	f, rec, err := x.Decoder.Decode(r.Entry, &x.w)
	if err != nil {
		x.w.Back(mark)
		answer.WriteError(x.w.Member("error"), err)
		if f = codec.Find(err.Format); f != nil {
			rec = f.Record(err.Record)
		}
		return f, rec, false
	}
	if !x.Decoder.Wants(rec) {
		return f, rec, true
	}
	doubt := x.Decoder.Doubt()
	if doubt != nil {
		doubt.Write(&x.w)
	}
	return f, rec, doubt == nil || x.Lenient || !doubt.Fails()
}

// row fills the columns of one row. Whatever has no column, or does not fit its own, goes to rest.
func (x *Filler) row(f *format.Format, rec *format.Record, r *stream.Row) {
	to, e := &x.Schema.fixed, r.Entry
	if f != nil {
		x.text(to.format, f.ID)
	}
	if rec != nil { // absent for a row that may be of several kinds
		x.text(to.record, rec.Name)
	}
	rest := x.parts(nil, e)
	if e.Timestamp != "" {
		if n, ok := value.Of(e.Timestamp).Int(); ok {
			x.num(to.timestamp, uint64(n))
		} else {
			rest = appendMember(rest, "timestamp", value.AppendQuoted(nil, e.Timestamp))
		}
	}
	if e.Deleted != "" {
		x.text(to.deleted, e.Deleted)
	}
	if e.Increment {
		x.num(to.increment, 1)
	}
	if r.Note != "" {
		x.text(to.note, r.Note)
	}
	var doubt []byte
	for i := 1; i < x.tape.Steps[0].Next; i = x.tape.Steps[i].Next {
		switch s := &x.tape.Steps[i]; {
		case s.Name == "fields":
			x.fields(rec, i)
		case slices.Contains(doubts, s.Name):
			doubt = appendMember(doubt, s.Name, x.json(s))
		default:
			rest = x.member(rest, x.Schema.top(s.Name), i)
		}
	}
	x.object(to.doubts, doubt)
	x.object(to.rest, rest)
}

// parts fills the columns for the parts of an entry, and adds other parts to the rest.
func (x *Filler) parts(rest []byte, e *store.Entry) []byte {
	var others []byte
	for i := range e.Parts {
		p := &e.Parts[i]
		if at := slices.Index(parts, p.Name); at < 0 || !x.bytes(x.Schema.fixed.parts[at], p.Bytes) {
			others = appendMember(others, p.Name, append(value.AppendHex([]byte{'"'}, p.Bytes), '"'))
		}
	}
	if others != nil {
		rest = appendMember(rest, "parts", closed(others))
	}
	return rest
}

// fields fills the column with the fields as JSON, and the columns of the record kind.
func (x *Filler) fields(rec *format.Record, at int) {
	s := &x.tape.Steps[at]
	x.bytes(x.Schema.fixed.fields, x.json(s))
	c := x.Schema.kinds[rec]
	if c == nil || c.Group < 0 {
		return
	}
	x.b.Groups[c.Group] = append(x.b.Groups[c.Group], int32(x.b.Rows))
	last := len(c.Columns) - 1
	if s.Kind != value.StepObject {
		x.bytes(&c.Columns[last], x.json(s))
		return
	}
	x.object(&c.Columns[last], x.members(nil, c.Columns[:last], at))
}

// members fills columns with the members of an object, and appends members without a column to left.
func (x *Filler) members(left []byte, list []Column, at int) []byte {
	steps, next := x.tape.Steps, 0
	for i := at + 1; i < steps[at].Next; i = steps[i].Next {
		var c *Column
		for range list { // most members are in the order of the columns
			if next == len(list) {
				next = 0
			}
			if next++; list[next-1].Name == steps[i].Name {
				c = &list[next-1]
				break
			}
		}
		left = x.member(left, c, i)
	}
	return left
}

// member fills a column, and appends what does not fit it to left.
func (x *Filler) member(left []byte, c *Column, at int) []byte {
	s := &x.tape.Steps[at]
	switch {
	case c != nil && s.Kind == value.StepNull:
	case c != nil && c.Type == Struct && s.Kind == value.StepObject:
		if c.Group >= 0 {
			x.b.Groups[c.Group] = append(x.b.Groups[c.Group], int32(x.b.Rows))
		}
		if inner := x.members(nil, c.Columns, at); inner != nil {
			return appendMember(left, s.Name, closed(inner))
		}
	case c == nil || !x.take(c, s):
		return appendMember(left, s.Name, x.json(s))
	}
	return left
}

// take fills a column that is not a struct, if the value fits.
func (x *Filler) take(c *Column, s *value.Step) (fits bool) {
	switch c.Type {
	case Int64:
		n, ok := whole(s)
		return ok && x.num(c, uint64(n))
	case Uint64:
		n, ok := x.unsigned(s)
		return ok && x.num(c, n)
	case Float64:
		f, ok := x.float(s)
		return ok && x.num(c, math.Float64bits(f))
	case Bool:
		return s.Kind == value.StepBool && x.num(c, s.Num)
	case Binary:
		if s.Kind == value.StepText {
			b, ok := value.DecodeHex(s.Contents)
			return ok && x.bytes(c, b)
		}
		return s.Kind == value.StepBytes && x.text(c, s.Contents)
	case JSON:
		return x.bytes(c, x.json(s))
	case UTF8:
		if s.Kind == value.StepText {
			return x.text(c, s.Contents)
		}
		return x.bytes(c, bytes.Trim(x.json(s), `"`)) // for a number or bytes; for other values it is the whole JSON
	}
	return false
}

// json returns a value as JSON.
func (x *Filler) json(s *value.Step) []byte { return x.w.Buf[s.At:s.End] }

// whole returns a signed whole number, which JSON may have as text.
func whole(s *value.Step) (int64, bool) {
	switch s.Kind {
	case value.StepInt:
		return int64(s.Num), true
	case value.StepUint:
		return int64(s.Num), s.Num <= math.MaxInt64
	case value.StepText:
		return value.Of(s.Contents).Int()
	}
	return 0, false
}

func (x *Filler) unsigned(s *value.Step) (uint64, bool) {
	switch s.Kind {
	case value.StepInt:
		return s.Num, int64(s.Num) >= 0
	case value.StepUint:
		return s.Num, true
	case value.StepText:
		return value.Of(s.Contents).Uint()
	case value.StepNumber:
		v, err := value.Parse(x.json(s))
		n, ok := v.Uint()
		return n, ok && err == nil
	}
	return 0, false
}

func (x *Filler) float(s *value.Step) (float64, bool) {
	switch s.Kind {
	case value.StepFloat:
		if f := math.Float64frombits(s.Num); f == f {
			return f, true
		}
		fallthrough // NaN has many bit patterns, but only one form in JSON
	case value.StepInt, value.StepUint, value.StepNumber, value.StepText:
		v, err := value.Parse(x.json(s))
		f, ok := v.Float(64)
		return f, err == nil && ok
	}
	return 0, false
}

// num fills a column, unless the row already has a value in it.
func (x *Filler) num(c *Column, num uint64) (fits bool) {
	if c.Leaf < 0 {
		return true
	}
	if !x.b.Leaves[c.Leaf].fresh(x.b.Rows) {
		return false
	}
	x.b.addNum(c, num)
	return true
}

func (x *Filler) text(c *Column, text string) (fits bool) {
	return x.bytes(c, unsafe.Slice(unsafe.StringData(text), len(text))) // bytes copies them
}

func (x *Filler) bytes(c *Column, text []byte) (fits bool) {
	if c.Leaf < 0 {
		return true
	}
	if !x.b.Leaves[c.Leaf].fresh(x.b.Rows) {
		return false
	}
	x.b.addText(c, text)
	return true
}

// object fills a column with members, if there are any.
func (x *Filler) object(c *Column, members []byte) {
	if members != nil {
		x.bytes(c, closed(members))
	}
}

// appendMember appends a member to an object that is not closed yet.
func appendMember(dst []byte, name string, json []byte) []byte {
	return append(append(value.AppendQuoted(append(dst, ','), name), ':'), json...)
}

// closed makes an object from members.
func closed(members []byte) []byte {
	members[0] = '{'
	return append(members, '}')
}
