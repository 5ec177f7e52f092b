package record

import (
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Form is a way to write records.
type Form uint8

// The forms of records.
const (
	JSON Form = iota // one record per line
	CSV              // CSVHeader, then one record per line
	CBOR             // a sequence (RFC 8742) of the same records
)

// Writer decodes rows and appends their records to Buf: what `rowlens decode` prints and the page
// exports. It is not safe for concurrent use.
type Writer struct {
	Form    Form
	Decoder *stream.Decoder
	Where   *filter.Filter // only rows that it accepts are written; nil accepts all
	Lenient bool           // also counts as decoded: rows that only a lenient reader accepts, or whose check value does not match
	Select  *Selection     // the members to write; nil for all
	Wide    bool           // CBOR integers of 64 bits always have eight bytes (see value.Writer)
	Others  int            // rows left out so far because they are not of the wanted kind

	w      value.Writer
	cells  value.Writer // fields as JSON, for CSV and for the filter
	whole  []byte       // the record from which members are selected
	fields []byte       // fields that are being moved after another beginning

	format *format.Format // of the previous row, and most likely of the next
	record *format.Record
}

// Append appends the record of one row to dst, unless the filter drops it or it is not of the
// requested kind. It reports whether the row was dropped, or decoded without a doubt that counts.
func (x *Writer) Append(dst []byte, r *stream.Row) (out []byte, ok bool) {
	if _, damaged := r.Bad.(stream.Damage); !damaged && x.Where != nil && !x.Where.Take(r, x.Decoder, &x.cells) {
		return dst, true // no filter hides missing rows
	}
	if x.Select != nil {
		return x.selected(dst, r)
	}
	x.w.Reset()
	x.w.Buf, x.w.CBOR, x.w.Wide = dst, x.Form == CBOR, x.Wide
	switch {
	case x.Form == CSV:
		ok = x.csv(r)
	case r.Bad != nil:
		x.unreadable(r)
	default:
		ok = x.row(r)
	}
	out, x.w.Buf = x.w.Buf, nil
	return out, ok
}

// row writes {"format","record","parts","timestamp","source","fields"}, or "error" instead of the
// fields, and reports whether there were fields.
//
// The members before the fields depend on the kind of row, which is known only once the fields have
// been written. So the row is assumed to be of the same kind as the previous one; if that is wrong,
// the fields are moved after another beginning.
func (x *Writer) row(r *stream.Row) bool {
	mark := x.w.Mark()
	x.open(x.format, x.record, r)
	x.w.Key("fields")
	at := len(x.w.Buf)
	f, rec, err := x.Decoder.Decode(r.Entry, &x.w)
	if err != nil {
		x.w.Back(mark)
		x.undecodable(r, err)
		return false
	}
	if !x.Decoder.Wants(rec) {
		x.w.Back(mark)
		x.Others++
		return true
	}
	if f != x.format || rec != x.record {
		x.format, x.record = f, rec
		x.fields = append(x.fields[:0], x.w.Buf[at:]...)
		x.w.Back(mark)
		x.open(f, rec, r)
		x.w.Member("fields").JSON(x.fields) // in the writer's encoding, JSON or CBOR
	}
	doubt := x.Decoder.Doubt()
	if doubt != nil {
		doubt.Write(&x.w)
	}
	x.end()
	return doubt == nil || x.Lenient || !doubt.Fails()
}

func (x *Writer) undecodable(r *stream.Row, err *wire.Error) {
	f := codec.Find(err.Format)
	var rec *format.Record
	if f != nil {
		rec = f.Record(err.Record)
	}
	x.open(f, rec, r)
	answer.WriteError(x.w.Member("error"), err)
	x.end()
}

func (x *Writer) unreadable(r *stream.Row) {
	if damage, ok := r.Bad.(stream.Damage); ok {
		x.lost(r, damage)
		return
	}
	x.open(nil, nil, r)
	answer.WriteFailure(x.w.Member("error"), stream.BadText, r.Bad.Error())
	x.end()
}

// lost writes {"source","error"} in place of missing rows.
func (x *Writer) lost(r *stream.Row, damage stream.Damage) {
	x.w.Object()
	format.WriteSource(&x.w, &r.Entry.Source)
	damage.WriteError(x.w.Member("error"))
	x.end()
}

// open begins a record: everything except fields or error.
func (x *Writer) open(f *format.Format, rec *format.Record, r *stream.Row) {
	w := &x.w
	w.Object()
	if f != nil {
		w.Member("format").String(f.ID)
	}
	if rec != nil { // nil for a row that may be of several kinds
		w.Member("record").String(rec.Name)
	}
	answer.WriteParts(w, r.Entry)
	if r.Entry.Deleted != "" {
		w.Member("deleted").String(r.Entry.Deleted)
	}
	if r.Entry.Increment {
		w.Member("increment").Bool(true)
	}
	if r.Note != "" {
		w.Member("note").String(r.Note)
	}
	format.WriteSource(w, &r.Entry.Source)
}

func (x *Writer) end() {
	x.w.EndObject()
	if x.Form == JSON {
		x.w.Buf = append(x.w.Buf, '\n')
	}
}
