package rocksdb

import (
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// layout says where the parts of an unpacked block are.
//
//	+---------+----------+--------------------+----------------------------+-----------------+------------+
//	| entries | (values) | restarts: n * u32  | (hash: buckets, u16 count) | (u32 values at) | u32 packed |
//	+---------+----------+--------------------+----------------------------+-----------------+------------+
//	packed   bits 0–27 n, bit 28 keys and values separate, bit 29 keys evenly spread, bit 31 hash index
type layout struct {
	entries  int // end of the entries, or of their keys if values are separate
	values   int // end of separate values; otherwise equal to entries
	restarts int // their number
	hash     int // start of the hash index, which ends before the next part
	tail     int // start of the values' offset, or of packed
	apart    bool
	hashed   bool
}

const (
	packedRestarts = 1<<28 - 1
	packedApart    = 1 << 28
	packedUnknown  = 1 << 30
	packedHash     = 1 << 31
)

// layoutOf reads a block from its end backwards. r's input begins with the block of n bytes, which
// the trailer may follow; r fails if the block is malformed.
func layoutOf(r *wire.Reader, n int) (body []byte, l layout) {
	if body = r.Ahead(); !r.OK() {
		return nil, l
	}
	body = body[:n]
	if len(body) < 4 {
		r.Fail(wire.Truncated, &ftPacked, "a block of at least 4 bytes")
		return nil, l
	}
	at := len(body) - 4
	packed := binary.LittleEndian.Uint32(body[at:])
	if packed&packedUnknown != 0 {
		r.FailAt(wire.BadValue, &ftPacked, at, "bit 30 not set", hex32(packed))
		return nil, l
	}
	l.restarts, l.apart, l.hashed = int(packed&packedRestarts), packed&packedApart != 0, packed&packedHash != 0
	end, values := at, int64(0)
	if l.apart {
		if end -= 4; end >= 0 {
			values = int64(binary.LittleEndian.Uint32(body[end:]))
		}
	}
	l.tail, l.hash = end, end
	if l.hashed {
		if end -= 2; end >= 0 {
			end -= int(binary.LittleEndian.Uint16(body[end:]))
			l.hash = end
		}
	}
	end -= 4 * l.restarts
	if end < 0 || values > int64(end) {
		r.FailAt(wire.BadValue, &ftPacked, at, "parts that fit into the block", hex32(packed))
		return nil, l
	}
	l.entries, l.values = end, end
	if l.apart {
		l.entries = int(values)
	}
	return body, l
}

// slot is one entry of a block: where it begins, how many bytes its key shares with the
// previous key, and where its own bytes and its value are.
type slot struct {
	at, shared       uint32
	keyAt, keyEnd    uint32
	valueAt, valueTo uint32
}

// pairs reads the entries of a block of keys and values into slots. It reads the whole block
// before any entry is shown: the start of a block that is malformed further on cannot be trusted.
//
//	+--------+----------+------------+---------------+-----------+-------+
//	| shared | unshared | value size | (value place) | key bytes | value |
//	+--------+----------+------------+---------------+-----------+-------+
//	numbers      varint32
//	value place  only if keys and values are separate, and only at restarts
//
// The block has n bytes. tag is how many bytes follow the user key in each key; short reports a
// key with fewer.
func pairs(r *wire.Reader, n int, slots []slot, tag int) (_ []slot, short bool) {
	slots = slots[:0]
	body, l := layoutOf(r, n)
	last, next, restart := int64(0), int64(l.entries), 0 // of 64 bits: the lengths may have 32
	for r.More() && r.Offset() < l.entries {
		s := slot{at: uint32(r.Offset())}
		r.Begin(&ftEntry)
		shared := int64(r.Uvarint(&ftShared, 32))
		unshared := int64(r.Uvarint(&ftUnshared, 32))
		size := int64(r.Uvarint(&ftValueSize, 32))
		if l.apart {
			if restart < l.restarts && binary.LittleEndian.Uint32(body[l.values+4*restart:]) == s.at {
				next = int64(l.entries) + int64(r.Uvarint(&ftValuePlace, 32))
				restart++
			}
		}
		if shared > last {
			r.FailAt(wire.BadValue, &ftShared, int(s.at), "at most "+strconv.FormatInt(last, 10)+" bytes of the key before",
				strconv.FormatInt(shared, 10))
		}
		s.shared, s.keyAt = uint32(shared), uint32(r.Offset())
		readKey(r, unshared, tag)
		s.keyEnd = uint32(r.Offset())
		if !l.apart {
			next = int64(r.Offset())
			r.Long(&ftValue, size)
		}
		if values := int64(l.values); next > values || size > values-next || r.Offset() > l.entries {
			r.FailAt(wire.BadValue, &ftValueSize, int(s.at), "an entry inside the entries", strconv.FormatInt(size, 10)+" bytes of value")
		}
		r.End()
		if !r.OK() {
			break
		}
		s.valueAt, s.valueTo = uint32(next), uint32(next+size)
		next += size
		last = shared + unshared
		short = short || last < int64(tag)
		slots = append(slots, s)
	}
	readTail(r, n, l, slots)
	return slots, short
}

// readKey reads the key bytes of an entry, separating the user key from what follows it.
func readKey(r *wire.Reader, n int64, tag int) {
	if tag == 0 || n < int64(tag) || r.Rec() == nil {
		r.Long(&ftKeyBytes, n)
		return
	}
	r.Begin(&ftInternalKey)
	r.Long(&ftUserKey, n-int64(tag))
	kind := r.Uint8(&ftType)
	r.Last().Enum(int64(kind), typeName(kind))
	from := r.Offset()
	if b := r.Take(&ftSequence, tagSize-1, "7 bytes"); b != nil {
		high := uint64(binary.LittleEndian.Uint32(b[3:])) << 24 // the middle byte is in both
		r.Leaf(&ftSequence, from, span.UintValue(uint64(binary.LittleEndian.Uint32(b))|high))
	}
	r.End()
}

// readTail reads what follows the entries.
func readTail(r *wire.Reader, n int, l layout, slots []slot) {
	if !r.OK() {
		return
	}
	if r.Rec() == nil {
		r.Skip(n - r.Offset()) // layoutOf has already read it
		return
	}
	if l.apart {
		readValues(r, l, slots)
	}
	r.Begin(&ftRestarts)
	for range l.restarts {
		r.Uint32LE(&ftRestart)
	}
	r.EndWith(span.UintValue(uint64(l.restarts)), 0)
	if l.hashed {
		r.Begin(&ftHashIndex)
		r.Bytes(&ftBuckets, l.tail-2-l.hash)
		r.Uint16LE(&ftBucketCount)
		r.End()
	}
	if l.apart {
		r.Uint32LE(&ftValuesAt)
	}
	r.Uint32LE(&ftPacked)
	r.Last().Explain(packedWords(l))
}

// readValues reads separate values, in the order of their keys.
func readValues(r *wire.Reader, l layout, slots []slot) {
	r.Begin(&ftValues)
	for _, s := range slots {
		if int(s.valueAt) > r.Offset() {
			r.Bytes(&ftUnused, int(s.valueAt)-r.Offset())
		}
		if int(s.valueAt) == r.Offset() && s.valueTo > s.valueAt {
			r.Bytes(&ftValue, int(s.valueTo-s.valueAt))
		}
	}
	if r.Offset() < l.values {
		r.Bytes(&ftUnused, l.values-r.Offset())
	}
	r.End()
}

func packedWords(l layout) string {
	s := strconv.Itoa(l.restarts) + " restarts"
	if l.restarts == 1 {
		s = "1 restart"
	}
	if l.apart {
		s += ", keys and values apart"
	}
	if l.hashed {
		s += ", with a hash index"
	}
	return s
}
