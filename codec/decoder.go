package codec

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Decoder decodes a list of entries that somebody looks at: a Bulk for one
// thread, which learns the format as it goes and can say in a few words what an
// entry is.
type Decoder struct {
	Bulk

	tree   span.Tree
	entry  *store.Entry
	format *format.Format
	record *format.Record
}

// Decode is Bulk.Decode.
func (d *Decoder) Decode(e *store.Entry, w *value.Writer) (*format.Format, *format.Record, *wire.Error) {
	d.eager = true
	f, r, err := d.Bulk.Decode(e, w)
	d.entry, d.format, d.record = e, f, r
	return f, r, err
}

// Summary is the entry that was decoded last in a few words: its identities,
// sort values and targets.
func (d *Decoder) Summary() string {
	if d.record == nil {
		return ""
	}
	in := format.Input{Entry: *d.entry, Zones: d.Zones, Lenient: true}
	if lone, ok := d.entry.Part(store.Bytes); ok && len(d.record.Guess) > 0 {
		in.Entry = store.Entry{Parts: []store.Part{{Name: d.record.Guess[0], Bytes: lone}}}
	}
	if d.Schema != nil {
		in.Schema = d.Schema(d.format)
	}
	if Explain(d.record, &in, &d.tree, nil) != nil {
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
			if len(b) > 0 {
				b = append(b, " · "...)
			}
			b = n.AppendText(b)
		}
	}
	return string(b)
}
