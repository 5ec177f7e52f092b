package span

import (
	"errors"
	"strconv"
)

// Check reports the first violation of the tiling rule: nodes are in pre-order, the children of a
// node are in order, touch and fill it exactly, and the root of every part covers the part. Tests
// run it after every decode.
func (t *Tree) Check() error {
	next := make([]uint32, len(t.Nodes)) // where the next child of a node must start
	has := make([]bool, len(t.Nodes))
	root := make([]bool, len(t.Sources))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		next[i] = n.Start
		switch {
		case n.Field == nil:
			return violation(i, "has no field")
		case n.End < n.Start || int(n.Src) >= len(t.Sources) || int(n.End) > len(t.Sources[n.Src].Bytes):
			return violation(i, "lies outside its source")
		case int(n.Parent) >= i:
			return violation(i, "comes before its parent")
		case n.Parent < 0:
			if root[n.Src] || n.Start != 0 || int(n.End) != len(t.Sources[n.Src].Bytes) {
				return violation(i, "is a root that does not cover its part alone")
			}
			root[n.Src] = true
			continue
		}
		p := &t.Nodes[n.Parent]
		has[n.Parent] = true
		if p.Src != n.Src {
			continue // a derived source: its root checks it against its own bytes
		}
		if next[n.Parent] != n.Start {
			return violation(i, "leaves a gap or overlap before it")
		}
		next[n.Parent] = n.End
	}
	for i := range t.Nodes {
		if has[i] && next[i] != t.Nodes[i].End {
			return violation(i, "is not filled by its children")
		}
	}
	for s := range t.Sources {
		if !root[s] && t.Sources[s].Node < 0 {
			return errors.New("span: part " + t.Sources[s].Name + " has no root")
		}
	}
	return nil
}

func violation(i int, what string) error {
	return errors.New("span: node " + strconv.Itoa(i) + " " + what)
}
