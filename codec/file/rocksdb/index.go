package rocksdb

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/wire"
)

// indexForm says how the values of an index block are written. It comes from the properties.
type indexForm struct {
	delta    bool // rocksdb.index.value.is.delta.encoded
	firstKey bool // index type 3: each handle is followed by the block's first internal key
}

// index is the handles of an index, in file order, with the keys for seeking. Each key is at least
// the last key of its block.
type index struct {
	handles []handle
	keyEnd  []uint32 // end of the key of each handle, in keys
	keys    []byte
	noKeys  bool // the keys would take too much memory, or the index is lost
}

// keyRoom bounds how many times larger than the index its keys may become, because they share prefixes.
const keyRoom = 16

func (x *index) reset() {
	x.handles, x.keyEnd, x.keys, x.noKeys = x.handles[:0], x.keyEnd[:0], x.keys[:0], false
}

// key returns the stored key of handle i.
func (x *index) key(i int) []byte {
	if i < 0 || x.noKeys {
		return nil
	}
	from := uint32(0)
	if i > 0 {
		from = x.keyEnd[i-1]
	}
	return x.keys[from:x.keyEnd[i]]
}

// read reads an index block and appends its handles.
//
//	+--------+----------+--------------+-----------+----------------------+-------------------+
//	| shared | unshared | (value size) | key bytes | handle or size delta | (first key slice) |
//	+--------+----------+--------------+-----------+----------------------+-------------------+
//	value size  varint32, unless the form is delta-encoded
//	handle      varint64 offset, varint64 size; delta-encoded where shared is 0
//	size delta  zigzag varint64: size minus that of the previous block, which this one follows
//
// The block has n bytes. Handles must ascend without overlapping, so that no block is shown twice and no loop is
// possible.
func (x *index) read(r *wire.Reader, n int, form indexForm) {
	body, l := layoutOf(r, n)
	first, room := len(x.handles), min(int64(len(x.keys))+keyRoom*int64(len(body)+64), math.MaxInt32)
	var key span32
	for r.More() && r.Offset() < l.entries {
		at := r.Offset()
		r.Begin(&ftIndexEntry)
		shared := int64(r.Uvarint(&ftShared, 32))
		unshared := int64(r.Uvarint(&ftUnshared, 32))
		size := int64(-1)
		if !form.delta {
			size = int64(r.Uvarint(&ftValueSize, 32))
		}
		if shared > int64(key.len()) {
			r.FailAt(wire.BadValue, &ftShared, at, "at most "+strconv.Itoa(key.len())+" bytes of the key before",
				strconv.FormatInt(shared, 10))
		}
		own := r.Long(&ftKeyBytes, unshared)
		from := r.Offset()
		h := x.readHandle(r, form.delta && shared > 0 && len(x.handles) > first)
		if form.firstKey {
			r.Long(&ftFirstKey, int64(r.Uvarint(&ftFirstKeySize, 32)))
		}
		if size >= 0 && r.OK() && int64(r.Offset()-from) != size {
			r.FailAt(wire.BadValue, &ftValueSize, from, strconv.Itoa(r.Offset()-from)+" bytes of handle", strconv.FormatInt(size, 10))
		}
		if r.OK() && r.Offset() > l.entries {
			r.FailAt(wire.BadValue, &ftIndexEntry, at, "an entry inside the entries", "one that runs over their end")
		}
		r.End()
		if !r.OK() {
			return
		}
		x.handles = append(x.handles, h)
		key = x.addKey(key, int(shared), own, room)
	}
	readTail(r, n, l, nil)
}

// span32 is a stretch within an index's keys.
type span32 struct{ from, to int }

func (s span32) len() int { return s.to - s.from }

// addKey appends a key that consists of a prefix of the previous key and its own bytes.
func (x *index) addKey(before span32, shared int, own []byte, room int64) span32 {
	if x.noKeys || int64(len(x.keys))+int64(shared)+int64(len(own)) > room {
		x.noKeys = true // lengths still count
		return span32{0, shared + len(own)}
	}
	from := len(x.keys)
	x.keys = append(append(x.keys, x.keys[before.from:before.from+shared]...), own...)
	x.keyEnd = append(x.keyEnd, uint32(len(x.keys)))
	return span32{from, len(x.keys)}
}

// readHandle reads the handle of one entry. With delta, the block follows the previous one.
func (x *index) readHandle(r *wire.Reader, delta bool) (h handle) {
	at := r.Offset()
	var before handle
	if len(x.handles) > 0 {
		before = x.handles[len(x.handles)-1]
	}
	if delta {
		n := r.Uvarint(&ftSizeDelta, 64)
		h.offset, h.size = before.end(), before.size+(n>>1^-(n&1))
	} else {
		h = readHandle(r)
	}
	switch {
	case len(x.handles) > 0 && (h.offset < before.end() || before.end() < before.offset):
		r.FailAt(wire.BadValue, &ftHandle, at, "a block behind the one before, which ends at "+strconv.FormatUint(before.end(), 10),
			"offset "+strconv.FormatUint(h.offset, 10))
	case h.size > 1<<62:
		r.FailAt(wire.BadValue, &ftHandle, at, "the size of a block", strconv.FormatUint(h.size, 10))
	}
	return h
}

// readHandle reads a handle: varint64 offset, varint64 size.
func readHandle(r *wire.Reader) handle {
	r.Begin(&ftHandle)
	h := handle{offset: r.Uvarint(&ftOffset, 64)}
	h.size = r.Uvarint(&ftSize, 64)
	r.End()
	return h
}
