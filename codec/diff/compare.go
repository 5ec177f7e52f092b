package diff

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Comparer says what differs between pairs of rows, and counts the pairs.
type Comparer struct {
	Old, New *stream.Summarizer // each knows the schemas of its side
	Brief    bool               // compute only what Totals needs
	Totals   Totals

	ahead      ahead
	sides      [2]decoded
	difference Difference
}

// decoded is a row of one side.
type decoded struct {
	format *format.Format
	record *format.Record
	err    *wire.Error
	writer value.Writer
	memory value.Memory
	fields value.Value
}

// Difference says what became of one row.
type Difference struct {
	Change   Change
	Format   string // for a row that could not be decoded, the nearest format; empty if there is none
	Record   string // kind of the row; that of the new row if the kinds differ
	Table    string // name of the row's table, as `--where table` takes it; empty if nothing names it
	Old, New *store.Entry

	// Fields are the fields that differ, or all fields of a row that is on one side only. If a row
	// cannot be decoded, or if its bytes differ but its fields do not, they are its parts that
	// differ, in hex.
	Fields []Field

	Err *wire.Error // why a row could not be decoded; the error of the new row if neither could

	summary func() string
}

// Summary returns the row in a few words: its identities, sort values and targets. It may be called
// until the next pair is compared.
func (d *Difference) Summary() string { return d.summary() }

// Row returns the new row, or the one that was removed.
func (d *Difference) Row() *store.Entry {
	if d.New != nil {
		return d.New
	}
	return d.Old
}

// Compare returns what differs in a pair, valid until the next call. It returns nil if nothing differs, or if the row
// is not of the wanted kind.
func (c *Comparer) Compare(p *Pair) *Difference {
	d := &c.difference
	*d = Difference{Change: p.Change, Old: p.Old, New: p.New, Fields: d.Fields[:0]}
	write := p.Change != Same && !c.Brief
	a, b := &c.sides[0], &c.sides[1]
	a.reset()
	b.reset()
	if p.Old != nil && p.Change != Same {
		a.decode(c.Old, p.Old, write)
		d.summary = c.Old.Summary
	}
	if p.New != nil {
		b.decode(c.New, p.New, write)
		if d.summary == nil || b.err == nil {
			d.summary = c.New.Summary // or, if the row no longer decodes, that of the old one
		}
	}
	if !a.wanted(c.Old) && !b.wanted(c.New) {
		return nil
	}
	shown := b
	if p.New == nil || b.format == nil && p.Old != nil && p.Change != Same {
		shown = a
	}
	if d.Format, d.Record = shown.names(); shown.err != nil {
		c.Totals.count("", "", p.Change)
	} else {
		c.Totals.count(d.Format, d.Record, p.Change)
	}
	if p.Change == Same {
		return nil
	}
	if d.Err = b.err; d.Err == nil {
		d.Err = a.err
	}
	if write {
		if shown == a {
			d.Table = a.table(c.Old, p.Old)
		} else {
			d.Table = b.table(c.New, p.New)
		}
		c.fields(d, a, b)
	}
	return d
}

// fields sets the fields that differ.
func (c *Comparer) fields(d *Difference, a, b *decoded) {
	if d.Err == nil {
		d.Fields = appendMembers(d.Fields, "", a.fields, b.fields)
		if d.Change != Changed || len(d.Fields) > 0 {
			return
		}
	}
	d.Fields = d.Fields[:0]
	for _, name := range [...]string{
		store.Row, store.Family, store.Qualifier, store.Visibility, store.Key, store.Value, Columns, Tags, store.Bytes,
	} {
		old, wasThere := partOf(d.Old, name)
		new, isThere := partOf(d.New, name)
		if wasThere != isThere || !bytes.Equal(old, new) {
			d.Fields = append(d.Fields, Field{name, hexOf(old, wasThere), hexOf(new, isThere)})
		}
	}
}

func partOf(e *store.Entry, name string) ([]byte, bool) {
	if e == nil {
		return nil, false
	}
	return e.Part(name)
}

func hexOf(b []byte, there bool) value.Value {
	if !there {
		return value.Value{}
	}
	return value.Of(string(value.AppendHex(nil, b)))
}

func (x *decoded) reset() { x.format, x.record, x.err, x.fields = nil, nil, nil, value.Value{} }

// decode decodes a row. It also records what the row belongs to if its fields are not wanted.
func (x *decoded) decode(s *stream.Summarizer, e *store.Entry, write bool) {
	var w *value.Writer
	if write {
		w = &x.writer
		w.Reset()
	}
	if x.format, x.record, x.err = s.Decode(e, w); x.err != nil {
		if x.format = codec.Find(x.err.Format); x.format != nil {
			x.record = x.format.Record(x.err.Record)
		}
		return
	}
	if write && len(w.Buf) > 0 {
		x.memory.Reset()
		x.fields, _ = x.memory.Parse(w.Buf) // written by a Writer
	}
}

// wanted reports whether a row is of the wanted kind. A row that cannot be decoded may be.
func (x *decoded) wanted(s *stream.Summarizer) bool {
	return x.err != nil || x.record != nil && s.Wants(x.record)
}

// table returns the name of the row's table: as the format knows it from the place of the row, as the fields say it, or
// as the store calls it.
func (x *decoded) table(s *stream.Summarizer, e *store.Entry) string {
	if f := x.format; f != nil && f.TableOf != nil {
		if name := f.TableOf(s.Schemas.For(f), &e.Source); name != "" {
			return name
		}
	}
	if name, ok := x.fields.Member("table").Text(); ok {
		return name
	}
	return e.Source.Table
}

