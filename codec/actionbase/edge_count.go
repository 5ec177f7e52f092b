package actionbase

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// EdgeCountKey is the row key of the number of active edges of one vertex in one
// direction.
//
//	+--------------------------------------+-------------+
//	| prefix(directed source), type 29 7e  | direction 2 |
//	+--------------------------------------+-------------+
//
// Its cell is a raw signed 64-bit big-endian number without a header, as HBase's
// Increment writes it. A count that drops to 0 stays as 0.
// Spec: docs/formats/actionbase.md#edge-count.
type EdgeCountKey struct {
	Prefix
	Direction Direction
}

// Read reads the key from r, which records it if it has a tree; names may be nil.
func (k *EdgeCountKey) Read(r *wire.Reader, names *Schema) {
	r.Begin(&fRow)
	k.Prefix.decode(r, &fDirSource, EdgeCount, names)
	k.Direction = decodeDirection(r)
}

// DecodeEdgeCountKey reads src, all of it. Texts of k alias src.
func DecodeEdgeCountKey(src []byte, k *EdgeCountKey) error {
	r := wire.NewReader(src, nil)
	k.Read(&r, nil)
	return r.Finish()
}

// AppendEdgeCountKey appends the key; k.Salt and k.Type are ignored. On error dst is returned
// unchanged.
func AppendEdgeCountKey(dst []byte, k *EdgeCountKey) ([]byte, error) {
	if k.Direction != Out && k.Direction != In {
		return dst, refuse("direction", "expected OUT or IN")
	}
	out, err := AppendPrefix(dst, &k.Source, k.Table, EdgeCount)
	if err != nil {
		return dst, err
	}
	return append(out, hdrByte, order.Int8(int8(k.Direction))), nil
}

// decodeCounter reads the 8-byte cell of a count or group row.
func decodeCounter(r *wire.Reader, f *span.Field) int64 {
	r.Begin(&fCell)
	v := r.Take(f, 8, "8 bytes")
	if v == nil {
		return 0
	}
	n := binary.BigEndian.Uint64(v)
	r.Leaf(f, r.Offset()-8, span.Value{Kind: span.Int, Width: 64, Num: n})
	return int64(n)
}

// DecodeCounter reads the cell of a count or group row.
func DecodeCounter(src []byte) (int64, error) {
	r := wire.NewReader(src, nil)
	n := decodeCounter(&r, &fCount)
	return n, r.Finish()
}

// AppendCounter appends the cell of a count or group row.
func AppendCounter(dst []byte, n int64) []byte { return binary.BigEndian.AppendUint64(dst, uint64(n)) }
