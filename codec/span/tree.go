package span

import "slices"

// Flag says how a node's bytes relate to its value.
type Flag uint16

const (
	Descending   Flag = 1 << iota // every byte is stored complemented
	Ascending                     // an ordered encoding, stored unchanged
	SignFlip                      // the sign bit is stored inverted
	FloatOrder                    // IEEE bits, sign bit inverted or, if negative, all bits
	Checked                       // a check value that was recomputed and matches
	Mismatch                      // a check value that was recomputed and differs
	NonCanonical                  // accepted by a reader, but no writer produces it
)

// Node is one named byte range. The nodes of a tree are one flat slice in pre-order without
// pointers between them, so a tree is cheap to reuse and to transfer.
type Node struct {
	Field      *Field
	Label      string // dynamic name: property name, index field name, list index
	Note       string // one remark: what is unusual, what was recomputed
	Value      Value
	Start, End uint32 // [Start,End) in Sources[Src]
	Parent     int32  // index of the parent node, -1 for a root
	Src        uint16 // index in Sources
	Flags      Flag
}

// Name returns the label of the node, or otherwise the name of its field.
func (n *Node) Name() string {
	if n.Label != "" {
		return n.Label
	}
	return n.Field.Name
}

// Source is a byte sequence that nodes point into: a part of the entry or, if Node is not negative,
// bytes derived from the stored bytes of that node, such as unescaped text.
type Source struct {
	Name  string
	Bytes []byte
	Node  int32
}

// Tree explains the parts of one entry. The zero Tree is ready to use; Reset keeps its memory.
// Parents come before their children, and the children of a node are in order, touch each other and
// fill it exactly (see Check).
type Tree struct {
	Sources []Source
	Nodes   []Node

	// Joined means that the fields were assembled from several entries, so no node corresponds to a
	// member of them.
	Joined bool

	expected []expectation

	// Mute is for callers that only count: failures are not put into words, nor are remarks that
	// would cost memory.
	Mute bool

	cur   int32 // open group, -1 for none
	src   uint16
	part  []byte // bytes of the open part
	max   int    // node budget of the parts so far
	room  int    // nodes that fit into budget and memory: below it, push need not check
	quiet int32  // open groups not recorded because the budget is spent
	rest  int32  // the open NotExpanded leaf, -1 for none
}

// expectation is what a wrong check value should be.
type expectation struct {
	node  int32
	bytes []byte
}

// Expect stores a copy of the bytes that a check value should have.
func (t *Tree) Expect(node int, b []byte) {
	t.expected = append(t.expected, expectation{int32(node), slices.Clone(b)})
}

// Expected returns the bytes that the check value of a node should have, or nil if unknown.
func (t *Tree) Expected(node int) []byte {
	for _, x := range t.expected {
		if int(x.node) == node {
			return x.bytes
		}
	}
	return nil
}

// Node budget of a tree: two nodes per byte and some spare, but at most nodesMax, so that a
// tree costs a small multiple of its input.
const (
	nodesPerByte = 2
	nodesSpare   = 64
	nodesMax     = 262144
)

// Reset empties the tree and keeps its memory.
func (t *Tree) Reset() {
	*t = Tree{Sources: t.Sources[:0], Nodes: t.Nodes[:0], expected: t.expected[:0], Mute: t.Mute, cur: -1, rest: -1}
}

// Clone returns a copy of the tree in memory of exactly its size, to keep an explanation whose
// memory will be reused.
func (t *Tree) Clone() Tree {
	return Tree{Sources: slices.Clone(t.Sources), Nodes: slices.Clone(t.Nodes), expected: slices.Clone(t.expected), cur: -1, rest: -1}
}

// Part opens a new part: its root is the next group that begins.
func (t *Tree) Part(name string, b []byte) {
	if len(t.Sources) == 0 {
		t.cur, t.rest = -1, -1
	}
	t.src, t.part = uint16(len(t.Sources)), b
	t.Sources = append(t.Sources, Source{Name: name, Bytes: b, Node: -1})
	t.max = min(t.max+nodesPerByte*len(b)+nodesSpare, nodesMax)
	if want := min(len(b)/2+16, 1024); cap(t.Nodes)-len(t.Nodes) < want {
		t.Nodes = append(make([]Node, 0, len(t.Nodes)+want), t.Nodes...)
	}
	t.room = min(t.max, cap(t.Nodes))
}

// Derived opens a source of bytes derived from the stored bytes of a node, such as unescaped or
// unmasked ones. Its nodes have their own coordinates. The previous part must be closed.
func (t *Tree) Derived(name string, b []byte, node int) {
	t.Part(name, b)
	t.Sources[len(t.Sources)-1].Node = int32(node)
}

// Begin opens a group at off and returns its node, so that the caller can set a value; nil once the
// node budget is spent. The node is valid until the next one is recorded.
func (t *Tree) Begin(f *Field, off int) *Node {
	if len(t.Nodes) >= t.room && t.full(1, off) {
		t.quiet++
		return nil
	}
	n := t.push(f, off, off)
	t.cur = int32(len(t.Nodes) - 1)
	return n
}

// End closes the innermost open group at off.
func (t *Tree) End(off int) {
	if t.quiet > 0 {
		t.quiet--
		return
	}
	if t.cur < 0 {
		return
	}
	if t.rest >= 0 {
		t.Nodes[t.rest].End = uint32(off)
		t.rest = -1
	}
	n := &t.Nodes[t.cur]
	n.End = uint32(off)
	t.cur = n.Parent
}

