package codec

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// BulkOf returns a Bulk for entries that are known to be of one format, read as in
// says. Its Strict is for callers that decode a column of rows.
func BulkOf(f *format.Format, in format.Input) *Bulk {
	schema := in.Schema
	b := &Bulk{Format: f.ID, Zones: in.Zones, learnt: f, in: in}
	if schema != nil {
		b.Schema = func(*format.Format) format.Schema { return schema }
	}
	return b
}

// Strict finds the record kind of an entry and writes {"fields":{…},"record":"…"}. It
// takes no more than that kind's own decoder does; on failure w is as it was, and the
// error is that of the nearest kind.
func (b *Bulk) Strict(e *store.Entry, w *value.Writer) (*format.Record, *wire.Error) {
	mark := w.Mark()
	w.Object()
	w.Key("fields")
	if r := b.try(e, w); r != nil {
		w.Key("record")
		w.String(r.Name)
		w.EndObject()
		return r, nil
	}
	w.Back(mark)
	parsed, refused := Identify(b.query(e))
	if len(parsed) > 0 {
		b.in.Entry = *e
		if err, ok := parsed[0].Record.Decode(&b.in, nil, nil).(*wire.Error); ok {
			return nil, err
		}
	}
	if len(refused) > 0 {
		return nil, refused[0].Err
	}
	return nil, &wire.Error{Code: wire.Missing, Expected: "parts that a record kind of " + b.learnt.Title + " has", Found: partNames(e)}
}
