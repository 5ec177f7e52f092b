package actionbase

import (
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/store"
)

// sample is a part of the vertices; if of is 0, all of them. What is verified for a vertex: its
// outgoing edges with their rows, its counts and its groups.
type sample struct{ of, part uint32 }

// Sample implements shuffle.Sampled: the sample has the vertices whose hash modulo n is part.
func (v *Verifier) Sample(n, part uint32) { v.sample = sample{n, part} }

func (s sample) has(b []byte) bool { return s.of == 0 || uint32(Hash(b))%s.of == s.part }

func (s sample) hasVertex(x *Value) bool {
	if s.of == 0 {
		return true
	}
	b, err := AppendValue(nil, x, order.Asc)
	return err != nil || s.has(b)
}

// hasRow reports whether findings about a row belong to the sample. That depends on the vertex at
// the start of the row, or on the whole row if it has none.
func (s sample) hasRow(row []byte) bool {
	if s.of == 0 {
		return true
	}
	var p Prefix
	if _, err := readPrefix(row, &p); err != nil || !p.SaltOK {
		return s.has(row)
	}
	return s.hasVertex(&p.Source)
}

// needs reports whether the sample needs a row, because one of the edge's ends is in it: an edge
// counts at both ends. The rows of a multi-edge do not name both ends, and tombstones of cache rows
// name no edge.
func (v *Verifier) needs(e *store.Entry, p *Prefix, row []byte) bool {
	if v.sample.of == 0 || v.sample.hasRow(row) || p.Type == EdgeCache && e.Deleted != "" {
		return true
	}
	t := v.schema.Table(p.Table)
	if t == nil || !p.SaltOK {
		return false
	}
	var edge Edge
	switch p.Type {
	case EdgeState:
		if DecodeEdgeStateKey(row, &edge.Key) != nil {
			return false
		}
	case EdgeLock:
		var k EdgeLockKey
		if DecodeEdgeLockKey(row, &k) != nil {
			return false
		}
		edge.Key = EdgeStateKey(k)
	case EdgeIndex:
		var k EdgeIndexKey
		if DecodeEdgeIndexKey(row, &k) != nil {
			return false
		}
		edge = identity(t, k.Direction, &k.Source, &k.Target)
	case EdgeCache:
		var k EdgeCacheKey
		var q EdgeCacheQualifier
		qualifier, _ := e.Part(store.Qualifier)
		if DecodeEdgeCacheKey(row, &k) != nil || DecodeEdgeCacheQualifier(qualifier, &q) != nil {
			return false
		}
		edge = identity(t, k.Direction, &k.Source, &q.Target)
	default:
		return false
	}
	return t.Multi || v.sample.hasVertex(&edge.Key.Source) || v.sample.hasVertex(&edge.Key.Target)
}
