package filter

import (
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
)

// meaning returns the tree of a row, whose fields say what they tell about the row. It is empty if
// the row failed.
func (x *subject) meaning() *span.Tree {
	if x.tree == nil {
		x.tree = new(span.Tree)
		if !x.failed() {
			if _, _, err := x.decoder.Explain(x.row.Entry, x.tree); err != nil {
				x.tree.Reset()
			}
		}
	}
	return x.tree
}

// failedChecks returns the names of the check values that do not match.
func (x *subject) failedChecks() (names []string) {
	t := x.meaning()
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Flags&span.Mismatch != 0 {
			names = append(names, n.Name())
		}
	}
	return names
}

// about returns the first node with the given About, or nil.
func about(t *span.Tree, what span.About) *span.Node {
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Field.About == what {
			return n
		}
	}
	return nil
}

// entity returns the name of what the row belongs to; empty if no field says it.
func (x *subject) entity() string {
	if n := about(x.meaning(), span.AboutEntity); n != nil {
		return string(n.AppendName(nil))
	}
	return ""
}

// edgeOf returns the edge that a row belongs to: the names of its ends, from source to target in whichever direction it
// is stored. It is empty for a row that belongs to no edge.
func edgeOf(t *span.Tree) string {
	source, target := about(t, span.AboutEntity), about(t, span.AboutTarget)
	if source == nil || target == nil {
		return ""
	}
	if d := about(t, span.AboutDirection); d != nil && string(d.AppendName(nil)) == "IN" {
		source, target = target, source
	}
	return string(target.AppendName(append(source.AppendName(nil), " -> "...)))
}

// table returns the name of the row's table if the format knows it from the place of the row.
func (x *subject) table() string {
	if f := x.format; f != nil && f.TableOf != nil && !x.failed() {
		return f.TableOf(x.decoder.Schemas.For(f), &x.row.Entry.Source)
	}
	return ""
}

// sizes returns the sizes of key and value in bytes. Lone bytes count as the part that they were
// read as, or as a value if nothing reads them.
func (x *subject) sizes() (key, val int64) {
	for i := range x.row.Entry.Parts {
		p := &x.row.Entry.Parts[i]
		name := p.Name
		if name == store.Bytes {
			name = store.Value
			if t := x.meaning(); len(t.Sources) > 0 {
				name = t.Sources[0].Name
			}
		}
		if name == store.Value || name == store.Bytes {
			val += int64(len(p.Bytes))
		} else {
			key += int64(len(p.Bytes))
		}
	}
	return key, val
}
