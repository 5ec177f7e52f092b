package rfile

import (
	"bytes"
	"errors"

	"github.com/rowlens/rowlens/codec/file"
)

// errPart ends a part of a scan because it is not certain which entries belong to the part.
var errPart = errors.New("the entries of a file are not as its index says")

// Split cuts at rows from the largest index. It reads all indexes, because parts cannot know what an index says about
// the whole file.
func (s *rfileStore) Split(t int, q file.Query, size int64) *file.Parts {
	if q.Salvage {
		return nil
	}
	var largest survey
	stored, plain, most := int64(0), int64(0), int64(0)
	for _, f := range s.files {
		if f.lost || f.refuse || len(f.damage) > 0 {
			return nil
		}
		most = plainMost * int64(f.limits.BlockMax)
		var claimed claims
		for i := range f.index.groups {
			g := &f.index.groups[i]
			if name := s.groupOf(t); name != "" && g.label() != name {
				continue
			}
			x := survey{f: f, claimed: &claimed, size: size}
			if n := g.cells(); !g.root.stands(0, false) || !x.block(&g.root, 0, false) || n >= 0 && n != x.cells {
				return nil
			}
			stored += x.stored
			plain += x.memory()
			if x.stored > largest.stored {
				largest = x
			}
		}
	}
	// With less, a scan could run out of memory for blocks where a part would not.
	if stored < 2*size || len(largest.cuts) == 0 || plain > most/2 {
		return nil
	}
	x := &splitter{s: s, t: t, q: q, cuts: largest.cuts, start: q.Start}
	return &file.Parts{Next: x.next}
}

// survey collects what a group's index says about its blocks.
type survey struct {
	f       *rfile
	claimed *claims
	size    int64 // of a part
	levels  []level

	stored, cells int64
	blocks        int
	cuts          [][]byte // rows at which parts begin
	since         int64    // stored bytes since the last cut
}

// level is one level of an index below the root.
type level struct {
	buffer buffer
	plain  int64 // size of the largest block named there
}

// block visits an index block and everything below it, and reports whether all of it was sound. More says whether other
// blocks of its level follow.
func (x *survey) block(b *indexBlock, depth int, more bool) bool {
	if len(x.levels) == depth {
		x.levels = append(x.levels, level{})
	}
	w := b.walk()
	for e := w.next(); e != nil; e = w.next() {
		if !e.inside(x.f.f.Size()) || !x.claimed.take(e.region) {
			return false
		}
		l := &x.levels[depth]
		if l.plain = max(l.plain, e.plain, e.stored); b.level == 0 {
			if e.cells < 0 {
				return false
			}
			x.data(e)
			continue
		}
		below, damage := x.f.descend(b.level, e, &l.buffer, freely)
		more := more || w.left > 0
		if damage != nil || !below.stands(x.blocks, more) || !x.block(&below, depth+1, more) {
			return false
		}
	}
	return true
}

// data takes note of a data block. Rows after its last one are in later blocks.
func (x *survey) data(e *indexEntry) {
	x.blocks++
	x.cells += int64(e.cells)
	x.stored += e.stored
	if x.since += e.stored; x.since < x.size {
		return
	}
	last := e.key.part[row]
	if n := len(x.cuts); n > 0 && bytes.Compare(x.cuts[n-1], last) > 0 {
		return // still the same row
	}
	x.cuts = append(x.cuts, append(bytes.Clone(last), 0))
	x.since = 0
}

// memory returns how much a scan of the group may hold in memory at once.
func (x *survey) memory() (n int64) {
	for i := range x.levels {
		n += x.levels[i].plain
	}
	return n
}

// splitter makes the parts of a scan.
type splitter struct {
	s     *rfileStore
	t     int
	q     file.Query
	cuts  [][]byte
	start []byte
	seam  *file.Seam // at start; nil for the first part
	over  bool
}

func (x *splitter) next() *file.Part {
	if x.over {
		return nil
	}
	q, p := x.q, &part{begins: x.seam}
	q.Start = x.start
	if x.start = x.cut(); x.start == nil {
		x.over = true
	} else {
		x.seam = new(file.Seam)
		q.Stop, p.ends = x.start, x.seam
	}
	return &file.Part{Table: x.t, Open: func() (file.Cursor, error) {
		c := x.s.scan(x.t, q, false)
		c.part = p
		return c, nil
	}, Plain: func() (file.Cursor, error) { return x.s.scan(x.t, q, false), nil }}
}

// cut returns the row at which the next part begins; nil for the last part.
func (x *splitter) cut() []byte {
	for len(x.cuts) > 0 {
		at := x.cuts[0]
		x.cuts = x.cuts[1:]
		switch {
		case x.q.Stop != nil && bytes.Compare(at, x.q.Stop) >= 0:
			return nil
		case x.start == nil || bytes.Compare(at, x.start) > 0:
			return at
		}
	}
	return nil
}

// part is where a part of a scan begins and ends.
type part struct {
	begins, ends *file.Seam // nil at the ends of the scan
	begun        bool
}

// begin reports whether the first entries of all sources are the ones that the previous part left.
func (p *part) begin(m *merged) bool {
	if p.begun {
		return true
	}
	p.begun = true
	return p.begins == nil || p.begins.Begins(m.spots())
}

// end reports whether the remaining entries of all sources are the first ones of the next part.
func (p *part) end(m *merged) bool { return p.ends == nil || p.ends.Ends(m.spots()) }

// spots returns the positions of the next entries of all sources.
func (m *merged) spots() []file.Spot {
	all := make([]file.Spot, len(m.from))
	for i, in := range m.from {
		if in.ready {
			all[i] = file.Spot{Block: in.where().block + 1, At: in.now().at}
		}
	}
	return all
}
