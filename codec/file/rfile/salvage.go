package rfile

import (
	"bytes"
	"encoding/binary"
	"strconv"

	"github.com/cespare/xxhash/v2"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/wire"
)

// salvage reads the blocks of a stretch of a file one after another, without an index: they have
// no gaps between them. Each is either RFile.index, which is the end, an index block, which is
// skipped, or entries.
type salvage struct {
	c       *container
	group   string // the group that the blocks belong to, if known
	codec   *codec // nil until a block reveals it
	at, end int64
	index   int64 // where RFile.index should be; 0 if not known
	entries entries
	block   int64 // offset of the block whose entries are being read
	open    bool
	over    bool
	in      buffer
	window  int64 // offset of in.stored
	fault   wire.Error
	seen    map[uint64]struct{} // hashes of the entries so far, to recognise a sample; nil if there are no samples
	remark  *file.Damage
}

// seenEntries bounds how many entries are remembered for recognising a sample of them.
const seenEntries = 1 << 20

func newSalvage(f *rfile, from, end int64) *salvage {
	s := &salvage{c: f.container, codec: findCodec(f.codec), at: from, end: end, seen: map[uint64]struct{}{}}
	if m, ok := f.find("RFile.index"); ok {
		s.index = m.offset
	}
	return s
}

func (s *salvage) now() *entries { return &s.entries }
func (s *salvage) where() place  { return place{s.c.name, s.group, s.block} }

func (s *salvage) next() (bool, *file.Damage) {
	for {
		if s.remark != nil {
			d := s.remark
			s.remark = nil
			return false, d
		}
		if s.open {
			if s.entries.r.More() && s.entries.next() {
				return true, nil
			}
			s.open = false
		}
		if s.over || s.at >= s.end {
			return false, nil
		}
		if damage := s.nextBlock(); damage != nil {
			return false, damage
		}
	}
}

// found is what kind of block was found.
type found uint8

const (
	foundNothing found = iota
	foundEntries
	foundIndex // an index block
	foundEnd   // RFile.index
)

// nextBlock goes to the next block with entries. Anything else before it is damage.
func (s *salvage) nextBlock() *file.Damage {
	from := s.at
	s.entries.detach()
	for ; s.at < s.end; s.at++ {
		what, used := s.try(s.at)
		if what == foundNothing {
			continue
		}
		gap := s.at - from
		s.block = s.at
		s.at += used
		switch what {
		case foundEnd:
			s.over = true
		case foundEntries:
			s.begin()
		}
		if gap > 0 {
			return s.missing(from, gap)
		}
		return nil
	}
	return s.missing(from, s.end-from)
}

func (s *salvage) missing(from, n int64) *file.Damage {
	d := &file.Damage{File: s.c.name, Code: codeCodec, Offset: from, Lost: n, Expected: "a block", Found: "bytes that are none",
		Text: strconv.FormatInt(n, 10) + " bytes that no block could be read from"}
	if s.entries.any {
		d.After = bytes.Clone(s.entries.key.part[row])
	}
	return d
}

// begin begins to read the entries of the unpacked block, unless they are a sample of entries read before.
func (s *salvage) begin() {
	s.open = s.seen == nil || !s.isSample()
	s.entries.loose = true // the block may begin another group
	s.entries.open(s.in.plain, nil)
}

// isSample reports whether all entries of the block were read before; if not, it remembers them.
// A sample begins at the beginning of its group, so a block whose first key is larger than the
// last one continues the previous entries.
func (s *salvage) isSample() bool {
	var e entries
	var hashes []uint64
	all := true
	for e.open(s.in.plain, nil); e.r.More() && e.next(); {
		if len(hashes) == 0 && s.entries.any && compare(&e.key, &s.entries.key) > 0 {
			all = false
		}
		h := e.hash()
		_, seen := s.seen[h]
		all = all && seen
		hashes = append(hashes, h)
	}
	if all && len(hashes) > 0 {
		s.remark = &file.Damage{File: s.c.name, Code: codeSample, Offset: s.block, Remark: true, Expected: "entries that were not read before",
			Found: strconv.Itoa(len(hashes)) + " that all were", Text: "the block is taken for a sample of the entries before, and not shown"}
		return true
	}
	before := len(s.seen)
	for _, h := range hashes {
		if len(s.seen) < seenEntries {
			s.seen[h] = struct{}{}
		}
	}
	if before < seenEntries && len(s.seen) == seenEntries {
		s.remark = &file.Damage{File: s.c.name, Code: codeSample, Offset: s.block, Remark: true,
			Expected: "at most " + strconv.Itoa(seenEntries) + " entries", Found: "more",
			Text: "if the file has samples of its entries, those of the entries from here on are shown as well"}
	}
	return false
}

// hash returns a hash of the whole entry.
func (e *entries) hash() uint64 {
	var d xxhash.Digest
	d.Reset()
	var n [8]byte
	for _, p := range append(e.key.part[:], e.value) {
		binary.BigEndian.PutUint64(n[:], uint64(len(p)))
		d.Write(n[:])
		d.Write(p)
	}
	binary.BigEndian.PutUint64(n[:], uint64(e.key.time))
	d.Write(n[:])
	if e.key.deleted {
		d.Write(n[:1])
	}
	return d.Sum64()
}
