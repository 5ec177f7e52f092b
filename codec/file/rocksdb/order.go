package rocksdb

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// Names of RocksDB's built-in comparators.
const (
	bytewise        = "leveldb.BytewiseComparator"
	reverseBytewise = "rocksdb.ReverseBytewiseComparator"
	withTimestamp   = ".u64ts" // suffix to either
)

// order says how the user keys of a family are sorted.
type order struct {
	// plain compares keys without their timestamps.
	plain func(a, b []byte) int

	// timed is set if the last 8 bytes of a key are a timestamp. The newest comes first.
	timed bool

	// bytes is set if keys are compared as unsigned bytes, without timestamps.
	bytes bool

	// known is false if the order is a guess. Each file's own order is then kept.
	known bool
}

func reversed(a, b []byte) int { return bytes.Compare(b, a) }

// orderOf returns the order of a comparator. other, which may be nil, is called for one that is
// not built into RocksDB.
func orderOf(comparator string, other func() func(a, b []byte) int) order {
	base, timed := strings.CutSuffix(comparator, withTimestamp)
	switch base {
	case bytewise:
		return order{plain: bytes.Compare, timed: timed, bytes: !timed, known: true}
	case reverseBytewise:
		return order{plain: reversed, timed: timed, known: true}
	}
	if other != nil {
		if cmp := other(); cmp != nil {
			return order{plain: cmp, known: true}
		}
	}
	return order{plain: bytes.Compare}
}

// split returns a key without its timestamp, and the timestamp. A key too short to have one
// gets timestamp 0.
func (o *order) split(key []byte) (plain []byte, timestamp uint64) {
	if !o.timed || len(key) < timestampSize {
		return key, 0
	}
	at := len(key) - timestampSize
	return key[:at], binary.LittleEndian.Uint64(key[at:])
}

// compare is the order of user keys as stored in tables.
func (o *order) compare(a, b []byte) int {
	if !o.timed {
		return o.plain(a, b)
	}
	a, s := o.split(a)
	b, t := o.split(b)
	if c := o.plain(a, b); c != 0 || s == t {
		return c
	}
	if s > t {
		return -1
	}
	return 1
}

// join appends a key to dst as stored: with its timestamp if the family has timestamps.
func (o *order) join(dst, plain []byte, timestamp uint64) []byte {
	if dst = append(dst, plain...); o.timed {
		dst = binary.LittleEndian.AppendUint64(dst, timestamp)
	}
	return dst
}
