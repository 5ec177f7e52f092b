package exports

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// mismatch returns the first check value in a decoded tree that differs from the
// recomputed one, or nil. Readers accept such records, as upstream's do.
func mismatch(f *format.Format, r *format.Record, t *span.Tree) *wire.Error {
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Flags&span.Mismatch != 0 {
			return &wire.Error{
				Code: wire.BadCheck, Format: f.ID, Record: r.Name, Part: t.Sources[n.Src].Name, Offset: int(n.Start), Field: n.Name(),
				Expected: "the recomputed check value", Found: string(n.AppendText(nil)),
			}
		}
	}
	return nil
}
