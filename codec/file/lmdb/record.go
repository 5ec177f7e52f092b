package lmdb

import (
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Flags of databases.
const (
	reverseKey = 0x02
	dupSort    = 0x04
	integerKey = 0x08
	dupFixed   = 0x10
	integerDup = 0x20
	reverseDup = 0x40
)

// encrypted is a flag of an environment.
const encrypted = 0x2000

// record says where a database's tree is, 48 bytes (28 with words of 4):
//
//	pad u32 | flags u16 | depth u16 | branch pages | leaf pages | overflow pages | entries | root
type record struct {
	pad                             uint32
	flags, depth                    uint16
	branch, leaf, overflow, entries uint64
	root                            uint64
}

// readRecord reads a record as field f. The free database's record, in a meta page, has the page
// size in place of the pad, and the environment's flags.
func (l *layout) readRecord(r *wire.Reader, f *span.Field, d *record) {
	pad, flags := &fRecordPad, &fRecordFlags
	if f == &fFreeRecord {
		pad, flags = &fPageSize, &fEnvFlags
	}
	r.Begin(f)
	d.pad = l.u32(r, pad)
	d.flags = l.u16(r, flags)
	if m := r.Last(); m.Recorded() {
		m.Note(flagWords(d.flags))
	}
	d.depth = l.u16(r, &fDepth)
	d.branch = l.word(r, &fBranchPages)
	d.leaf = l.word(r, &fLeafPages)
	d.overflow = l.word(r, &fOverflowPages)
	d.entries = l.word(r, &fEntries)
	d.root = l.pageWord(r, &fRoot)
	r.End()
}

// flagWords names the flags of a database, spelled as in LMDB's header.
func flagWords(flags uint16) string {
	words := ""
	for _, f := range [...]struct {
		bit  uint16
		word string
	}{
		{reverseKey, "REVERSEKEY"}, {dupSort, "DUPSORT"}, {integerKey, "INTEGERKEY"}, {dupFixed, "DUPFIXED"},
		{integerDup, "INTEGERDUP"}, {reverseDup, "REVERSEDUP"}, {encrypted, "ENCRYPT"}, {0x4000, "NOSUBDIR"},
	} {
		if flags&f.bit != 0 {
			if words != "" {
				words += " "
			}
			words += f.word
		}
	}
	return words
}
