package filter

import (
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
)

// meaning is the tree of a row, whose fields say what they are about. It is empty if the row failed.
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

// failedChecks are the names of the check values that do not match.
func (x *subject) failedChecks() (names []string) {
	t := x.meaning()
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Flags&span.Mismatch != 0 {
			names = append(names, n.Name())
		}
	}
	return names
}

// entity is what the row is of, by its name; empty if no field says it.
func (x *subject) entity() string {
	t := x.meaning()
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Field.About == span.AboutEntity {
			return string(n.AppendName(nil))
		}
	}
	return ""
}

// table is the name of the row's table where the format knows it from the place of the row.
func (x *subject) table() string {
	if f := x.format; f != nil && f.TableOf != nil && !x.failed() {
		return f.TableOf(x.decoder.Schemas.For(f), &x.row.Entry.Source)
	}
	return ""
}

// sizes are how many bytes the parts of the row have. Lone bytes are what they were read as, and
// a value if nothing reads them.
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
