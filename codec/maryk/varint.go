package maryk

import (
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// A var-int has 7 bits per byte, the least significant group first; the high bit of a byte means
// that more bytes follow. Writers write the shortest form, readers also take longer ones.
//
//	300   ac 02
//	-1    ff ff ff ff 0f     32 bits: a negative number has the bits of its own width

// Width is the number of bits of a var-int, which limits how long it may be.
type Width uint8

// The widths.
const (
	Bits8  Width = 8  // at most 2 bytes
	Bits16 Width = 16 // at most 3 bytes
	Bits32 Width = 32 // at most 5 bytes
	Bits64 Width = 64 // at most 10 bytes
)

// bytes returns the length of the longest var-int.
func (w Width) bytes() int { return (int(w) + 6) / 7 }

// AppendVarint appends the shortest form of v.
func AppendVarint(dst []byte, v uint64) []byte {
	for v >= 0x80 {
		dst = append(dst, byte(v)|0x80)
		v >>= 7
	}
	return append(dst, byte(v))
}

// AppendZigZag appends a signed number so that small negative ones are short:
// 0, -1, 1, -2 … become 0, 1, 2, 3 …
func AppendZigZag(dst []byte, v int64) []byte { return AppendVarint(dst, uint64(v<<1)^uint64(v>>63)) }

func zigZagFrom(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// AppendExtra appends n with three bits of extra information. This forms the key of a protobuf
// field, a part of a property reference, or the header of an index reference. The bytes are those
// of the var-int (n<<3)|extra, which do not sort by n from 16 on.
func AppendExtra(dst []byte, n uint32, extra uint8) []byte {
	return AppendVarint(dst, uint64(n)<<3|uint64(extra&7))
}

// scanned says why a var-int does not decode, or that its form is unusual.
type scanned uint8

const (
	scanOK     scanned = iota
	scanLong           // accepted, but no writer produces it: longer than needed, or with extra bits
	scanCut            // the input ends inside
	scanTooBig         // one byte too many, or bits that do not fit
)

// scanVarint reads the var-int at the start of b.
func scanVarint(b []byte, w Width) (v uint64, n int, s scanned) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), 1, scanOK
	}
	most := w.bytes()
	for n < len(b) {
		c := b[n]
		v |= uint64(c&0x7f) << (7 * n)
		n++
		if n == most {
			return lastByte(v, n, c, w)
		}
		if c < 0x80 {
			if c == 0 {
				s = scanLong
			}
			return v, n, s
		}
	}
	return 0, 0, scanCut
}

// lastByte checks the last byte that a var-int of the width may have.
func lastByte(v uint64, n int, c byte, w Width) (uint64, int, scanned) {
	used := int(w) - 7*(n-1) // bits of c that count
	switch {
	case c >= 0x80, w >= Bits32 && c>>used != 0:
		return 0, 0, scanTooBig
	case c>>used != 0:
		return v & (1<<w - 1), n, scanLong // upstream drops them silently
	case c == 0:
		return v, n, scanLong
	}
	return v, n, scanOK
}

// scanExtra reads the number and extra bits at the start of b.
func scanExtra(b []byte) (v uint32, extra uint8, n int, s scanned) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint32(b[0] >> 3), b[0] & 7, 1, scanOK
	}
	var u uint64
	for n < len(b) {
		c := b[n]
		u |= uint64(c&0x7f) << (7 * n)
		n++
		if c < 0x80 {
			if c == 0 {
				s = scanLong
			}
			return uint32(u >> 3), uint8(u & 7), n, s
		}
		if n == Bits32.bytes() {
			return 0, 0, 0, scanTooBig
		}
	}
	return 0, 0, 0, scanCut
}

// ReadVarint reads a plain var-int.
func ReadVarint(r *wire.Reader, f *span.Field, w Width) uint64 {
	c := newCursor(r, -1)
	return c.varint(f, w)
}

// ReadExtra reads a number with three extra bits as a leaf, and returns its mark.
func ReadExtra(r *wire.Reader, f *span.Field) (n uint32, extra uint8, leaf wire.Mark) {
	c := newCursor(r, -1)
	return c.extra(f)
}

// cursor is a reader with an end: the rest of a part, or of a message inside it.
type cursor struct {
	*wire.Reader
	end int
}

