package screen

import (
	"strings"

	"github.com/rowlens/rowlens/codec/span"
)

// Remarks returns a node's value, type, order, time, check and note, in one line.
func Remarks(n *span.Node) string {
	var b []byte
	structure := n.Field.Role == span.RoleStructure
	text := structure && (n.Value.Kind == span.Text || n.Value.Kind == span.JSON)
	if n.Value.Kind != span.None && (!structure || text) { // other structure is evident from its bytes
		b = n.AppendText(b)
		if raw, ok := n.Raw(); ok && n.Value.Kind != span.Uint && len(n.Value.Bytes) > 0 {
			b = append(append(append(b, " ("...), raw...), ')')
		}
	}
	if n.Flags&(span.Ascending|span.Descending) != 0 && !structure {
		if kind := n.TypeOf(); kind != string(b) {
			b = append(append(b, "  "...), kind...)
		}
		if n.Flags&span.Descending != 0 {
			b = append(b, ", descending ↓"...)
		}
	}
	if ms, ok := n.Time(); ok && !structure {
		b = span.AppendTime(append(b, "  "...), ms)
	}
	switch {
	case n.Flags&span.Checked != 0:
		b = append(b, "  ok:"...)
	case n.Flags&span.Mismatch != 0:
		b = append(b, "  WRONG:"...)
	case n.Flags&span.NonCanonical != 0:
		b = append(b, "  not canonical:"...)
	}
	if n.Note != "" {
		b = append(append(b, ' '), Visible(n.Note)...)
	}
	return strings.TrimSuffix(strings.TrimLeft(string(b), " "), ":")
}
