package span

import "iter"

// Range is a node on a walk through its tree: a named range of bytes.
type Range struct {
	*Node
	Index int    // in Tree.Nodes
	Depth int    // 0 for the root of a part
	Leaf  bool   // no other node is inside it
	Part  string // name of the source that Start and End count in
	Bytes []byte // the range itself
}

// Text returns the value for people; empty for a range that only contains others.
func (r Range) Text() string { return string(r.AppendText(nil)) }

// All yields every range of the tree in the order of the bytes, parents before their children.
func (t *Tree) All() iter.Seq[Range] {
	return func(yield func(Range) bool) {
		var open []int32 // the groups that contain the node
		for i := range t.Nodes {
			n := &t.Nodes[i]
			for len(open) > 0 && open[len(open)-1] != n.Parent {
				open = open[:len(open)-1]
			}
			s := &t.Sources[n.Src]
			r := Range{Node: n, Index: i, Depth: len(open), Leaf: t.IsLeaf(i), Part: s.Name, Bytes: s.Bytes[n.Start:n.End:n.End]}
			if !yield(r) {
				return
			}
			open = append(open, int32(i))
		}
	}
}

// At returns the innermost range that contains the byte at an offset of a part.
func (t *Tree) At(part string, offset int) (r Range, ok bool) {
	for x := range t.All() {
		if x.Part == part && int(x.Start) <= offset && offset < int(x.End) && t.Sources[x.Src].Node < 0 {
			r, ok = x, true
		}
	}
	return r, ok
}
