package span

import "bytes"

// Graft inserts the explanation of an entry into t, which explains the block that contains the entry, below the node of
// that entry. A part replaces the leaf that has the same bytes. The bytes of any other part, which the block stores
// partly or not at all, become a source derived from the node. A group around a single field of a part is left out if
// it would only stand between the field and the store's name for the part. Graft returns the new index of each old node
// of t.
func (t *Tree) Graft(node int, entry *Tree) (moved []int32) {
	g := graft{t: t, entry: entry, leaves: map[int]int{}, after: node}
	g.end = g.endOf(node)
	for s := range entry.Sources {
		if source := &entry.Sources[s]; source.Node < 0 && len(source.Bytes) > 0 {
			g.find(s)
		}
	}
	old := *t
	t.Sources = append([]Source(nil), old.Sources...)
	t.Nodes, t.expected = make([]Node, 0, len(old.Nodes)+len(entry.Nodes)), nil
	return g.take(&old, node)
}

// graft is a Graft in progress.
type graft struct {
	t, entry *Tree
	leaves   map[int]int // leaf of t: the source of entry that replaces it
	after    int         // the leaves of the remaining parts come later
	end      int         // of the nodes below the entry's
	moved    []int32     // where the nodes of entry are
}

// endOf returns the index after the last node below a node.
func (g *graft) endOf(node int) int {
	end := node + 1
	for end < len(g.t.Nodes) && g.t.Nodes[end].Parent >= int32(node) && g.t.Nodes[end].Src == g.t.Nodes[node].Src {
		end++
	}
	return end
}

// find looks for the leaf with the bytes of a source, after those of the previous sources.
func (g *graft) find(source int) {
	want := g.entry.Sources[source].Bytes
	for i := g.after + 1; i < g.end; i++ {
		n := &g.t.Nodes[i]
		if k := n.Value.Kind; k != Bytes && k != Text || !g.t.IsLeaf(i) {
			continue
		}
		if bytes.Equal(g.t.Sources[n.Src].Bytes[n.Start:n.End], want) {
			g.leaves[i], g.after = source, i
			return
		}
	}
}

// take copies the nodes of both trees into t.
func (g *graft) take(old *Tree, node int) []int32 {
	t := g.t
	g.moved = make([]int32, len(g.entry.Nodes))
	to := make([]int32, len(old.Nodes))
	done := make([]bool, len(g.entry.Sources))
	for i := range old.Nodes {
		to[i] = int32(len(t.Nodes))
		n := old.Nodes[i]
		if n.Parent >= 0 {
			n.Parent = to[n.Parent]
		}
		if s, ok := g.leaves[i]; ok {
			g.nodes(s, n.Src, n.Start, n.Parent)
			done[s] = true
			continue
		}
		t.Nodes = append(t.Nodes, n)
	}
	for i := range t.Sources {
		if at := t.Sources[i].Node; at >= 0 {
			t.Sources[i].Node = to[at]
		}
	}
	for _, x := range old.expected {
		t.expected = append(t.expected, expectation{to[x.node], x.bytes})
	}
	for s := range g.entry.Sources {
		source := g.entry.Sources[s]
		if done[s] || len(source.Bytes) == 0 {
			continue
		}
		if source.Node >= 0 {
			source.Node = g.moved[source.Node]
		} else {
			source.Node = to[node]
		}
		t.Sources = append(t.Sources, source)
		g.nodes(s, uint16(len(t.Sources)-1), 0, -1)
	}
	for _, x := range g.entry.expected {
		t.expected = append(t.expected, expectation{g.moved[x.node], x.bytes})
	}
	return to
}

// nodes appends the nodes of a source of the entry below parent, in source src of t from the byte start on.
func (g *graft) nodes(source int, src uint16, start uint32, parent int32) {
	without := -1
	if parent >= 0 {
		without = g.soleGroup(source)
	}
	for i, n := range g.entry.Nodes {
		if int(n.Src) != source {
			continue
		}
		g.moved[i] = int32(len(g.t.Nodes))
		if i == without {
			continue // its field will take its place
		}
		if n.Parent >= 0 && int(n.Parent) != without {
			n.Parent = g.moved[n.Parent]
		} else {
			n.Parent = parent
		}
		n.Src, n.Start, n.End = src, n.Start+start, n.End+start
		g.t.Nodes = append(g.t.Nodes, n)
	}
}

// soleGroup returns the group that covers all of a source if it holds a single field, otherwise -1.
func (g *graft) soleGroup(source int) int {
	root, fields := -1, 0
	for i := range g.entry.Nodes {
		n := &g.entry.Nodes[i]
		switch {
		case int(n.Src) != source:
		case n.Parent < 0 && root >= 0:
			return -1
		case n.Parent < 0:
			root = i
		case int(n.Parent) == root:
			fields++
		}
	}
	if fields != 1 || g.entry.Nodes[root].Field.Role != RoleGroup || g.entry.Nodes[root].Value.Kind != None {
		return -1
	}
	return root
}
