package exports

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/span"
)

// Sizes of the structs rl_spans, rl_span and rl_source.
const (
	spansHead  = 16
	spanSize   = 72
	sourceSize = 24
)

// appendSpans appends a tree as structs of the header: rl_spans, then an rl_span
// for each node, an rl_source for each part, and the bytes to which these refer.
// Numbers are in the machine's byte order. dst must be empty or end at a multiple of 8.
func appendSpans(dst []byte, t *span.Tree) []byte {
	b := block{buf: dst, from: len(dst)}
	sources := spansHead + spanSize*len(t.Nodes)
	b.u32(0, uint32(len(t.Nodes)), uint32(sources), uint32(len(t.Sources)))
	b.tail = uint32(sources + sourceSize*len(t.Sources))
	b.buf = append(b.buf, make([]byte, int(b.tail)-spansHead)...)
	for i := range t.Nodes {
		b.span(t, i)
	}
	for i := range t.Sources {
		b.source(&t.Sources[i], sources+sourceSize*i)
	}
	for len(b.buf)%8 != 0 {
		b.buf = append(b.buf, 0)
	}
	binary.NativeEndian.PutUint32(b.buf[b.from:], uint32(len(b.buf)-b.from))
	return b.buf
}

// block is an answer under construction. Offsets in it count from its start.
type block struct {
	buf  []byte
	from int
	tail uint32 // offset of the next byte after the structs
}

func (b *block) u32(numbers ...uint32) {
	for _, n := range numbers {
		b.buf = binary.NativeEndian.AppendUint32(b.buf, n)
	}
}

// at returns n bytes of a struct.
func (b *block) at(offset, n int) []byte { return b.buf[b.from+offset:][:n:n] }

// put32 writes numbers at an offset and after it.
func (b *block) put32(offset int, numbers ...uint32) {
	to := b.at(offset, 4*len(numbers))
	for i, n := range numbers {
		binary.NativeEndian.PutUint32(to[4*i:], n)
	}
}

// ends records the offset and length of the bytes just appended.
func (b *block) ends(offset int) {
	size := uint32(len(b.buf)-b.from) - b.tail
	b.put32(offset, b.tail, size)
	b.tail += size
}

func (b *block) text(offset int, text string) {
	b.buf = append(b.buf, text...)
	b.ends(offset)
}

func (b *block) span(t *span.Tree, i int) {
	n := &t.Nodes[i]
	at := spansHead + spanSize*i
	depth := uint16(0)
	if n.Parent >= 0 {
		depth = 1 + binary.NativeEndian.Uint16(b.at(spansHead+spanSize*int(n.Parent)+14, 2))
	}
	b.put32(at, n.Start, n.End, uint32(n.Parent))
	binary.NativeEndian.PutUint16(b.at(at+12, 2), n.Src)
	binary.NativeEndian.PutUint16(b.at(at+14, 2), depth)
	binary.NativeEndian.PutUint64(b.at(at+16, 8), n.Value.Num)
	b.text(at+24, n.Name())
	b.text(at+32, n.TypeOf())
	b.buf = n.AppendText(b.buf)
	b.ends(at + 40)
	b.buf = append(b.buf, n.Value.Bytes...)
	b.ends(at + 48)
	b.text(at+56, n.Note)
	binary.NativeEndian.PutUint16(b.at(at+64, 2), uint16(n.Flags))
	b.at(at+66, 1)[0] = byte(n.Field.Role)
	b.at(at+67, 1)[0] = byte(n.Value.Kind)
}

func (b *block) source(s *span.Source, at int) {
	b.text(at, s.Name)
	if s.Node >= 0 {
		b.text(at+8, string(s.Bytes))
	} else {
		b.put32(at+8, 0, uint32(len(s.Bytes)))
	}
	b.put32(at+16, uint32(s.Node))
}