func (x *decoded) names() (format, record string) {
	if x.format != nil {
		format = x.format.ID
	}
	if x.record != nil {
		record = x.record.Name
	}
	return format, record
}

// Write writes the difference as an object with these members:
//
//   - change, format, record;
//   - parts and timestamp of the row (the new one, if it was changed);
//   - was: those parts and timestamp of the old row that differ;
//   - source with table and column family; deleted;
//   - error if a row could not be decoded;
//   - fields, {path: [old, new]}.
func (d *Difference) Write(w *value.Writer) {
	w.Object()
	d.writeMembers(w)
	w.EndObject()
}

func (d *Difference) writeMembers(w *value.Writer) {
	w.Member("change").String(d.Change.String())
	if d.Format != "" {
		w.Member("format").String(d.Format)
	}
	if d.Record != "" {
		w.Member("record").String(d.Record)
	}
	e := d.Row()
	answer.WriteParts(w, e)
	if d.Change == Changed {
		d.writeWas(w)
	}
	if e.Deleted != "" {
		w.Member("deleted").String(e.Deleted)
	}
	if e.Increment {
		w.Member("increment").Bool(true)
	}
	format.WriteSource(w, &store.Source{Table: e.Source.Table, CF: e.Source.CF})
	if d.Err != nil {
		answer.WriteError(w.Member("error"), d.Err)
	}
	if len(d.Fields) > 0 {
		w.Key("fields")
		w.Object()
		for i := range d.Fields {
			f := &d.Fields[i]
			w.AnyKey(f.Path)
			w.Array()
			w.Value(f.Old)
			w.Value(f.New)
			w.EndArray()
		}
		w.EndObject()
	}
}

// writePlace writes which rows these are, as Documents.Placed describes.
func (d *Difference) writePlace(w *value.Writer) {
	rows := [...]*store.Entry{d.Old, d.New}
	for _, name := range [...]string{"rows", "lines"} {
		w.Key(name)
		w.Array()
		for _, e := range rows {
			switch {
			case e == nil, name == "lines" && e.Source.Line == 0:
				w.Null()
			case name == "lines":
				w.Int(int64(e.Source.Line))
			default:
				w.Int(int64(e.Source.At))
			}
		}
		w.EndArray()
	}
	w.Member("summary").String(d.Summary())
	if d.Table != "" {
		w.Member("table").String(d.Table)
	}
}

// writeWas writes the parts and the timestamp of the old row that differ from those of the new one.
func (d *Difference) writeWas(w *value.Writer) {
	w.Key("was")
	w.Object()
	w.Key("parts")
	w.Object()
	for i := range d.Old.Parts {
		p := &d.Old.Parts[i]
		if now, there := d.New.Part(p.Name); !there || !bytes.Equal(p.Bytes, now) {
			w.AnyKey(p.Name)
			w.Hex(p.Bytes)
		}
	}
	w.EndObject()
	if d.Old.Timestamp != d.New.Timestamp && d.Old.Timestamp != "" {
		w.Member("timestamp").String(d.Old.Timestamp)
	}
	w.EndObject()
}

// Count counts the rows of one kind by change.
type Count struct {
	Format, Record string // empty for rows that could not be decoded
	Rows           [4]int64
}

// Totals are the counts of all rows, in no order.
type Totals struct {
	kinds []Count
	last  int // the latest kind, which is most likely the next, too
}

func (t *Totals) count(format, record string, c Change) {
	if t.last < len(t.kinds) && t.kinds[t.last].Format == format && t.kinds[t.last].Record == record {
		t.kinds[t.last].Rows[c]++
		return
	}
	t.last = slices.IndexFunc(t.kinds, func(k Count) bool { return k.Format == format && k.Record == record })
	if t.last < 0 {
		t.last = len(t.kinds)
		t.kinds = append(t.kinds, Count{Format: format, Record: record})
	}
	t.kinds[t.last].Rows[c]++
}

// Of returns how many rows have a change.
func (t *Totals) Of(c Change) (n int64) {
	for i := range t.kinds {
		n += t.kinds[i].Rows[c]
	}
	return n
}

// Differ reports whether there is any difference.
func (t *Totals) Differ() bool { return t.Of(Added)+t.Of(Removed)+t.Of(Changed) > 0 }

// Kinds returns the counts by format and record kind, sorted by name; rows that could not be decoded come last.
func (t *Totals) Kinds() []Count {
	sorting.Func(t.kinds, func(a, b Count) int {
		if (a.Format == "") != (b.Format == "") {
			return strings.Compare(b.Format, a.Format)
		}
		if order := strings.Compare(a.Format, b.Format); order != 0 {
			return order
		}
		return strings.Compare(a.Record, b.Record)
	})
	return t.kinds
}

// Write writes members into an open object: added, removed, changed, same and records, a list with the same members for
// each record kind. Rows that could not be decoded have null for format and record.
func (t *Totals) Write(w *value.Writer) {
	all := Count{Rows: [4]int64{t.Of(Same), t.Of(Added), t.Of(Removed), t.Of(Changed)}}
	all.write(w)
	w.Key("records")
	w.Array()
	for _, k := range t.Kinds() {
		w.Object()
		name(w.Member("format"), k.Format)
		name(w.Member("record"), k.Record)
		k.write(w)
		w.EndObject()
	}
	w.EndArray()
}

func name(w *value.Writer, text string) {
	if text == "" {
		w.Null()
		return
	}
	w.String(text)
}

func (k *Count) write(w *value.Writer) {
	w.Member("added").Int(k.Rows[Added])
	w.Member("removed").Int(k.Rows[Removed])
	w.Member("changed").Int(k.Rows[Changed])
	w.Member("same").Int(k.Rows[Same])
}
