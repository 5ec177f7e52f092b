package accumulograph

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// changesOf yields the rows that turn one element into another. The edges of a vertex are changed as
// edges, since their rows are in several places.
func changesOf(in *format.Input, kind string, from, to value.Value, yield func(string, *store.Entry) error) error {
	var was, is *element
	var err error
	if !from.IsNull() {
		if was, err = parseElement(in, kind, from); err != nil {
			return format.Within("from", err)
		}
	}
	if !to.IsNull() {
		if is, err = parseElement(in, kind, to); err != nil {
			return err
		}
	}
	if err := changeable(was, is); err != nil {
		return err
	}
	switch {
	case was == nil && is == nil:
		return nil
	case was == nil:
		return send(is.rows(), yield)
	case is == nil:
		asUpstream, _ := in.Given.Member("asUpstream").Bool()
		return send(was.removed(asUpstream), yield)
	}
	return send(was.changed(is), yield)
}

// changeable refuses changes that affect more than this element.
func changeable(was, is *element) error {
	var none element
	a, b := was, is
	if a == nil {
		a = &none
	}
	if b == nil {
		b = &none
	}
	if !sameEnds(a.tails, b.tails) || !sameEnds(a.heads, b.heads) {
		return format.Contradict(outEdges, "the edges of a vertex change as edges, each with rows of its own: change those, and leave "+
			outEdges+" and "+inEdges+" as they are, or out")
	}
	if was == nil || is == nil {
		return nil
	}
	switch {
	case a.graph != b.graph:
		return format.Contradict("graph", "the element of another graph is another element")
	case !bytes.Equal(a.id, b.id):
		return format.Contradict("id", "an element of another id is another element: delete the one and create the other")
	case !bytes.Equal(a.label, b.label), !bytes.Equal(a.in, b.in), !bytes.Equal(a.out, b.out):
		return format.Contradict("label", "the label and the vertices of an edge never change: delete the edge, and then create the other")
	}
	return nil
}

func sameEnds(a, b []end) bool {
	within := func(a, b []end) bool {
		for _, x := range a {
			if !slices.ContainsFunc(b, func(y end) bool {
				return bytes.Equal(x.edge, y.edge) && bytes.Equal(x.label, y.label) && bytes.Equal(x.other, y.other)
			}) {
				return false
			}
		}
		return true
	}
	return len(a) == len(b) && within(a, b) && within(b, a)
}

// removed returns the deletions of an element, in the order of Vertex.remove and Edge.remove: named
// indexes, key index, the ends, the element. Upstream leaves the properties of an edge, which a later
// edge with the same id inherits. They are deleted too, unless asUpstream is set.
func (x *element) removed(asUpstream bool) (list []write) {
	for i := range x.named {
		list = append(list, x.namedIndex(&x.named[i]))
	}
	for i := range x.properties {
		if p := &x.properties[i]; p.indexed {
			list = append(list, x.keyIndex(p))
		}
	}
	made := x.made()
	list = append(append(list, made[1:]...), made[0])
	for i := range x.properties {
		if x.kind == vertexElement || !asUpstream {
			list = append(list, x.stored(&x.properties[i]))
		}
	}
	return deleted(list...)
}

// changed returns the rows of setProperty, which deletes the old entry of the index, puts the new one, and then
// puts the property; then those of removeProperty, which deletes the property first; then those of named
// indexes.
func (x *element) changed(is *element) (list []write) {
	for i := range is.properties {
		p := &is.properties[i]
		old := x.property(p.key)
		same := old != nil && bytes.Equal(old.raw, p.raw)
		if old != nil && old.indexed && !(same && p.indexed) {
			list = append(list, deleted(x.keyIndex(old))...)
		}
		if p.indexed && !(same && old.indexed) {
			list = append(list, is.keyIndex(p))
		}
		if !same {
			list = append(list, is.stored(p))
		}
	}
	for i := range x.properties {
		p := &x.properties[i]
		if is.property(p.key) != nil {
			continue
		}
		list = append(list, deleted(x.stored(p))...)
		if p.indexed {
			list = append(list, deleted(x.keyIndex(p))...)
		}
	}
	for i := range x.named {
		if n := &x.named[i]; !is.inNamed(n) {
			list = append(list, deleted(x.namedIndex(n))...)
		}
	}
	for i := range is.named {
		if n := &is.named[i]; !x.inNamed(n) {
			list = append(list, is.namedIndex(n))
		}
	}
	return list
}

func (x *element) inNamed(n *namedEntry) bool {
	return slices.ContainsFunc(x.named, func(m namedEntry) bool {
		return m.index == n.index && bytes.Equal(m.key, n.key) && bytes.Equal(m.row, n.row)
	})
}
