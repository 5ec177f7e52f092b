package actionbase

import (
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/wire"
)

// EdgeLockKey is the row key of the lock that a mutation holds on one edge.
//
//	+-----------------------------+------------+
//	| prefix(source), type 29 7f  | target (v) |
//	+-----------------------------+------------+
//
// Its cell is a long, 2c and 8 bytes: the wall clock in milliseconds when the lock was taken. A
// lock row exists while a mutation runs; one that a crash left behind is stale (upstream clears
// locks older than five minutes).
// Spec: docs/formats/actionbase.md#edge-lock.
type EdgeLockKey struct {
	Prefix
	Target Value
}

// Read reads the key from r, which records it if it has a tree; names may be nil.
func (k *EdgeLockKey) Read(r *wire.Reader, names *Schema) {
	r.Begin(&fRow)
	k.Prefix.decode(r, &fSource, EdgeLock, names)
	decodeVertex(r, &k.Target, &fTarget)
}

// DecodeEdgeLockKey reads src, all of it. Texts of k alias src.
func DecodeEdgeLockKey(src []byte, k *EdgeLockKey) error {
	r := wire.NewReader(src, nil)
	k.Read(&r, nil)
	return r.Finish()
}

// AppendEdgeLockKey appends the key; k.Salt and k.Type are ignored. On error dst is returned
// unchanged.
func AppendEdgeLockKey(dst []byte, k *EdgeLockKey) ([]byte, error) {
	return appendVertexKey(dst, &k.Source, k.Table, EdgeLock, &k.Target)
}

// decodeLockedAt reads the cell. Upstream's third generation cannot (its lock
// decoder is a copy of the state decoder); this is the second's reading.
func decodeLockedAt(r *wire.Reader) int64 {
	r.Begin(&fCell)
	return slotInt64(r, &fLockedAt)
}

// DecodeLockedAt reads the cell of a lock row: milliseconds since 1970 UTC.
func DecodeLockedAt(src []byte) (int64, error) {
	r := wire.NewReader(src, nil)
	v := decodeLockedAt(&r)
	return v, r.Finish()
}

// AppendLockedAt appends the cell of a lock row.
func AppendLockedAt(dst []byte, lockedAt int64) []byte {
	return appendFixed64(dst, hdrLong, order.Int64(lockedAt))
}
