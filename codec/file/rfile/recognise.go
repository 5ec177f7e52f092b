package rfile

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/block"
	"github.com/rowlens/rowlens/codec/wire"
)

// How much of the file to try at once. Most blocks are far smaller than the first size; one that
// does not fit is tried again with more.
const (
	windowFirst = 512 << 10
	windowMost  = 64 << 20
)

// stored returns n bytes of the file from an offset on, fewer at the end. It reads ahead,
// because whatever is not a block is tried byte by byte.
func (s *salvage) stored(at int64, n int) []byte {
	n = int(min(int64(n), s.end-at))
	if from := at - s.window; from < 0 || from+int64(n) > int64(len(s.in.stored)) {
		s.in.stored, _ = file.ReadAll(s.c.f, s.in.stored, at, int(min(int64(max(n, min(8*n, 8*windowFirst))), s.end-at)))
		s.window = at
	}
	have := s.in.stored[at-s.window:]
	return have[:min(n, len(have))]
}

// try reads the block at an offset, and returns how many stored bytes it takes.
func (s *salvage) try(at int64) (found, int64) {
	if at == s.index && at > 0 {
		return foundEnd, 0
	}
	if s.codec == nil {
		s.codec = s.chooseCodec(at)
	}
	return s.tryCodec(s.codec, at)
}

// codecWithin is how far to search for a block that reveals the codec if the first one is
// damaged: far more than one block.
const codecWithin = 4 << 20

// chooseCodec returns the codec with which a block unpacks, at the first place or else at the
// next. An uncompressed block proves nothing, so "no compression" is assumed only if the first
// block is whole or no codec fits.
func (s *salvage) chooseCodec(at int64) *codec {
	none := findCodec("none")
	for end := min(s.end, at+codecWithin); at < end; at++ {
		for i := range codecs {
			if c := &codecs[i]; c != none {
				if what, _ := s.tryCodec(c, at); what != foundNothing {
					return c
				}
			} else if at == int64(len(magic)) && s.plainBlock(s.stored(at, windowFirst)).whole {
				return c
			}
		}
	}
	return none
}

func (s *salvage) tryCodec(c *codec, at int64) (found, int64) {
	job := block.Job{Codec: c.codec, Hadoop: c.hadoop, Plain: -1, Max: s.c.limits.BlockMax}
	for n := windowFirst; ; {
		stored := s.stored(at, n)
		var b tried
		switch {
		case len(stored) == 0:
			return foundNothing, 0
		case c.codec != block.None:
			b = s.tryStream(stored, job, c.sure)
		case at > int64(len(magic)) && isNothing(stored):
			return foundNothing, 0
		default:
			if b = s.plainBlock(stored); b.what == foundEntries {
				s.in.plain = append(s.in.plain[:0], stored[:b.used]...)
			}
		}
		if b.need <= len(stored) || int64(b.need) > min(s.end-at, windowMost) {
			return b.what, int64(b.used)
		}
		n = b.need
	}
}

// tried is the result of trying a place.
type tried struct {
	what  found
	used  int  // stored bytes that the block takes
	need  int  // stored bytes that it would take, if more than were given
	whole bool // followed by another block or the end
}

// tryStream unpacks one stream or, for codecs in Hadoop's frame, as many groups as make a whole block.
func (s *salvage) tryStream(stored []byte, job block.Job, sure bool) tried {
	plain, used, err := s.in.unpacker.Stream(s.in.plain[:0], stored, job)
	if s.in.plain = plain; err != nil {
		return tried{need: s.needed(stored, job, len(plain))}
	}
	if what := s.classify(plain); what != foundNothing || sure {
		return tried{what: what, used: used}
	}
	var more []byte
	for used < len(stored) && len(plain) > 0 && len(s.in.plain) < s.c.limits.BlockMax {
		out, n, err := s.in.unpacker.Stream(more[:0], stored[used:], job)
		if err != nil || len(out) == 0 {
			break
		}
		more, used = out, used+n
		s.in.plain = append(s.in.plain, out...)
		if what := s.classify(s.in.plain); what != foundNothing {
			return tried{what: what, used: used}
		}
	}
	return tried{}
}