// Leaf records a field without children and returns its node, so that the caller can add flags or a
// note; nil once the node budget is spent.
func (t *Tree) Leaf(f *Field, start, end int, v Value) *Node {
	if len(t.Nodes) >= t.room && t.full(1, start) {
		return nil
	}
	n := t.push(f, start, end)
	n.Value = v
	return n
}

// Raw is Leaf for a field whose value is its stored bytes.
func (t *Tree) Raw(f *Field, start, end int) *Node {
	if len(t.Nodes) >= t.room && t.full(1, start) {
		return nil
	}
	n := t.push(f, start, end)
	n.Value.Kind, n.Value.Bytes = Bytes, t.part[start:end:end]
	return n
}

// Split records a group of two Raw leaves that meet at mid in one step, such as a header and its
// body. It returns the three nodes, or nil once the node budget is spent.
func (t *Tree) Split(f, first, second *Field, start, mid, end int) []Node {
	k := len(t.Nodes)
	if k+3 > t.room && t.full(3, start) {
		return nil
	}
	open := t.cur
	t.push(f, start, end)
	t.cur = int32(k)
	n := t.push(first, start, mid)
	n.Value.Kind, n.Value.Bytes = Bytes, t.part[start:mid:mid]
	n = t.push(second, mid, end)
	n.Value.Kind, n.Value.Bytes = Bytes, t.part[mid:end:end]
	t.cur = open
	return t.Nodes[k:]
}

// Group returns the innermost open group so that its value, label, flags or note can be set; nil
// if it is not recorded.
func (t *Tree) Group() *Node {
	if t.quiet > 0 || t.cur < 0 {
		return nil
	}
	return &t.Nodes[t.cur]
}

// Open returns the index of the innermost open group, or -1 if it is not recorded.
func (t *Tree) Open() int {
	if t.quiet > 0 {
		return -1
	}
	return int(t.cur)
}

// Child returns the index of the newest child of the innermost open group, or -1 if it has none or
// the newest is not recorded.
func (t *Tree) Child() int {
	if t.quiet > 0 || t.rest >= 0 {
		return -1
	}
	for i := int32(len(t.Nodes) - 1); i > t.cur; i = t.Nodes[i].Parent {
		if t.Nodes[i].Parent == t.cur {
			return int(i)
		}
	}
	return -1
}

// Newest returns the index of the newest node of a field, or -1.
func (t *Tree) Newest(f *Field) int {
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		if t.Nodes[i].Field == f {
			return i
		}
	}
	return -1
}

// Remark adds a note and flags to a node after its part was closed. An index of -1 means an
// unrecorded node.
func (t *Tree) Remark(node int, note string, flags Flag) {
	if node >= 0 {
		t.Nodes[node].Note, t.Nodes[node].Flags = note, t.Nodes[node].Flags|flags
	}
}

// Conclude sets the value of the node that the newest source was derived from, if it has none, to
// what the derived bytes turned out to be.
func (t *Tree) Conclude(v Value) {
	node := t.Sources[len(t.Sources)-1].Node
	if node >= 0 && t.Nodes[node].Value.Kind == None {
		t.Nodes[node].Value = v
	}
}

// Last returns the index of the newest node, or -1.
func (t *Tree) Last() int { return len(t.Nodes) - 1 }

// Close ends every open group of the current part. Bytes from off on become one undecoded leaf
// under the part's root, with the note.
func (t *Tree) Close(off, size int, note string) {
	t.quiet = 0
	for t.cur >= 0 && t.Nodes[t.cur].Parent >= 0 {
		t.End(off)
	}
	if off < size {
		if t.cur < 0 {
			t.max = len(t.Nodes) + nodesSpare
		}
		if t.rest >= 0 {
			t.Nodes[t.rest].End = uint32(off)
			t.rest = -1
		}
		t.makeRoom(1)
		t.push(Undecoded, off, size).Note = note
	}
	if t.cur >= 0 {
		t.End(size)
	}
}

// push appends a node under the open group; there must be room. It clears what an earlier tree left
// there and sets members one by one, because a literal would be built elsewhere and copied.
func (t *Tree) push(f *Field, start, end int) *Node {
	t.Nodes = t.Nodes[:len(t.Nodes)+1]
	n := &t.Nodes[len(t.Nodes)-1]
	*n = Node{}
	n.Field, n.Start, n.End, n.Parent, n.Src = f, uint32(start), uint32(end), t.cur, t.src
	return n
}

// full makes room for n more nodes and returns false, or reports that the budget is spent. It then
// opens the leaf for everything that no longer fits into the open group. A root always fits, since
// every part needs one.
//
//go:noinline
func (t *Tree) full(n, off int) bool {
	if len(t.Nodes)+n <= t.max || t.cur < 0 {
		t.makeRoom(n)
		return false
	}
	if t.rest < 0 {
		t.makeRoom(1)
		t.push(NotExpanded, off, off)
		t.rest = int32(len(t.Nodes) - 1)
	}
	t.max, t.room = min(t.max, len(t.Nodes)), min(t.room, len(t.Nodes)) // nothing fits after that leaf
	return true
}

func (t *Tree) makeRoom(n int) {
	t.Nodes = slices.Grow(t.Nodes, n)
	t.room = min(t.max, cap(t.Nodes))
}
