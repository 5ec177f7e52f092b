package stream

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// ForFormat returns a Decoder for entries that are known to be of one format, which it reads with
// in. Its DecodeStrict is for callers that decode a column of rows.
func ForFormat(f *format.Format, in format.Input) *Decoder {
	return &Decoder{Format: f.ID, Schemas: format.SchemaSet{f: in.Schema}, Zones: in.Zones, learnt: f, in: in}
}

// DecodeStrict finds the record kind of an entry and writes {"fields":{…},"record":"…"}, followed
// by members for doubts (see Doubt). It accepts only what the kind's own strict decoder accepts. On
// failure w is unchanged, and the error is that of the nearest kind.
func (d *Decoder) DecodeStrict(e *store.Entry, w *value.Writer) (*format.Record, *wire.Error) {
	mark := w.Mark()
	d.unsure = false
	w.Object()
	w.Key("fields")
	if r := d.try(e, w); r != nil {
		w.Member("record").String(r.Name)
		if d.unsure {
			d.doubt.Write(w)
		}
		w.EndObject()
		return r, nil
	}
	w.Back(mark)
	parsed, refused := d.finder.Best(d.query(e))
	if len(parsed) > 0 {
		d.in.Entry = *e
		if err, ok := parsed[0].Record.Decode(&d.in, nil, nil).(*wire.Error); ok {
			return nil, err
		}
	}
	if refused != nil {
		return nil, refused
	}
	return nil, &wire.Error{Code: wire.Missing, Expected: "parts that a record kind of " + d.learnt.Title + " has", Found: partNames(e)}
}
