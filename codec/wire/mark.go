package wire

import "github.com/rowlens/rowlens/codec/span"

// Mark is a handle on a field or group that a Reader has read, for what only its decoder knows
// about it: the name of a code, whether a check value matches, a remark.
//
//	salt := r.Uint32(&fSalt)
//	check := r.Last()
//	…
//	check.Check(salt == hash, "xxh32 of the bytes after it")
//
// A mark is always safe to use. Without a tree, after a failure, and for a field that the tree has
// no room for, it only keeps whether there is a doubt (see Reader.Doubtful). Arguments are computed
// in any case: guard expensive ones with Recorded.
type Mark struct {
	r    *Reader
	node int // 0 for no node
}

// Last marks what was read last in the open group: a field, or a closed group.
func (r *Reader) Last() Mark {
	if r.rec == nil || r.err != nil {
		return Mark{r: r}
	}
	return Mark{r, r.rec.Child() + 1}
}

// Next marks the field or group that is read next. It is faster for numerous fields.
func (r *Reader) Next() Mark {
	if r.rec == nil || r.err != nil {
		return Mark{}
	}
	return Mark{r, len(r.rec.Nodes) + 1}
}

// Group marks the innermost open group.
func (r *Reader) Group() Mark {
	if r.rec == nil || r.err != nil {
		return Mark{r: r}
	}
	return Mark{r, r.rec.Open() + 1}
}

// Leaf records the bytes consumed since offset from as one field, for primitives that use Take or Skip.
func (r *Reader) Leaf(f *span.Field, from int, v span.Value) Mark {
	if r.rec == nil {
		return Mark{r: r} // small enough to be inlined
	}
	return r.node(f, from, v)
}

func (r *Reader) node(f *span.Field, from int, v span.Value) Mark {
	if r.err != nil || r.rec.Leaf(f, from, r.off, v) == nil {
		return Mark{r: r}
	}
	return Mark{r, len(r.rec.Nodes)}
}

// doubt sets Doubtful if on.
func (m Mark) doubt(on bool) {
	if on && m.r != nil {
		m.r.doubtful = true
	}
}

// Doubt records that today's writers write other bytes for the same value; the field's note says
// which. Unlike NonCanonical it does not mean that no writer ever produced these.
func (m Mark) Doubt() { m.doubt(true) }

// at returns the node of the mark, or nil if it is not recorded.
func (m Mark) at() *span.Node {
	if m.node == 0 || m.r.err != nil || m.node > len(m.r.rec.Nodes) {
		return nil
	}
	if n := &m.r.rec.Nodes[m.node-1]; n.Field != span.NotExpanded {
		return n
	}
	return nil
}

// Recorded reports whether the field is recorded in a tree.
func (m Mark) Recorded() bool { return m.at() != nil }

// Worded reports whether the field is recorded in a tree that wants remarks and other text for people, which costs more
// than the rest (see span.Tree.Mute).
func (m Mark) Worded() bool { return m.at() != nil && !m.r.rec.Mute }

// Index returns the index of the field's node, for sources derived from it, or -1 if it is not recorded.
func (m Mark) Index() int {
	if m.at() == nil {
		return -1
	}
	return m.node - 1
}

// Label gives the field a dynamic name, such as that of a property or the index of an element.
func (m Mark) Label(name string) {
	if n := m.at(); n != nil {
		n.Label = name
	}
}

// Note sets the remark on the field.
func (m Mark) Note(text string) {
	if n := m.at(); n != nil {
		n.Note = text
	}
}

// Explain is Note for a field that has no remark yet.
func (m Mark) Explain(text string) {
	if n := m.at(); n != nil && n.Note == "" {
		n.Note = text
	}
}

// Flag adds flags.
func (m Mark) Flag(flags span.Flag) {
	m.doubt(flags&(span.Mismatch|span.NonCanonical) != 0)
	if n := m.at(); n != nil {
		n.Flags |= flags
	}
}

// Value replaces the value that the field was read with.
func (m Mark) Value(v span.Value) {
	if n := m.at(); n != nil {
		n.Value = v
	}
}

// Enum gives a number the name that it stands for.
func (m Mark) Enum(code int64, name string) { m.named(span.Enum, uint64(code), name) }

// Hash marks a number as the hash code of a name, which is empty if unknown.
func (m Mark) Hash(code int32, name string) { m.named(span.Hash, uint64(int64(code)), name) }

// named sets the value member by member, which is faster than setting it as a whole.
func (m Mark) named(k span.Kind, num uint64, name string) {
	if n := m.at(); n != nil {
		n.Value.Kind, n.Value.Width, n.Value.Num = k, 0, num
		n.Value.Bytes = span.EnumValue(0, name).Bytes
	}
}

// Check marks the field as a recomputed check value; ok says whether it matches, and of what it was computed from.
func (m Mark) Check(ok bool, of string) {
	if m.r != nil {
		m.r.Verdict(ok)
	}
	n := m.at()
	if n == nil {
		return
	}
	n.Note = of
	if ok {
		n.Flags |= span.Checked
	} else {
		n.Flags |= span.Mismatch
	}
}

// Expect stores a copy of the bytes that a wrong check value should have.
func (m Mark) Expect(b ...byte) {
	if m.at() != nil {
		m.r.rec.Expect(m.node-1, b)
	}
}

// NonCanonical marks bytes that a reader accepts but no writer produces, with the reason.
func (m Mark) NonCanonical(why string) {
	m.doubt(true)
	if n := m.at(); n != nil {
		n.Note, n.Flags = why, n.Flags|span.NonCanonical
	}
}

// As changes the field that the bytes are recorded as.
func (m Mark) As(f *span.Field) {
	if n := m.at(); n != nil {
		n.Field = f
	}
}
