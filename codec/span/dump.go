package span

import (
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/value"
)

// AppendDump appends the tree as annotated text, as in golden files and in the output of `rowlens
// inspect` without a terminal: one line per leaf or group with its offset, bytes, name and value.
// Groups come before their fields; only leaves show bytes.
//
//	row key, 17 bytes
//	0000  bbbd4892            salt       0xbbbd4892  ok: xxh32 of bytes 4–10
//	0004                      source     6079320571526382139  int64 asc
//	0004  2c                    header   2c  long, ascending
//
// Leaves of more than 8 bytes continue on further lines.
func (t *Tree) AppendDump(dst []byte) []byte {
	depths := make([]uint16, len(t.Nodes))
	for i := range t.Nodes {
		if p := t.Nodes[i].Parent; p >= 0 {
			depths[i] = depths[p] + 1
			dst = t.appendLine(dst, i, int(depths[i])-1)
		} else {
			dst = t.appendPart(dst, i)
		}
	}
	return dst
}

// IsLeaf reports whether node i has no children: in pre-order, the next node would be its first child.
func (t *Tree) IsLeaf(i int) bool { return i+1 >= len(t.Nodes) || t.Nodes[i+1].Parent != int32(i) }

const bytesPerLine = 8

func (t *Tree) appendLine(dst []byte, i, level int) []byte {
	n := &t.Nodes[i]
	var b []byte
	if t.IsLeaf(i) {
		b = t.Sources[n.Src].Bytes[n.Start:n.End]
	}
	first := b[:min(len(b), bytesPerLine)]
	line := appendOffset(dst, n.Start)
	from := len(line)
	line = value.AppendHex(line, first)
	line = spaces(line, from, 2*bytesPerLine+2)
	line = indent(line, level)
	from = len(line)
	line = appendPlain(line, []byte(n.Heading()))
	line = spaces(line, from, 16-2*level)
	dst = append(trimRight(n.appendRemarks(line)), '\n')
	for at := bytesPerLine; at < len(b); at += bytesPerLine {
		dst = appendOffset(dst, n.Start+uint32(at))
		dst = append(value.AppendHex(dst, b[at:min(at+bytesPerLine, len(b))]), '\n')
	}
	return dst
}

// Heading returns the words to show for the node: its label if it has one, otherwise the heading of its field.
func (n *Node) Heading() string {
	if n.Label != "" {
		return n.Label
	}
	return n.Field.Heading()
}

func (t *Tree) appendPart(dst []byte, i int) []byte {
	n := &t.Nodes[i]
	src := &t.Sources[n.Src]
	if len(dst) > 0 {
		dst = append(dst, '\n')
	}
	dst = appendPlain(dst, []byte(src.Name))
	dst = strconv.AppendUint(append(dst, ", "...), uint64(len(src.Bytes)), 10)
	if len(src.Bytes) == 1 {
		dst = append(dst, " byte"...)
	} else {
		dst = append(dst, " bytes"...)
	}
	if src.Node >= 0 {
		dst = appendPlain(append(dst, ", made from "...), []byte(t.Nodes[src.Node].Heading()))
	}
	if n.Note != "" {
		dst = appendVisible(append(dst, "  "...), []byte(n.Note))
	}
	dst = append(dst, '\n')
	if t.IsLeaf(i) && len(src.Bytes) > 0 {
		for at := 0; at < len(src.Bytes); at += bytesPerLine {
			dst = appendOffset(dst, uint32(at))
			dst = append(value.AppendHex(dst, src.Bytes[at:min(at+bytesPerLine, len(src.Bytes))]), '\n')
		}
	}
	return dst
}

// appendRemarks appends value, type, order, time, check and note.
func (n *Node) appendRemarks(dst []byte) []byte {
	if n.Field.Role != RoleStructure && n.Value.Kind != None {
		dst = n.AppendText(append(dst, ' '))
		if raw, ok := n.Raw(); ok && n.Value.Kind != Uint && len(n.Value.Bytes) > 0 {
			dst = append(append(append(dst, " ("...), raw...), ')')
		}
		if n.Flags&(Ascending|Descending) != 0 {
			dst = append(append(dst, "  "...), n.TypeOf()...)
		}
	}
	if n.Flags&Descending != 0 {
		dst = append(dst, " desc"...)
	}
	if ms, ok := n.Time(); ok {
		dst = AppendTime(append(dst, "  "...), ms)
	}
	switch {
	case n.Flags&Checked != 0:
		dst = append(dst, "  ok"...)
	case n.Flags&Mismatch != 0:
		dst = append(dst, "  WRONG"...)
	case n.Flags&NonCanonical != 0:
		dst = append(dst, "  not canonical"...)
	}
	if n.Note != "" {
		dst = appendVisible(append(dst, "  "...), []byte(n.Note))
	}
	return dst
}

func appendOffset(dst []byte, off uint32) []byte {
	for shift := 12; shift >= 0; shift -= 4 {
		if shift == 12 && off > 0xffff {
			dst = strconv.AppendUint(dst, uint64(off>>16), 16)
		}
		dst = append(dst, "0123456789abcdef"[off>>shift&15])
	}
	return append(dst, "  "...)
}

func indent(dst []byte, levels int) []byte {
	for range levels {
		dst = append(dst, "  "...)
	}
	return dst
}

func trimRight(b []byte) []byte {
	for len(b) > 0 && b[len(b)-1] == ' ' {
		b = b[:len(b)-1]
	}
	return b
}

// spaces pads the text appended since from to a width in characters.
func spaces(dst []byte, from, width int) []byte {
	for n := utf8.RuneCount(dst[from:]); n < width; n++ {
		dst = append(dst, ' ')
	}
	return dst
}
