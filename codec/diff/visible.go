package diff

import (
	"bytes"
	"errors"

	"github.com/rowlens/rowlens/codec/store"
)

// Visible yields what readers of a sequence's rows see: the newest version of each key, unless a tombstone hides it. It
// is for inputs that may have all versions, such as texts and single files of a store. Rows without versions are all
// seen, unless there is a tombstone for their key.
type Visible struct {
	From Sequence

	key    []byte // of the row that was last shown or hidden
	below  bool   // older rows of the key are hidden
	alone  bool   // a single version was deleted:
	lone   uint64 // this one
	family cover
	ranges []deletedRange
}

// cover is the tombstones of a column family in a row.
type cover struct {
	prefix []byte // of the keys in the family
	below  uint64 // this version and older ones are hidden
	any    bool   // below is set
	alone  map[uint64]bool
}

// deletedRange hides older versions of the keys before its end. Its start has already been passed.
type deletedRange struct {
	end   []byte
	below uint64
}

// Next implements Sequence.
func (v *Visible) Next(r *Row) error {
	for {
		if err := v.From.Next(r); err != nil {
			return err
		}
		v.enter(r.Key)
		if r.Entry.Deleted != "" {
			if err := v.delete(r); err != nil {
				return err
			}
			continue
		}
		version, known := Version(r.Entry)
		switch {
		case v.below:
		case !known:
			return nil
		case !v.hides(version):
			v.below = true // the following versions are older
			return nil
		}
	}
}

// enter prepares for the key of a row.
func (v *Visible) enter(key []byte) {
	if bytes.Equal(v.key, key) && v.key != nil {
		return
	}
	v.key, v.below, v.alone = append(v.key[:0], key...), false, false
	kept := v.ranges[:0]
	for _, x := range v.ranges {
		if bytes.Compare(key, x.end) < 0 {
			kept = append(kept, x)
		}
	}
	v.ranges = kept
	if v.family.prefix != nil && !bytes.HasPrefix(key, v.family.prefix) {
		v.family = cover{}
	}
}

// hides reports whether a tombstone hides a version of the key.
func (v *Visible) hides(version uint64) bool {
	if v.alone && v.lone == version || v.family.any && version <= v.family.below || v.family.alone[version] {
		return true
	}
	for i := range v.ranges {
		if version < v.ranges[i].below {
			return true
		}
	}
	return false
}

// tombstonesMost is how many tombstones may hide rows at the same time.
const tombstonesMost = 1 << 20

var errTombstones = errors.New("more than a million tombstones cover one row")

// delete records a tombstone.
func (v *Visible) delete(r *Row) error {
	version, known := Version(r.Entry)
	switch word := r.Entry.Deleted; {
	case !known:
		v.below = true
	case word == "Delete": // HBase: only this version
		v.alone, v.lone = true, version
	case word == "DeleteFamily":
		if v.enterFamily(r.Key); !v.family.any {
			v.family.below, v.family.any = version, true // the first one is the newest
		}
	case word == "DeleteFamilyVersion":
		if v.enterFamily(r.Key); v.family.alone == nil {
			v.family.alone = map[uint64]bool{}
		}
		v.family.alone[version] = true
	case word == "RangeDeletion":
		v.deleteRange(r, version)
	default:
		v.below = true
	}
	if len(v.family.alone) > tombstonesMost || len(v.ranges) > tombstonesMost {
		return errTombstones
	}
	return nil
}

// enterFamily begins the family of a key: that of a cell without a qualifier, which sorts before all others.
func (v *Visible) enterFamily(key []byte) {
	prefix := bytes.TrimSuffix(key, pieceEnd)
	if v.family.prefix == nil || !bytes.Equal(v.family.prefix, prefix) {
		v.family = cover{prefix: bytes.Clone(prefix)}
	}
}

// deleteRange records a range that starts at the key and ends at the key in the value.
func (v *Visible) deleteRange(r *Row, version uint64) {
	start, _ := r.Entry.Part(store.Key)
	end, ok := r.Entry.Part(store.Value)
	piece := appendPiece(nil, start)
	if !ok || !bytes.HasSuffix(r.Key, piece) {
		return
	}
	to := appendPiece(bytes.Clone(r.Key[:len(r.Key)-len(piece)]), end)
	kept := v.ranges[:0]
	for _, x := range v.ranges {
		if x.below > version || bytes.Compare(x.end, to) > 0 { // the others lie within this one
			kept = append(kept, x)
		}
	}
	v.ranges = append(kept, deletedRange{to, version})
}
