package hfile

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/wire"
)

// source yields cells in order: those of a file, or those that a log adds to the files.
type source interface {
	// next moves to the next cell or damage. It returns false after the last.
	next() bool

	// current returns the cell, valid until next; nil at damage.
	current() *cell

	// damaged returns the damage if current is nil.
	damaged() *file.Damage

	err() error
}

// scan reads the cells of one HFile in file order.
type scan struct {
	f       *hfile
	start   []byte   // row to begin at, or nil
	stop    []byte   // row to end before, or nil
	whole   bool     // neither start nor stop was given
	descent *descent // nil in a walk
	broken  pointer  // to the index block that began the walk, if it was damaged
	walker  walker
	decoder decoder
	opened  bool  // a block is open in the decoder
	taken   int   // number of its cells read
	stored  int64 // size of that block

	cell      *cell         // the current cell, or the one after the damage
	pending   []file.Damage // before that cell
	given     int           // how many of pending were returned
	row       []byte        // of the last cell; aliases its block
	cells     int64         // number of cells in the range
	found     bool          // there was damage
	elsewhere bool          // a value was in another file
	ended     bool
	fault     error
	trail

	part     bool      // another part begins at stop: blocks that the index has from there on are not read
	from, to file.Spot // of the first cell from start on, and of the first from stop on
}

// pendingMax bounds the damage that is held back until the next good row is known.
const pendingMax = 64

func (f *hfile) scan(start, stop []byte) *scan {
	s := &scan{f: f, start: start, stop: stop, whole: start == nil && stop == nil, trail: trail{previous: noBlock}}
	if f.refused {
		s.ended = true
		return s
	}
	if f.indexed {
		s.descent = f.descent()
		s.walker.blocks = s.descent.blocks
		s.descent.report = s.report
		if start != nil && f.comparable {
			s.previous = someBlock
			if d := s.descent.seek(start); d != nil {
				s.walk(*d)
			}
		}
	} else {
		s.walker.blocks = f.blocks()
	}
	s.walker.report = s.report
	return s
}

// report holds damage until the cell after it is known. It does not repeat damage that was reported on opening, nor
// that of an index block because of which the blocks are walked.
func (s *scan) report(d file.Damage) {
	s.found = s.found || !d.Remark
	if s.f.reported(d.Offset) || d.Offset == s.broken.offset && d.Lost > 0 && d.Lost <= int64(s.broken.size) {
		return
	}
	for i := range s.pending {
		if s.pending[i].Offset == d.Offset {
			return
		}
	}
	if d.Lost > 0 && d.Code != badTrailer && s.complete(d.Offset) {
		d.Lost = 0
		d.Text = "a block is damaged after the last cell. No cell is lost."
	}
	if len(s.last.row) > 0 && d.Lost > 0 {
		d.After = append([]byte(nil), s.last.row...)
	}
	s.pending = append(s.pending, d)
}

// complete reports whether damage at an offset is certainly after the last cell: there have been as many cells as the
// trailer says, or the damaged block has none, and follows all blocks of cells or the cell that the file info has as the last.
func (s *scan) complete(at int64) bool {
	if s.whole && s.f.end < s.f.size && s.cells == s.f.trailer.cells {
		return true
	}
	found, _ := sortOf(s.walker.bytes(at, magicSize))
	var last cell
	key, _ := s.f.info.get(infoLast)
	return found == rootIndex || found == infoBlock ||
		!found.data() && s.last.code != 0 && last.setKey(key) && compareKeys(s.f.rows, &s.last, &last) == 0
}

// pointAway remarks, once, that a value is in another file.
func (s *scan) pointAway(c *cell) {
	d := damageAt(s.f.name, mobValue, c.block, 0, "a value", "the size of one and the name of its file under mobdir")
	d.Remark = true
	s.report(d)
	s.elsewhere = true
}

// walk gives up on the index, which is damaged, and visits the blocks from the end of the last one on.
func (s *scan) walk(d file.Damage) {
	s.walker.pos = s.descent.pos
	s.broken = s.descent.broken
	s.descent = nil
	s.report(d)
}

func (s *scan) current() *cell {
	if s.given > 0 {
		return nil
	}
	return s.cell
}

func (s *scan) damaged() *file.Damage { return &s.pending[s.given-1] }

func (s *scan) err() error { return s.fault }

func (s *scan) next() bool {
	if s.given == len(s.pending) {
		if s.given > 0 {
			s.pending, s.given = s.pending[:0], 0
			if s.cell != nil {
				return true // the cell after the damage
			}
		}
		s.advance()
	}
	if s.given < len(s.pending) {
		s.given++
		return true
	}
	return s.cell != nil
}

// advance moves to the next cell, leaving the damage before it in pending.
func (s *scan) advance() {
	s.cell = nil
	for !s.ended {
		if s.decoder.next() {
			if s.take() {
				return
			}
			continue
		}
		if s.opened {
			s.closeBlock()
		}
		if len(s.pending) >= pendingMax || s.ended {
			return
		}
		s.block()
	}
}

