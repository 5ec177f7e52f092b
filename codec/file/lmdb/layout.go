package lmdb

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// layout describes how numbers and headers are stored in a file. It depends on the byte order
// and word size of the machine that wrote the file, and on the data version.
type layout struct {
	big     bool   // big-endian
	wide    bool   // words have 8 bytes rather than 4
	version uint32 // 1, 2 or 3
	head    int    // size of a page header
	base    int    // what lower, upper and the offsets of nodes are relative to
	size    int    // size of a page
}

const (
	magic      = 0xBEEFC0DE
	versionMin = 1
	versionMax = 3

	pageSizeMin = 256
	pageSizeMax = 65536

	// none is a page number that no page has, whatever the word size.
	none = ^uint64(0)
)

// places lists the offsets where the magic number can be, each of which equals the size of the
// page header, and what the offset implies. At 16, version 1 has words of 8 bytes and later
// versions have words of 4.
var places = [...]struct {
	at    int
	later bool
	wide  bool
}{{16, false, true}, {12, false, false}, {24, true, true}, {16, true, false}}

// layoutOf returns the layout of the meta page at the start of b. If there is none, version is
// that of a magic number with an unknown version, found at offset at, or 0.
func layoutOf(b []byte) (l layout, ok bool, version uint32, at int) {
	for _, big := range [...]bool{false, true} {
		for _, p := range places {
			if len(b) < p.at+8 || number(b[p.at:], big) != magic {
				continue
			}
			v := number(b[p.at+4:], big)
			if v < versionMin || v > versionMax {
				if version == 0 {
					version, at = v, p.at+4
				}
				continue
			}
			if v > 1 != p.later {
				continue
			}
			l = layout{big: big, wide: p.wide, version: v, head: p.at}
			if p.later {
				l.base = p.at
			}
			return l, true, 0, 0
		}
	}
	return l, false, version, at
}

func number(b []byte, big bool) uint32 {
	if big {
		return binary.BigEndian.Uint32(b)
	}
	return binary.LittleEndian.Uint32(b)
}

// wordSize returns the size of page numbers and counts.
func (l *layout) wordSize() int {
	if l.wide {
		return 8
	}
	return 4
}

// recordSize returns the size of a database record.
func (l *layout) recordSize() int { return 8 + 5*l.wordSize() }

// metaSize returns how many bytes of a meta page have a meaning.
func (l *layout) metaSize() int { return l.head + 8 + 4*l.wordSize() + 2*l.recordSize() }

// padAt and the following methods return offsets of members of the page header.
func (l *layout) padAt() int   { return l.head - 8 }
func (l *layout) flagsAt() int { return l.head - 6 }
func (l *layout) lowerAt() int { return l.head - 4 }
func (l *layout) upperAt() int { return l.head - 2 }

func (l *layout) u16(r *wire.Reader, f *span.Field) uint16 {
	if l.big {
		return r.Uint16(f)
	}
	return r.Uint16LE(f)
}

func (l *layout) u32(r *wire.Reader, f *span.Field) uint32 {
	if l.big {
		return r.Uint32(f)
	}
	return r.Uint32LE(f)
}

// word reads a page number, a count or a transaction id.
func (l *layout) word(r *wire.Reader, f *span.Field) uint64 {
	switch {
	case !l.wide:
		return uint64(l.u32(r, f))
	case l.big:
		return r.Uint64(f)
	}
	return r.Uint64LE(f)
}

// pageWord is word for a page number that may be absent.
func (l *layout) pageWord(r *wire.Reader, f *span.Field) uint64 {
	n := l.word(r, f)
	if !l.wide && n == 1<<32-1 {
		n = none
	}
	if n == none {
		r.Last().Note("none: the database is empty")
	}
	return n
}

// slot returns the start of node i of a page, according to the page's list of offsets.
func (l *layout) slot(page []byte, i int) int {
	b := page[l.head+2*i:]
	if l.big {
		return l.base + int(binary.BigEndian.Uint16(b))
	}
	return l.base + int(binary.LittleEndian.Uint16(b))
}

// wordAt decodes a word without recording it.
func (l *layout) wordAt(b []byte) uint64 {
	switch {
	case l.wide && l.big:
		return binary.BigEndian.Uint64(b)
	case l.wide:
		return binary.LittleEndian.Uint64(b)
	}
	return uint64(number(b, l.big))
}
