package hfile

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/wire"
)

// pointer is one entry of an index: a block, and a key that is not after the block's first key.
type pointer struct {
	offset int64
	size   int
	key    []byte
}

// entryMin is the smallest size of an entry in a root index: offset, size, key length.
const entryMin = 13

// readRoot reads a root index of n entries. The data index ends with the middle key if there are
// more levels. Nothing else may follow.
//
//	( block offset 8 | block size 4 | key length vlong | key )* ( middle 16 )?
func readRoot(r *wire.Reader, n uint32, middle bool) []pointer {
	if uint64(n) > uint64(r.Left()/entryMin) {
		r.FailFound(wire.Limit, &fIndex, "at most "+strconv.Itoa(r.Left()/entryMin)+" entries, which "+
			strconv.Itoa(r.Left())+" bytes have room for", strconv.FormatUint(uint64(n), 10))
		return nil
	}
	all := make([]pointer, 0, n)
	for range n {
		r.Begin(&fEntry)
		p := pointer{offset: int64(r.Uint64(&fOffset)), size: size32(r, &fSize)}
		p.key = r.Long(&fIndexKey, readVlong(r, &fKeyLength))
		r.End()
		if !r.OK() {
			return nil
		}
		all = append(all, p)
	}
	if middle {
		r.Bytes(&fMiddle, 16)
	}
	return all
}

// readBranch reads a leaf or intermediate index block, all of r.
//
//	+-----------+--------------------+------------------------------------------------+
//	| entries 4 | offset 4 (n+1 of)  | ( block offset 8 | block size 4 | key )*        |
//	+-----------+--------------------+------------------------------------------------+
//
// Offsets count from the end of their table; the last one is where the entries end.
func readBranch(r *wire.Reader, into []pointer) []pointer {
	n := size32(r, &fCount)
	if r.OK() && n > (r.Left()-4)/16 {
		r.FailFound(wire.Limit, &fCount, "at most "+strconv.Itoa((r.Left()-4)/16)+" entries", strconv.Itoa(n))
	}
	into = into[:0]
	table := r.Ahead()
	for range n + 1 {
		if !r.OK() {
			return into
		}
		size32(r, &fPlace)
	}
	start := r.Offset()
	for i := range n {
		if !r.OK() {
			return into
		}
		from, to := int(be32(table[4*i:])), int(be32(table[4*i+4:]))
		if from != r.Offset()-start || to < from+12 || to-from > r.Left() {
			r.FailFound(wire.BadValue, &fPlace, "entries one after the other", "one from "+strconv.Itoa(from)+" to "+strconv.Itoa(to))
			return into
		}
		r.Begin(&fEntry)
		p := pointer{offset: int64(r.Uint64(&fOffset)), size: size32(r, &fSize)}
		p.key = r.Bytes(&fIndexKey, to-from-12)
		r.End()
		into = append(into, p)
	}
	return into
}
