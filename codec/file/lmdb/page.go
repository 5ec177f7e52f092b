package lmdb

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Flags of pages. Those in ignored belong to the running program, and are on disk by accident.
const (
	pageBranch   = 0x01
	pageLeaf     = 0x02
	pageOverflow = 0x04
	pageMeta     = 0x08
	pageLeaf2    = 0x20
	pageSub      = 0x40

	pageKinds = pageBranch | pageLeaf | pageOverflow | pageMeta
	ignored   = 0x10 | 0x2000 | 0x4000 | 0x8000
)

// header is the start of a page:
//
//	number word | transaction word, from version 2 on | pad u16 | flags u16 | lower u16 | upper u16
//
// In overflow pages lower and upper together are the number of pages, u32.
type header struct {
	number, txn  uint64
	pad, flags   uint16
	lower, upper uint16
	pages        uint32
	count        int // nodes or keys; set by checkTree
}

func (l *layout) readHeader(r *wire.Reader, h *header) {
	*h = header{}
	r.Begin(&fHeader)
	h.number = l.word(r, &fPageNumber)
	if l.version > 1 {
		h.txn = l.word(r, &fPageTxn)
	}
	h.pad = l.u16(r, &fPagePad)
	h.flags = l.u16(r, &fPageFlags)
	if m := r.Last(); m.Recorded() {
		m.Note(pageWords(h.flags))
	}
	if h.flags&pageOverflow != 0 {
		h.pages = l.u32(r, &fRunPages)
	} else {
		h.lower = l.u16(r, &fLower)
		h.upper = l.u16(r, &fUpper)
	}
	r.End()
}

// pageWords names the flags of a page.
func pageWords(flags uint16) string {
	words := ""
	for _, f := range [...]struct {
		bit  uint16
		word string
	}{
		{pageBranch, "branch"}, {pageLeaf, "leaf"}, {pageOverflow, "overflow"}, {pageMeta, "meta"},
		{pageLeaf2, "keys alone"}, {pageSub, "sub-page"}, {0x10, "dirty"}, {0x4000, "loose"}, {0x8000, "kept"},
	} {
		if flags&f.bit != 0 {
			if words != "" {
				words += ", "
			}
			words += f.word
		}
	}
	return words
}

// isTree reports whether the flags are those of a page with nodes. leaf2 also allows pages of
// keys alone, which only trees of duplicates have.
func isTree(flags uint16, leaf2 bool) bool {
	kind := flags & pageKinds
	return kind == pageLeaf && (leaf2 || flags&pageLeaf2 == 0) || kind == pageBranch && flags&pageLeaf2 == 0
}

// checkNumber fails if a page's own number is not that of its place.
func checkNumber(r *wire.Reader, h *header, number uint64) {
	if r.OK() && h.number != number {
		r.FailOwn(wire.BadValue, codePageNumber, &fPageNumber, 0, "page "+dec(number), "page "+dec(h.number))
	}
}

// checkTree fails if a header is not that of a page with nodes, size bytes long. It also counts the nodes.
func (l *layout) checkTree(r *wire.Reader, h *header, size int, leaf2 bool) {
	if !r.OK() {
		return
	}
	if !isTree(h.flags, leaf2) {
		r.FailOwn(wire.BadValue, codePageFlags, &fPageFlags, l.flagsAt(), "a branch or a leaf page", "flags 0x"+hex16(h.flags))
		return
	}
	lower, upper := l.base+int(h.lower), l.base+int(h.upper)
	h.count = (lower - l.head) / 2
	bad := func(f *span.Field, at int, expected string, found int) {
		r.FailOwn(wire.BadValue, codePageBounds, f, at, expected, strconv.Itoa(found))
	}
	switch leaf2 := h.flags&pageLeaf2 != 0; {
	case lower&1 != 0 || lower < l.head || !leaf2 && lower > size:
		bad(&fLower, l.lowerAt(), "an even place from "+strconv.Itoa(l.head-l.base)+" to "+strconv.Itoa(size-l.base), int(h.lower))
	case leaf2 && (h.pad == 0 || h.count > (size-l.head)/int(h.pad)):
		bad(&fPagePad, l.padAt(), strconv.Itoa(h.count)+" keys of one size in "+strconv.Itoa(size-l.head)+" bytes", int(h.pad))
	case !leaf2 && (upper < lower || upper > size):
		bad(&fUpper, l.upperAt(), "a place from "+strconv.Itoa(int(h.lower))+" to "+strconv.Itoa(size-l.base), int(h.upper))
	}
}

func dec(n uint64) string { return strconv.FormatUint(n, 10) }

func hex16(n uint16) string { return strconv.FormatUint(uint64(n), 16) }

// checkSub is checkTree for a sub-page, which is a leaf.
func (l *layout) checkSub(r *wire.Reader, h *header, size int) {
	if r.OK() && h.flags&pageKinds != pageLeaf {
		r.FailOwn(wire.BadValue, codePageFlags, &fPageFlags, l.flagsAt(), "a leaf page", "flags 0x"+hex16(h.flags))
	}
	l.checkTree(r, h, size, true)
}
