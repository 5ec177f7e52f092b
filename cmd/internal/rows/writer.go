package rows

import (
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Kind is the form of the output.
type Kind uint8

// The forms of the output.
const (
	JSON Kind = iota // a record a line
	CSV              // a header, then a record a line
	CBOR             // a sequence (RFC 8742) of the same records
)

// writer decodes rows and appends their records. Each worker has one.
type writer struct {
	kind  Kind
	bulk  *codec.Bulk
	w     value.Writer
	cells value.Writer // fields for CSV
	entry store.Entry

	fields []byte // fields on their way to another beginning

	format *format.Format // what the row before was: mostly the next one is too
	record *format.Record
}

func newWriter(kind Kind, bulk *codec.Bulk) *writer {
	x := &writer{kind: kind, bulk: bulk}
	x.w.CBOR = kind == CBOR
	return x
}

// chunk writes all rows of c to c.out.
func (x *writer) chunk(c *chunk) {
	x.w.Reset()
	x.w.Buf = c.out
	for i := range c.rows {
		r := &c.rows[i]
		c.entry(r, &x.entry)
		ok := false
		switch {
		case x.kind == CSV:
			ok = x.csv(r)
		case r.rare != nil && r.rare.bad != nil:
			x.unreadable(r.rare.bad)
		default:
			ok = x.row(r)
		}
		if !ok {
			c.failed++
		}
	}
	c.out, x.w.Buf = x.w.Buf, nil
}

// row writes {"format","record","parts","timestamp","source","fields"}, or
// "error" in place of the fields, and reports whether there were fields.
//
// What stands in front of the fields depends on what the row is, which is known
// only behind them. So the row is taken for what the one before it was; if that
// was wrong, the fields move to behind another beginning.
func (x *writer) row(r *row) bool {
	mark := x.w.Mark()
	x.open(x.format, x.record, r)
	x.w.Key("fields")
	at := len(x.w.Buf)
	f, rec, err := x.bulk.Decode(&x.entry, &x.w)
	if err != nil {
		x.w.Back(mark)
		x.undecodable(r, err)
		return false
	}
	if f != x.format || rec != x.record {
		x.format, x.record = f, rec
		x.fields = append(x.fields[:0], x.w.Buf[at:]...)
		x.w.Back(mark)
		x.open(f, rec, r)
		x.w.Key("fields")
		x.w.JSON(x.fields) // in the writer's own encoding, whichever that is
	}
	x.shut()
	return true
}

func (x *writer) undecodable(r *row, err *wire.Error) {
	f := codec.Find(err.Format)
	var rec *format.Record
	if f != nil {
		rec = f.Record(err.Record)
	}
	x.open(f, rec, r)
	x.w.Key("error")
	codec.WriteError(&x.w, err)
	x.shut()
}

// badText is the code of a row whose text could not be read.
const badText = "bad-text"

func (x *writer) unreadable(bad error) {
	x.open(nil, nil, nil)
	x.w.Key("error")
	x.w.Object()
	x.w.Key("code")
	x.w.String(badText)
	x.w.Key("message")
	x.w.String(bad.Error())
	x.w.EndObject()
	x.shut()
}

// open begins a record: everything but fields or error.
func (x *writer) open(f *format.Format, rec *format.Record, r *row) {
	w := &x.w
	w.Object()
	if f != nil && rec != nil {
		w.Key("format")
		w.String(f.ID)
		w.Key("record")
		w.String(rec.Name)
	}
	codec.WriteParts(w, &x.entry)
	if x.entry.Deleted != "" {
		w.Key("deleted")
		w.String(x.entry.Deleted)
	}
	if r != nil && r.rare != nil && r.rare.note != "" {
		w.Key("note")
		w.String(r.rare.note)
	}
	writeSource(w, &x.entry.Source)
}

func (x *writer) shut() {
	x.w.EndObject()
	if x.kind == JSON {
		x.w.Buf = append(x.w.Buf, '\n')
	}
}

func writeSource(w *value.Writer, s *store.Source) {
	if s.File == "" && s.Line == 0 && s.Table == "" && s.CF == "" {
		return
	}
	w.Key("source")
	w.Object()
	if s.File != "" {
		w.Key("file")
		w.String(s.File)
	}
	if s.Line > 0 {
		w.Key("line")
		w.Int(int64(s.Line))
	}
	if s.Table != "" {
		w.Key("table")
		w.String(s.Table)
	}
	if s.CF != "" {
		w.Key("cf")
		w.String(s.CF)
	}
	w.EndObject()
}