// take makes the decoder's cell current if it is in range.
func (s *scan) take() bool {
	c := &s.decoder.cell
	s.row = c.row
	at := file.Spot{Block: c.block + 1, At: s.taken}
	if s.taken++; s.taken == 1 {
		s.inOrder(c)
	}
	if s.start != nil {
		if s.f.rows(c.row, s.start) < 0 {
			return false
		}
		if s.f.comparable {
			s.start, s.from = nil, at
		}
	}
	if s.stop != nil && s.f.rows(c.row, s.stop) >= 0 {
		s.ended, s.to = s.f.comparable, at
		return s.ended
	}
	s.cells++
	if !storedType(c.code) {
		s.report(oddType(s.f.name, c))
	}
	if !s.elsewhere && c.isMOB() {
		s.pointAway(c)
	}
	for i := range s.pending {
		if s.pending[i].Lost > 0 {
			s.pending[i].Before = append([]byte(nil), c.row...)
		}
	}
	s.cell = c
	return true
}

// closeBlock checks how the cells of the block ended.
func (s *scan) closeBlock() {
	s.opened = false
	d := &s.decoder
	sound := d.finish() && d.r.Left() == 0
	switch {
	case sound && s.moved:
		return // the next block goes on from the last one that is in its place
	case sound:
		s.keep(d.cell)
		return
	case d.encoding == encodingNone || d.encoding == encodingRowIndex:
		s.keep(cell{row: s.row, time: 1<<63 - 1, code: maximum})
	default:
		s.last = cell{} // overwritten by the key that could not be read
	}
	err := d.r.Finish()
	found := damageAt(s.f.name, badCell, d.cell.block, int64(d.r.Left()), "", "")
	because(&found, err)
	if d.encoding != encodingNone && !knownEncoding(d.encoding) {
		found.Code, found.Lost, found.Text = refEncoding, s.stored, docOf(refEncoding)
		s.ended = true
	}
	s.report(found)
}

func knownEncoding(id uint16) bool {
	return id == encodingPrefix || id == encodingDiff || id == encodingFastDiff || id == encodingRowIndex
}

// block opens the next data block, or ends the scan after the last one. If the block is
// damaged, it leaves none open.
func (s *scan) block() {
	h, stored, at := s.nextBlock()
	if s.fault = s.walker.err; s.fault != nil {
		s.ended = true
	}
	if stored == nil {
		return
	}
	plain, d := s.walker.plain(&h, stored, at, s.f.codec)
	if d != nil {
		s.report(*d)
		return
	}
	s.decoder.open(wire.NewReader(plain, nil), h.sort, s.f.layout)
	s.decoder.cell.file, s.decoder.cell.block = s.f.name, at
	s.opened, s.taken, s.stored = true, 0, h.total()
}

// nextBlock reads the next data block; nil if there is none.
func (s *scan) nextBlock() (header, []byte, int64) {
	if s.descent == nil {
		h, stored, ok := s.walker.next()
		s.ended = !ok
		at := s.walker.pos - h.total()
		return h, stored, at
	}
	p, d := s.descent.next()
	switch {
	case d != nil:
		s.walk(*d)
		return header{}, nil, 0
	case p == nil:
		s.bounds(s.previous, s.f.trailer.lastBlock)
		s.ended = true
		return header{}, nil, 0
	case s.part && s.f.from(p, s.stop):
		s.ended, s.to = true, file.Spot{Block: p.offset + 1}
		return header{}, nil, 0
	}
	if s.previous == noBlock {
		s.bounds(p.offset, s.f.trailer.firstBlock)
	}
	h, stored, d := s.walker.read(p.offset, p.size)
	if d != nil {
		s.report(*d)
	} else if s.moved = s.previous != someBlock && h.before >= 0 && h.before != s.previous; s.moved {
		s.report(damageAt(s.f.name, badOrder, p.offset, 0, blockWords(s.previous), blockWords(h.before)))
	}
	s.previous, s.first = p.offset, p.key
	return h, stored, p.offset
}

// bounds compares the first or last data block with what the trailer says. HBase begins and ends a scan there.
func (s *scan) bounds(at, said int64) {
	if at == said || at < 0 {
		return
	}
	d := damageAt(s.f.name, badTrailer, s.f.word(), 0, "data blocks that begin or end with the one at "+strconv.FormatInt(at, 10),
		strconv.FormatInt(said, 10))
	d.Text = "the trailer is wrong about the first or last data block. No cell is lost here, but HBase may not find all of them."
	s.report(d)
}

// from reports whether, by the index, a block has only rows from row on.
func (f *hfile) from(p *pointer, row []byte) bool {
	var c cell
	return c.setKey(p.key) && f.rows(c.row, row) >= 0
}

// count compares the number of cells that a scan of the whole file met with the trailer's number.
func (s *scan) count() []file.Damage {
	t := &s.f.trailer
	if !s.whole || !s.ended || s.found || len(s.f.damage) > 0 || t.cells < 0 || t.cells == s.cells {
		return nil
	}
	d := damageAt(s.f.name, badCount, s.f.word(), 0, strconv.FormatInt(t.cells, 10)+" cells, as the trailer says",
		strconv.FormatInt(s.cells, 10))
	d.Remark = true
	return []file.Damage{d}
}
