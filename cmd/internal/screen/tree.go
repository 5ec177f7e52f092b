package screen

import (
	"strings"

	"github.com/rowlens/rowlens/codec/span"
)

const (
	hexDigits  = "0123456789abcdef"
	lineBytes  = 8
	textColumn = 80 // from this width on there is room for the bytes as text
)

// Tree draws bytes and fields side by side: one line per field, with its offset and its bytes on
// the left. Fields of more than 8 bytes continue below.
func (s *Screen) Tree(t *span.Tree) {
	v := treeView{Screen: s, tree: t, last: lastChildren(t)}
	v.rails = make([]bool, 0, 16)
	depth := make([]int, len(t.Nodes))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Parent < 0 {
			v.part(i)
			v.rails = v.rails[:0]
			continue
		}
		depth[i] = depth[n.Parent] + 1
		v.rails = append(v.rails[:depth[i]-1], !v.last[i])
		v.field(i)
	}
}

type treeView struct {
	*Screen
	tree  *span.Tree
	last  []bool // the node is its parent's last child
	rails []bool // for each level: whether more children follow
}

func lastChildren(t *span.Tree) []bool {
	last := make([]bool, len(t.Nodes))
	newest := make([]int, len(t.Nodes))
	for i := range t.Nodes {
		if p := t.Nodes[i].Parent; p >= 0 {
			if newest[p] > 0 {
				last[newest[p]] = false
			}
			newest[p], last[i] = i, true
		}
	}
	return last
}

// part draws the heading of a part, and the bytes of one without fields.
func (v *treeView) part(i int) {
	n := &v.tree.Nodes[i]
	src := &v.tree.Sources[n.Src]
	if i > 0 {
		v.Line()
	}
	v.Put(Bold, Visible(src.Name))
	v.Buf = append(v.Buf, ' ')
	size := " bytes"
	if len(src.Bytes) == 1 {
		size = " byte"
	}
	v.Int(len(src.Bytes))
	v.Put(Plain, size)
	if src.Node >= 0 {
		v.Put(Dim, ", made from "+Visible(v.tree.Nodes[src.Node].Heading()))
	}
	if text := Remarks(n); text != "" {
		v.Put(Plain, "  "+text)
	}
	v.Line()
	if v.tree.IsLeaf(i) && len(src.Bytes) > 0 {
		v.rows(src.Bytes, 0, n.Field.Role, func() {})
	}
}

// field draws one node.
func (v *treeView) field(i int) {
	n := &v.tree.Nodes[i]
	var b []byte
	if v.tree.IsLeaf(i) {
		b = v.tree.Sources[n.Src].Bytes[n.Start:n.End]
	}
	v.rows(b, int(n.Start), n.Field.Role, func() { v.words(n) })
}

// rows draws bytes in rows of 8; words are drawn next to the first one.
func (v *treeView) rows(b []byte, at int, role span.Role, words func()) {
	for row := 0; row == 0 || row < len(b); row += lineBytes {
		line := b[min(row, len(b)):min(row+lineBytes, len(b))]
		v.Put(Dim, " "+offset(at+row)+"  ")
		v.Put(roles[role], spaced(line))
		if v.Width >= textColumn {
			v.Put(roles[role], "  "+glyphs(line))
		}
		v.Put(Plain, "  ")
		if row == 0 {
			words()
		} else {
			v.Put(Dim, v.rail(false))
		}
		v.Line()
	}
}

// rail is the branches to the left of a name.
func (v *treeView) rail(branch bool) string {
	var b strings.Builder
	for i, more := range v.rails {
		inner := i < len(v.rails)-1
		switch {
		case inner && more, !inner && more && !branch:
			b.WriteString("│ ")
		case inner || !branch:
			b.WriteString("  ")
		case more:
			b.WriteString("├ ")
		default:
			b.WriteString("└ ")
		}
	}
	return b.String()
}

func (v *treeView) words(n *span.Node) {
	rail := v.rail(true)
	v.Put(Dim, rail)
	name := Visible(n.Heading())
	style := roles[n.Field.Role]
	if n.Field.Role != span.RoleStructure {
		style = join(style, Bold)
	}
	v.Put(style, name)
	text := Remarks(n)
	if text == "" {
		return
	}
	used := Columns(rail) + Columns(name)
	const names = 20 // where values begin
	pad := max(names-used, 2)
	v.Buf = append(v.Buf, strings.Repeat(" ", pad)...)
	if v.Width > 0 {
		left := len(" 0000  ") + 3*lineBytes - 1 + 2
		if v.Width >= textColumn {
			left += 2 + lineBytes
		}
		text = Cut(text, max(v.Width-left-used-pad, 10))
	}
	switch {
	case n.Field == span.Undecoded, n.Flags&(span.Mismatch|span.NonCanonical) != 0:
		v.Put(Warn, text)
	case n.Field.Role == span.RoleStructure:
		v.Put(Dim, text)
	default:
		v.Put(Plain, text)
	}
}

func join(a, b Style) Style {
	if a == "" {
		return b
	}
	return a + ";" + b
}

// offset is at least four hex digits.
func offset(n int) string {
	text := []byte{hexDigits[n>>12&15], hexDigits[n>>8&15], hexDigits[n>>4&15], hexDigits[n&15]}
	for n >>= 16; n > 0; n >>= 4 {
		text = append([]byte{hexDigits[n&15]}, text...)
	}
	return string(text)
}

// spaced is up to 8 bytes as hex, filled up to the width of 8.
func spaced(b []byte) string {
	text := make([]byte, 0, 3*lineBytes)
	for _, c := range b {
		text = append(text, hexDigits[c>>4], hexDigits[c&15], ' ')
	}
	for len(text) < 3*lineBytes-1 {
		text = append(text, ' ')
	}
	return string(text[:3*lineBytes-1])
}

// glyphs is up to 8 bytes as text, with a dot for each unprintable byte.
func glyphs(b []byte) string {
	var text strings.Builder
	for _, c := range b {
		if c >= 0x20 && c < 0x7f {
			text.WriteByte(c)
		} else {
			text.WriteString("·")
		}
	}
	return text.String() + strings.Repeat(" ", lineBytes-len(b))
}
