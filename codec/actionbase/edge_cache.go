package actionbase

import "github.com/rowlens/rowlens/codec/wire"

// EdgeCacheKey is the row key of one cache of one vertex: a wide row with one cell per edge. The
// cell is an EdgeIndexValue; an empty one is a tombstone.
//
//	row        +--------------------------------------+-------------+---------+
//	           | prefix(directed source), type 29 7a  | direction 2 | cache 5 |
//	           +--------------------------------------+-------------+---------+
//	qualifier  { cache value }* directed target
//
// For the same fields, the qualifier is byte for byte the end of an index key.
// Spec: docs/formats/actionbase.md#edge-cache.
type EdgeCacheKey struct {
	Prefix
	Direction Direction
	Cache     int32
}

// Read reads the key from r, which records it if it has a tree; names may be nil.
func (k *EdgeCacheKey) Read(r *wire.Reader, names *Schema) {
	r.Begin(&fRow)
	k.Prefix.decode(r, &fDirSource, EdgeCache, names)
	k.Direction = decodeDirection(r)
	k.Cache = slotCode(r, &fCache, names)
}

// DecodeEdgeCacheKey reads src, all of it. Texts of k alias src.
func DecodeEdgeCacheKey(src []byte, k *EdgeCacheKey) error {
	r := wire.NewReader(src, nil)
	k.Read(&r, nil)
	return r.Finish()
}

// AppendEdgeCacheKey appends the key; k.Salt and k.Type are ignored. On error dst is returned
// unchanged.
func AppendEdgeCacheKey(dst []byte, k *EdgeCacheKey) ([]byte, error) {
	return appendDirectedKey(dst, &k.Source, k.Table, EdgeCache, k.Direction, k.Cache)
}

// EdgeCacheQualifier is the qualifier of a cache cell.
type EdgeCacheQualifier struct {
	Values []OrderedValue // reused by decode
	Target Value

	scratch []byte
}

// Read reads the qualifier from r, which records it if it has a tree; labels, which
// name its values there, may be nil.
func (q *EdgeCacheQualifier) Read(r *wire.Reader, labels []IndexField) {
	r.Scratch(q.scratch)
	r.Begin(&fQualifier)
	at := r.Offset()
	q.Values = decodeSuffix(r, q.Values[:0], &q.Target, &fCacheValue, labels)
	if r.OK() && q.Target.Kind == Null { // upstream's reader refuses it too
		r.FailAt(wire.NullValue, &fDirTarget, at, "a target", "null")
	}
	q.scratch = r.Spare()
}

// DecodeEdgeCacheQualifier reads src, all of it. Texts of q alias src or memory
// that q keeps for the next call.
func DecodeEdgeCacheQualifier(src []byte, q *EdgeCacheQualifier) error {
	r := wire.NewReader(src, nil)
	q.Read(&r, nil)
	return r.Finish()
}

// AppendEdgeCacheQualifier appends the qualifier. On error dst is returned unchanged.
func AppendEdgeCacheQualifier(dst []byte, q *EdgeCacheQualifier) ([]byte, error) {
	return appendSuffix(dst, q.Values, &q.Target)
}
