package actionbase

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/rowlens/rowlens/codec/shuffle"
)

// checkCacheRow sends those cells of a cache row that a reader sees to their edges. It keeps only
// one column at a time in memory, and the tombstones of the row.
func (v *Verifier) checkCacheRow(g *shuffle.Group) {
	v.held.empty()
	h, column := &v.held, []byte(nil)
	flush := func() {
		c := newCheck(v, g)
		c.findStrays()
		for _, s := range c.cells[-EdgeCache] {
			c.cacheCell(s)
		}
		c.done()
		h.strays = nil
		clear(h.cells[-EdgeCache])
	}
	for r := g.Next(); r != nil; r = g.Next() {
		if r.Entry == nil {
			continue
		}
		if r.Order[0] == cacheCell && !bytes.Equal(r.Order[1:], column) {
			flush()
			column = append(column[:0], r.Order[1:]...)
		}
		v.hold(r.Entry)
	}
	flush()
}

// cacheCell sends a cell to its edge.
func (c *check) cacheCell(s *cell) {
	var k EdgeCacheKey
	var q EdgeCacheQualifier
	if len(s.value) == 0 || DecodeEdgeCacheKey(s.row, &k) != nil || DecodeEdgeCacheQualifier(s.qualifier, &q) != nil {
		return
	}
	t := c.schema.Table(k.Table)
	c.phase = append(append([]byte{phaseCaches}, s.row...), s.qualifier...)
	switch {
	case t == nil:
		c.note(UnknownTable, k.Table, 0, s)
		return
	case !slices.ContainsFunc(t.Caches, func(x Cache) bool { return Code(x.Name) == k.Cache }):
		c.note(UnknownCache, k.Table, k.Cache, s)
		return
	}
	e := identity(t, k.Direction, &k.Source, &q.Target)
	newest := c.held.cells[-EdgeCache][string(s.row)+string(s.qualifier)]
	out := *s
	out.floor = max(newest.after(), c.held.afterOthers(s.row, s.qualifier))
	c.to(roundEdge, []byte(e.stateRow()), s.row, s.qualifier)
	c.group.Send(&c.place, out.appendTo(nil))
}

// appendTo appends a cell as a message.
func (s *cell) appendTo(b []byte) []byte {
	b = binary.AppendVarint(binary.AppendVarint(b, s.timestamp), s.floor)
	b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(len(s.row))), uint64(len(s.qualifier)))
	return append(append(append(b, s.row...), s.qualifier...), s.value...)
}

// readCell reads what appendTo appended, or returns nil for anything else.
func readCell(message []byte) *cell {
	b := bytes.Clone(message)
	number := func() int {
		n, size := binary.Uvarint(b)
		b = b[max(size, 0):]
		return int(n)
	}
	signed := func() int64 {
		n, size := binary.Varint(b)
		b = b[max(size, 0):]
		return n
	}
	c := &cell{timestamp: signed(), floor: signed()}
	n := number()
	m := n + number()
	if m > len(b) {
		return nil
	}
	c.row, c.qualifier, c.value = b[:n:n], b[n:m:m], b[m:]
	return c
}
