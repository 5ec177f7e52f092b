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

// Form is how records are written.
type Form uint8

// The forms of records.
const (
	JSON Form = iota // a record a line
	CSV              // CSVHeader, then one record per line
	CBOR             // a sequence (RFC 8742) of the same records
)

// Writer decodes rows and appends their records to Buf: what `rowlens
// decode` prints and the page exports. It is not safe for concurrent use.
type Writer struct {
	Form    Form
	Decoder *stream.Decoder
	Where   *filter.Filter // only rows that it takes are written; nil takes all
	Lenient bool           // a row that only a lenient reader takes, or whose check does not match, counts as decoded
	Select  *Selection     // what of the records is written; nil for all of it
	Wide    bool           // in CBOR 64-bit integers have eight bytes, however small: see value.Writer
	Others  int            // rows so far that were left out since they are of another kind than the wanted one

	w      value.Writer
	cells  value.Writer // fields as JSON, for CSV and for the filter
	whole  []byte       // a record of which a part is selected
	fields []byte       // fields on their way to another beginning

	format *format.Format // that of the previous row, and most likely of the next
	record *format.Record
}

// Append appends the record of one row to dst, unless the filter drops it or its kind is not the
// requested one. It reports whether the row could be decoded without a doubt that counts, or was
// dropped.
func (x *Writer) Append(dst []byte, r *stream.Row) (out []byte, ok bool) {
	if _, damaged := r.Bad.(stream.Damage); !damaged && x.Where != nil && !x.Where.Take(r, x.Decoder, &x.cells) {
		return dst, true // no filter hides that rows are missing
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

// row writes {"format","record","parts","timestamp","source","fields"}, or
// "error" in place of the fields, and reports whether there were fields.
//
// The members before the fields depend on the kind of row, which is known only once the fields
// are written. So the row is assumed to be of the previous row's kind; if that is wrong, the
// fields move after another beginning.
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
		x.w.Member("fields").JSON(x.fields) // in the writer's own encoding, JSON or CBOR
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

// lost writes {"source","error"} in the place of rows that are missing.
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
	if rec != nil { // not of a row that may be of several kinds
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