// needed returns how many bytes a stream that did not unpack may take, if more than were read.
// Zlib's first bytes are not rare, so such a stream must have unpacked to a lot before the bytes ended.
func (s *salvage) needed(stored []byte, job block.Job, plain int) int {
	switch {
	case job.Hadoop && len(stored) >= 8:
		all, piece := int64(binary.BigEndian.Uint32(stored)), int64(binary.BigEndian.Uint32(stored[4:]))
		if all > int64(job.Max) || piece > all+all/4+64 {
			return 0
		}
		return int(8 + piece)
	case job.Hadoop || !job.Begins(stored) || job.Codec == block.Zlib && plain < len(stored)/2:
		return 0
	}
	return min(8*len(stored), windowMost)
}

// classify determines what the plain bytes of a block are.
func (s *salvage) classify(plain []byte) found {
	switch {
	case isIndex(plain):
		return foundEnd
	case s.isIndexBlock(plain, true) > 0:
		return foundIndex
	case len(plain) > 0 && s.wholeEntries(plain):
		return foundEntries
	}
	return foundNothing
}

// isIndex reports whether bytes begin like RFile.index.
func isIndex(b []byte) bool {
	if len(b) < 8 || binary.BigEndian.Uint32(b) != indexMagic {
		return false
	}
	switch binary.BigEndian.Uint32(b[4:]) {
	case 3, 4, 6, 7, 8:
		return true
	}
	return false
}

// isIndexBlock returns how many bytes an index block below a root takes; 0 if b does not begin with one.
func (s *salvage) isIndexBlock(b []byte, whole bool) int {
	r := wire.NewReader(b, nil)
	r.SetFault(&s.fault)
	x := readIndexBlock(&r, 8)
	if !r.OK() || x.count == 0 || whole && r.Left() > 0 {
		return 0
	}
	for w := x.walk(); ; {
		e := w.next()
		if e == nil {
			return r.Offset()
		}
		if (x.level == 0) != (e.cells > 0) || e.cells < 0 {
			return 0
		}
	}
}

// wholeEntries reports whether the bytes are entries to their end, in order.
func (s *salvage) wholeEntries(plain []byte) bool {
	var e entries
	e.open(plain, nil)
	for e.r.SetFault(&s.fault); e.r.More(); {
		if !e.next() {
			return false
		}
	}
	return e.r.OK()
}

// plainBlock reads an uncompressed block, whose end nothing marks: an index block, or entries up
// to the next entry with a full key, which may begin another block.
func (s *salvage) plainBlock(stored []byte) (b tried) {
	if isIndex(stored) {
		return tried{what: foundEnd, whole: true}
	}
	if n := s.isIndexBlock(stored, false); n > 0 {
		return tried{what: foundIndex, used: n, whole: true}
	}
	var e entries
	e.open(stored, nil)
	for e.r.SetFault(&s.fault); ; {
		if !e.next() {
			if b.need = e.want; e.r.Left() < keyLeast {
				b.need = len(stored) + keyLeast
			}
			return b
		}
		b.what, b.used = foundEntries, e.r.Offset()
		if !e.r.More() || e.r.Ahead()[0]&^deletion == 0 {
			b.whole = true
			return b
		}
	}
}

// keyLeast is how many bytes are needed to read the lengths of an entry.
const keyLeast = 64

// isNothing reports whether bytes decode to an entry with nothing in it, as zeros do.
func isNothing(stored []byte) bool {
	const empty = 1 + 4 + 1 + 4 // flags, four lengths, the time, the value's length
	return len(stored) >= empty && string(stored[:empty]) == string(make([]byte, empty))
}
