package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// The rounds in which cells are checked. A cache row has cells of many edges, and tombstones for
// all of them, so its round first finds out which cells a reader sees and sends those to their
// edges. An edge sends what it adds to counts and groups to the rows of those. Findings that would
// be the same for many rows are counted last.
const (
	roundCache = iota // groups are cache rows
	roundEdge         // state rows of edges, or a row whose edge is not known
	roundSum          // count and group rows
	roundNote         // codes of findings, with table and index, group or cache
	roundsAll
)

// How messages are ordered within a group of roundCache.
const (
	cacheGrave = iota
	cacheCell  // followed by the qualifier
)

// Rounds implements shuffle.Check.
func (v *Verifier) Rounds() int { return roundsAll }

// Place implements shuffle.Check.
func (v *Verifier) Place(e *store.Entry, p *shuffle.Place) format.Taking {
	row, _ := e.Part(store.Row)
	x := v.read(e, row)
	p.Round = roundEdge
	p.Skip = !v.needs(e, &x.prefix, row)
	switch {
	case !x.prefix.SaltOK: // readers cannot use it, whatever it is
		p.Group = append(p.Group, row...)
	case x.prefix.Type == EdgeCache:
		p.Round, p.Group = roundCache, append(p.Group, row...)
		if e.Deleted == "" {
			p.Order = append(append(p.Order, cacheCell), x.column...)
		} else {
			p.Order = append(p.Order, cacheGrave)
		}
	case x.prefix.Type == EdgeCount || x.prefix.Type == EdgeGroup:
		p.Round, p.Group = roundSum, append(p.Group, row...)
		if e.Deleted == "" {
			p.Order = appendSumOrder(p.Order, x.column, sumStored)
		} else {
			p.Order = append(p.Order, sumGrave)
		}
	default:
		p.Group = append(p.Group, v.edgeOf(&x.prefix, row)...)
	}
	return x.taking
}

// edgeOf returns the state row of the edge that a row's key belongs to, or the row itself.
func (v *Verifier) edgeOf(p *Prefix, row []byte) []byte {
	switch p.Type {
	case EdgeLock:
		var k EdgeLockKey
		if DecodeEdgeLockKey(row, &k) == nil {
			e := Edge{Key: EdgeStateKey(k)}
			if state := e.stateRow(); state != "" {
				return []byte(state)
			}
		}
	case EdgeIndex:
		var k EdgeIndexKey
		if t := v.schema.Table(p.Table); t != nil && DecodeEdgeIndexKey(row, &k) == nil {
			e := identity(t, k.Direction, &k.Source, &k.Target)
			if state := e.stateRow(); state != "" {
				return []byte(state)
			}
		}
	}
	return row
}

// Check implements shuffle.Check.
func (v *Verifier) Check(g *shuffle.Group) {
	switch g.Round {
	case roundCache:
		v.checkCacheRow(g)
	case roundEdge:
		v.checkEdge(g)
	case roundSum:
		v.checkSums(g)
	default:
		v.checkNotes(g)
	}
}

// AppendOrder implements shuffle.Check. The order is by row, qualifier and code, so that two runs
// over one table report the same findings in the same order. Findings about many rows come last.
func (v *Verifier) AppendOrder(dst []byte, f *Finding) []byte {
	dst = append(dst, 1-byte(min(len(f.Parts), 1)))
	dst = shuffle.AppendEscaped(dst, part(f, store.Row))
	dst = shuffle.AppendEscaped(dst, part(f, store.Qualifier))
	dst = shuffle.AppendEscaped(dst, []byte(f.Code))
	return append(dst, f.Item...)
}

// checkEdge checks the cells of an edge.
func (v *Verifier) checkEdge(g *shuffle.Group) {
	v.held.empty()
	for r := g.Next(); r != nil; r = g.Next() {
		if r.Entry != nil {
			v.hold(r.Entry)
		} else if c := readCell(r.Message); c != nil {
			v.held.count++
			v.held.cells[-EdgeCache][string(c.row)+string(c.qualifier)] = c
		}
	}
	c := newCheck(v, g)
	c.findStrays()
	c.findUncertain()
	for _, s := range sortedCells(c.cells[-EdgeState]) {
		var e Edge
		if DecodeEdgeStateKey(s.row, &e.Key) != nil || DecodeEdgeStateValue(s.value, &e.State) != nil {
			continue // hold checked that it decodes
		}
		c.state(&e, s)
	}
	c.lost()
	c.orphanCaches()
	c.done()
}
