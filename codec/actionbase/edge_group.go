package actionbase

import (
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/wire"
)

// EdgeGroupKey is the row key of one group of one vertex: a wide row with one
// cell for each combination of group values.
//
//	row        +--------------------------------------+-------------+---------+
//	           | prefix(directed source), type 29 7b  | direction 2 | group 5 |
//	           +--------------------------------------+-------------+---------+
//	qualifier  { group value, descending }*
//	cell       raw signed 64-bit big-endian number
//
// An empty cell is a tombstone. Newer writers may set a time to live.
// Spec: docs/formats/actionbase.md#edge-group.
type EdgeGroupKey struct {
	Prefix
	Direction Direction
	Group     int32
}

// Read reads the key from r, which records it if it has a tree; names may be nil.
func (k *EdgeGroupKey) Read(r *wire.Reader, names *Schema) {
	r.Begin(&fRow)
	k.Prefix.decode(r, &fDirSource, EdgeGroup, names)
	k.Direction = decodeDirection(r)
	k.Group = slotCode(r, &fGroup, names)
}

// DecodeEdgeGroupKey reads src, all of it. Texts of k alias src.
func DecodeEdgeGroupKey(src []byte, k *EdgeGroupKey) error {
	r := wire.NewReader(src, nil)
	k.Read(&r, nil)
	return r.Finish()
}

// AppendEdgeGroupKey appends the key; k.Salt and k.Type are ignored. On error dst is returned
// unchanged.
func AppendEdgeGroupKey(dst []byte, k *EdgeGroupKey) ([]byte, error) {
	return appendDirectedKey(dst, &k.Source, k.Table, EdgeGroup, k.Direction, k.Group)
}

// EdgeGroupQualifier is the qualifier of a group cell: the group values, all
// descending; it may be empty.
type EdgeGroupQualifier struct {
	Values []Value // reused by decode

	scratch []byte
}

// Read reads the qualifier from r, which records it if it has a tree; labels, which
// name its values there, may be nil.
func (q *EdgeGroupQualifier) Read(r *wire.Reader, labels []GroupField) {
	r.Scratch(q.scratch)
	q.Values = q.Values[:0]
	r.Begin(&fQualifier)
	for r.More() {
		at := r.Offset()
		var v Value
		o := v.decode(r, &fGroupValue)
		if r.OK() && o != order.Desc && !r.Lenient() {
			r.FailAt(wire.NonCanonical, &fGroupValue, at, "a descending value", "an ascending one")
		}
		if len(q.Values) < len(labels) {
			r.Last().Label(labels[len(q.Values)].Name)
		}
		q.Values = append(q.Values, v)
	}
	q.scratch = r.Spare()
}

// DecodeEdgeGroupQualifier reads src, all of it. Texts of q are in memory that q
// keeps for the next call.
func DecodeEdgeGroupQualifier(src []byte, q *EdgeGroupQualifier) error {
	r := wire.NewReader(src, nil)
	q.Read(&r, nil)
	return r.Finish()
}

// AppendEdgeGroupQualifier appends the qualifier. On error dst is returned unchanged.
func AppendEdgeGroupQualifier(dst []byte, q *EdgeGroupQualifier) ([]byte, error) {
	out, err := dst, error(nil)
	for i := range q.Values {
		if out, err = AppendValue(out, &q.Values[i], order.Desc); err != nil {
			return dst, err
		}
	}
	return out, nil
}
