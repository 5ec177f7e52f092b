package hfile

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/wire"
)

// descent visits the data blocks of a file by its index, depth first, which is the order of the file.
type descent struct {
	*blocks
	levels []level // from the root to the leaf
	pos    int64   // end of the last data block
	inner  unpacker
	broken pointer           // to an index block that is damaged
	report func(file.Damage) // nil for callers that do not read the data
}

// level is the index block that a descent has reached on one level.
type level struct {
	offset  int64 // of the block
	entries []pointer
	next    int
	buf     []byte // plain bytes, which the keys alias
	last    int64  // offset of the latest block read on this level
}

func (f *hfile) descent() *descent {
	s := &descent{blocks: f.blocks(), inner: unpacker{limits: f.limits}}
	s.levels = append(s.levels, level{offset: f.trailer.loadOffset, entries: f.root})
	return s
}

// depth returns how many levels the index has.
func (s *descent) depth() int { return int(min(max(s.f.trailer.levels, 1), math.MaxInt32)) }

// next returns the pointer to the next data block. Damage says why the index can no longer be
// trusted. In that case, and after the last block, the pointer is nil.
func (s *descent) next() (*pointer, *file.Damage) {
	p, d := s.step()
	switch {
	case d != nil:
		return nil, d
	case p == nil:
		return nil, s.gap(s.f.end)
	}
	return s.data(p, &s.levels[len(s.levels)-1])
}

// step is next for callers that do not read the data.
func (s *descent) step() (*pointer, *file.Damage) {
	for {
		top := len(s.levels) - 1
		l := &s.levels[top]
		if l.next == len(l.entries) {
			if top == 0 {
				return nil, nil
			}
			s.levels = s.levels[:top]
			continue
		}
		p := &l.entries[l.next]
		l.next++
		if top == s.depth()-1 {
			return p, nil
		}
		if d := s.enter(p); d != nil {
			return nil, d
		}
	}
}

// data checks that a pointer to a data block continues where the previous block ended.
func (s *descent) data(p *pointer, l *level) (*pointer, *file.Damage) {
	what, _ := sortOf(s.bytes(p.offset, magicSize))
	if p.offset < s.pos || p.offset >= s.f.end || what != unknownBlock && !what.data() {
		d := damageAt(s.f.name, badIndex, l.offset, 0, "a data block after "+strconv.FormatInt(s.pos, 10),
			"an entry that points to "+strconv.FormatInt(p.offset, 10))
		return nil, &d
	}
	if d := s.gap(p.offset); d != nil {
		d.Offset = l.offset
		return nil, d
	}
	s.pos = p.offset + int64(p.size)
	return p, nil
}

// gap walks the blocks between the last data block and an offset. A data block among them is one
// that the index leaves out. The others have no cells, but HBase needs them.
func (s *descent) gap(to int64) *file.Damage {
	at := s.pos
	for at < to {
		h, d := s.header(at)
		if d != nil {
			s.beside(d)
			return nil // nothing that could be followed
		}
		if h.sort.data() {
			found := damageAt(s.f.name, badIndex, s.levels[0].offset, 0, "an index of all data blocks",
				"one that leaves out the block at "+strconv.FormatInt(at, 10))
			return &found
		}
		if h.sort.level() == 0 { // leaves and intermediate blocks are read on the way down
			s.beside(s.look(at))
		}
		at += h.total()
	}
	if at > to && s.pos < to {
		d := damageAt(s.f.name, badBlock, to, 0, "a block before it that ends here", "one that ends at "+strconv.FormatInt(at, 10))
		s.beside(&d)
	}
	return nil
}

// look reads a block for its damage alone. It unpacks only what no checksum covers.
func (s *descent) look(at int64) *file.Damage {
	h, stored, d := s.read(at, 0)
	if d == nil && h.sums() == 0 {
		_, d = s.plain(&h, stored, at, s.f.codec)
	}
	return d
}

// beside reports damage of a block that has no cells, if there is any. HBase reads some of these blocks
// when it opens the file, and a Bloom filter when it looks for a row.
func (s *descent) beside(d *file.Damage) {
	if d == nil || s.report == nil {
		return
	}
	d.Lost = 0
	d.Text = "a block without cells is damaged, such as a Bloom filter. No cell is lost, but HBase may refuse the file, or not find rows in it."
	s.report(*d)
}

// enter reads the leaf or intermediate block that p points to.
func (s *descent) enter(p *pointer) *file.Damage {
	want := middleIndex
	if len(s.levels) == s.depth()-1 {
		want = leafIndex
	}
	l := &s.levels[len(s.levels)-1]
	found, _ := sortOf(s.bytes(p.offset, magicSize))
	if p.offset < l.last || p.offset >= s.f.end || p.size <= 0 || found != unknownBlock && found != want {
		d := damageAt(s.f.name, badIndex, l.offset, 0, quote([]byte(magicOf(want)))+" at "+strconv.FormatInt(l.last, 10)+" or later",
			"an entry that points to "+strconv.FormatInt(p.offset, 10))
		return &d
	}
	l.last = p.offset + int64(p.size)
	at := p.offset
	h, stored, d := s.read(at, p.size)
	var plain []byte
	if d == nil {
		plain, d = s.plain(&h, stored, at, s.f.codec)
	}
	if d != nil {
		s.broken = *p
		d.Code, d.Lost = indexCode(d.Code), 0
		d.Text = docOf(d.Code)
		return d
	}
	return s.push(at, plain)
}

// push makes a level of the plain bytes of an index block.
func (s *descent) push(at int64, plain []byte) *file.Damage {
	n := len(s.levels)
	if n < cap(s.levels) {
		s.levels = s.levels[:n+1]
	} else {
		s.levels = append(s.levels, level{})
	}
	l := &s.levels[n]
	l.buf = append(l.buf[:0], plain...)
	r := wire.NewReader(l.buf, nil)
	l.offset, l.next, l.last = at, 0, 0
	l.entries = readBranch(&r, l.entries)
	if err := r.Finish(); err != nil {
		d := damageAt(s.f.name, badIndex, at, 0, "", "")
		because(&d, err)
		return &d
	}
	return nil
}

// seek moves, on each level, to the last entry whose key is not after the start of a row.
// Cells before the row may follow; no cell of the row is left out.
func (s *descent) seek(row []byte) *file.Damage {
	for {
		top := len(s.levels) - 1
		l := &s.levels[top]
		for l.next+1 < len(l.entries) && s.f.before(l.entries[l.next+1].key, row) {
			l.next++
		}
		if l.next == len(l.entries) {
			return nil
		}
		p := &l.entries[l.next]
		if top == s.depth()-1 {
			if p.offset >= 0 && p.offset < s.f.end {
				s.pos = p.offset
			}
			return nil
		}
		l.next++
		if d := s.enter(p); d != nil {
			return d
		}
	}
}

// before reports whether a flat index key is not after the first key that a row can have.
func (f *hfile) before(key, row []byte) bool {
	var c cell
	if !c.setKey(key) {
		return false
	}
	if n := f.rows(c.row, row); n != 0 {
		return n < 0
	}
	return len(c.family) == 0 && len(c.qualifier) == 0 && uint64(c.time) == 1<<63-1 && c.code == maximum
}
