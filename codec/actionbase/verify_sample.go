package actionbase

import (
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/store"
)

// sample is a part of the vertices, all if of is 0. What is verified is of a vertex: its
// outgoing edges with their rows, its counts and its groups.
type sample struct{ of, part uint32 }

// Sample implements shuffle.Sampled: of the vertices those whose hash, modulo n, is part.
func (v *Verifier) Sample(n, part uint32) { v.sample = sample{n, part} }

func (s sample) has(b []byte) bool { return s.of == 0 || uint32(Hash(b))%s.of == s.part }

func (s sample) hasVertex(x *Value) bool {
	if s.of == 0 {
		return true
	}
	b, err := AppendValue(nil, x, order.Asc)
	return err != nil || s.has(b)
}

// hasRow reports whether what is found of a row is of the sample: the vertex at its begin is, or,
// if it has none, the row.
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

// needs reports whether the sample needs a row: one of the edge's ends is in it, since an edge
// counts at both. The rows of a multi-edge do not name both ends, and tombstones of cache rows none.
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
