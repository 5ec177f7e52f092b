package anonymise

import (
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// Change is a value that was replaced or kept.
type Change struct {
	Field    string
	From, To string // as text; equal if it was kept, or computed again
	Kept     string // why it was kept: "name", "time" or "check"; empty if it was replaced
	Times    int    // in how many places
}

// Result is what became of rows, and of their values in the order in which they occur.
type Result struct {
	Rows    []Made
	Changes []Change
}

// checks returns the check values of a row, which are computed again.
func checks(t *span.Tree) (list []Change) {
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Field.Role == span.RoleCheck && n.End > n.Start {
			b := t.Sources[n.Src].Bytes[n.Start:n.End]
			list = append(list, Change{Field: n.Field.Heading(), From: string(value.AppendHex(nil, b)), Kept: "check"})
		}
	}
	return list
}

// tell adds what became of a row's values to the changes.
func (x *run) tell(r *reading, to []value.Value) {
	for i := range r.leaves {
		l := &r.leaves[i]
		c := Change{Field: l.title, From: textOf(l.v), To: textOf(to[i])}
		if c.From == c.To {
			if c.Kept = l.why; c.Kept != "name" && c.Kept != "time" {
				continue
			}
		}
		x.told(c)
		for _, name := range l.names {
			x.told(Change{Field: l.title, From: name, To: name, Kept: "name"})
		}
	}
	for _, c := range r.checks {
		x.told(c)
	}
}

// told adds a change, or counts it once more.
func (x *run) told(c Change) {
	at, ok := x.seen[c]
	if !ok {
		at = len(x.changes)
		x.seen[c], x.changes = at, append(x.changes, c)
	}
	x.changes[at].Times++
}
