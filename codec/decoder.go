package codec

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Decoder decodes a stream of entries, most of which are of one format. It
// remembers what the entries before were, so that the common case is one try; an
// entry that does not fit is identified from scratch. It reuses its memory: one
// Decoder for each thread. The zero Decoder identifies everything.
type Decoder struct {
	Format string // pins the format; empty for any
	Record string // pins the record kind; empty for any
	Schema func(*format.Format) format.Schema
	Zones  format.Zones

	format *format.Format // the format that fits so far
	last   *format.Record
	in     format.Input
	tree   span.Tree
	entry  *store.Entry
}

// Decode writes the entry's fields to w and says what it is. On failure w is as
// it was, and the error is that of the nearest reading.
func (d *Decoder) Decode(e *store.Entry, w *value.Writer) (*format.Format, *format.Record, *wire.Error) {
	d.entry = e
	if d.format != nil {
		if r := d.try(e, w); r != nil {
			d.last = r
			return d.format, r, nil
		}
	}
	q := Query{Entry: e, Format: d.Format, Record: d.Record, Schema: d.Schema, Zones: d.Zones}
	parsed, refused := Identify(q)
	if len(parsed) == 0 {
		if len(refused) == 0 {
			return nil, nil, &wire.Error{Code: wire.Missing, Expected: "parts that some format knows", Found: partNames(e)}
		}
		return nil, nil, refused[0].Err
	}
	best := parsed[0]
	w.JSON(best.Fields)
	const sure = 3 // dots from which the next entries are taken for the same format
	if best.Dots >= sure && d.format == nil && best.Part == "" {
		d.remember(best.Format)
	}
	d.last = best.Record
	return best.Format, best.Record, nil
}

func (d *Decoder) remember(f *format.Format) {
	d.format = f
	d.in = format.Input{Zones: d.Zones}
	if d.Schema != nil {
		d.in.Schema = d.Schema(f)
	}
}

// try decodes strictly as a record kind of the remembered format: the last one
// first. It writes nothing unless it returns a record.
func (d *Decoder) try(e *store.Entry, w *value.Writer) *format.Record {
	d.in.Entry = *e
	if d.last != nil && d.fits(d.last) && d.in.Try(d.last, w) {
		return d.last
	}
	for i := range d.format.Records {
		r := &d.format.Records[i]
		if r == d.last || !d.fits(r) {
			continue
		}
		if d.in.Try(r, w) {
			return r
		}
	}
	return nil
}

// fits reports whether a record kind may be what the entry is, by its parts and
// by the format's own quick look.
func (d *Decoder) fits(r *format.Record) bool {
	if r.Decode == nil || r.Guess == nil || d.Record != "" && d.Record != r.Name || len(d.in.Entry.Parts) == 0 {
		return false
	}
	for i := range d.in.Entry.Parts {
		if !contains(r.Parts, d.in.Entry.Parts[i].Name) {
			return false
		}
	}
	return r.Match == nil || r.Match(&d.in)
}

func contains(list []string, s string) bool {
	for i := range list {
		if list[i] == s {
			return true
		}
	}
	return false
}

func partNames(e *store.Entry) string {
	names := ""
	for i, p := range e.Parts {
		if i > 0 {
			names += ", "
		}
		names += p.Name
	}
	if names == "" {
		return "no parts"
	}
	return names
}

// Summary is the entry that was decoded last in a few words: its identities,
// codes with a name, sort values and targets.
func (d *Decoder) Summary() string {
	if d.last == nil {
		return ""
	}
	d.in.Entry = *d.entry
	if d.Schema != nil && d.format != nil {
		d.in.Schema = d.Schema(d.format)
	}
	if Explain(d.last, &d.in, &d.tree, nil) != nil {
		return ""
	}
	var b []byte
	for i := range d.tree.Nodes {
		n := &d.tree.Nodes[i]
		if n.Parent < 0 || d.tree.Nodes[n.Parent].Parent >= 0 {
			continue
		}
		switch n.Field.Role {
		case span.RoleIdentity, span.RoleSort, span.RoleTarget:
		default:
			continue
		}
		if len(b) > 0 {
			b = append(b, " · "...)
		}
		b = n.AppendText(b)
	}
	return string(b)
}