func newCursor(r *wire.Reader, n int) cursor {
	if n < 0 || n > r.Left() {
		n = r.Left()
	}
	return cursor{r, r.Offset() + n}
}

// ahead returns the bytes up to the end, or none after a failure.
func (c *cursor) ahead() []byte {
	b := c.Ahead()
	if n := c.end - c.Offset(); len(b) > n {
		b = b[:max(n, 0)]
	}
	return b
}

// more reports whether nothing failed and bytes remain before the end.
func (c *cursor) more() bool { return c.OK() && c.Offset() < c.end }

// left returns the number of bytes before the end.
func (c *cursor) left() int { return c.end - c.Offset() }

// sub returns a cursor over the next n bytes, which the input is known to have.
func (c *cursor) sub(n int) cursor { return cursor{c.Reader, c.Offset() + n} }

// refuse fails because of a malformed var-int.
func (c *cursor) refuse(f *span.Field, s scanned) {
	b := c.ahead()
	switch s {
	case scanCut:
		c.FailAt(wire.Truncated, f, c.Offset()+len(b), "the next byte of a var-int", "")
		if len(b) == 0 {
			return
		}
	case scanTooBig:
		c.FailFound(wire.BadValue, f, "a var-int that fits its type", "one that is too long or too big")
	}
}

// odd fails on a form that no writer produces, unless the reader is lenient. It reports whether to
// continue.
func (c *cursor) odd(f *span.Field, expected, found string) bool {
	if c.Lenient() {
		return true
	}
	c.FailFound(wire.NonCanonical, f, expected, found)
	return false
}

const longVarint = "longer than needed; upstream reads it, but does not write it"

// varint reads a var-int as a leaf.
func (c *cursor) varint(f *span.Field, w Width) uint64 {
	b := c.ahead()
	v, n, s := scanVarint(b, w)
	if s != scanOK {
		if s != scanLong {
			c.refuse(f, s)
			return 0
		}
		if !c.odd(f, "the shortest form of a var-int", "a longer one") {
			return 0
		}
	}
	at := c.Offset()
	c.Skip(n)
	if c.Rec() != nil {
		if leaf := c.Leaf(f, at, span.UintValue(v)); s == scanLong {
			leaf.NonCanonical(longVarint)
		}
	}
	return v
}

// signed is varint for a zigzag-encoded number.
func (c *cursor) signed(f *span.Field, w Width) int64 {
	v := zigZagFrom(c.varint(f, w))
	c.Last().Value(span.IntValue(v))
	return v
}

// extra reads a number with three extra bits as a leaf.
func (c *cursor) extra(f *span.Field) (v uint32, extra uint8, leaf wire.Mark) {
	v, extra, n, s := scanExtra(c.ahead())
	if s != scanOK {
		if s != scanLong {
			c.refuse(f, s)
			return 0, 0, wire.Mark{}
		}
		if !c.odd(f, "the shortest form of a var-int", "a longer one") {
			return 0, 0, wire.Mark{}
		}
	}
	at := c.Offset()
	c.Skip(n)
	if c.Rec() != nil {
		if leaf = c.Leaf(f, at, span.UintValue(uint64(v))); s == scanLong {
			leaf.NonCanonical(longVarint)
		}
	}
	return v, extra, leaf
}

// take consumes n bytes without recording them; it returns nil if the input ends first.
func (c *cursor) take(f *span.Field, n int, expected string) []byte {
	if b := c.ahead(); n < 0 || len(b) < n {
		c.short(f, int64(n), len(b), expected)
		return nil
	}
	return c.Take(f, n, expected)
}

func (c *cursor) short(f *span.Field, n int64, left int, expected string) {
	if expected == "" {
		expected = itoa(n) + " bytes"
	}
	found := itoa(left) + " bytes"
	switch left {
	case 0:
		found = "end of input"
	case 1:
		found = "1 byte"
	}
	c.FailFound(wire.Truncated, f, expected, found)
}

// bytes consumes n bytes as a leaf.
func (c *cursor) bytes(f *span.Field, n int) []byte {
	b := c.take(f, n, "")
	if c.Rec() != nil && b != nil {
		c.Leaf(f, c.Offset()-n, span.BytesValue(b))
	}
	return b
}
