package rocksdb

import (
	"cmp"
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// tombstone is a range delete with the bounds within which it applies.
type tombstone struct {
	start, end []byte // without timestamps
	timestamp  uint64
	sequence   uint64

	clip *clip // of the table that has it; may be nil

	file  string // where it is stored, for stored mode
	level int
	block int64
	at    int
}

// clip is what the MANIFEST says about a table's keys. The table's range deletes do not apply outside.
type clip struct {
	smallest, largest       []byte // user keys without timestamps
	smallestSeq, largestSeq uint64 // of the internal keys
}

// clipOf returns the bounds of a table, or nil if they are not internal keys.
func clipOf(m *fileMeta, o *order, pad int) *clip {
	if m == nil || len(m.smallest) < tagSize || len(m.largest) < tagSize {
		return nil
	}
	var c clip
	c.smallest, c.smallestSeq = boundOf(m.smallest, o, pad)
	c.largest, c.largestSeq = boundOf(m.largest, o, pad)
	return &c
}

// boundOf splits an internal key. pad is how many bytes of its timestamp are not stored.
func boundOf(key []byte, o *order, pad int) (plain []byte, sequence uint64) {
	user, tag := key[:len(key)-tagSize], binary.LittleEndian.Uint64(key[len(key)-tagSize:])
	if pad == 0 {
		user, _ = o.split(user)
	}
	return user, tag >> 8
}

// covers reports whether an entry with this key is inside: between the bounds as internal keys,
// where a largest bound with the highest sequence number is itself excluded.
func (c *clip) covers(o *order, plain []byte, sequence uint64) bool {
	switch d := o.plain(plain, c.smallest); {
	case d < 0, d == 0 && sequence > c.smallestSeq:
		return false
	}
	switch d := o.plain(plain, c.largest); {
	case d > 0, d == 0 && (c.largestSeq == sequenceMax || sequence < c.largestSeq):
		return false
	}
	return true
}

// sortTombstones sorts tombstones by start key, newest first.
func sortTombstones(all []tombstone, o *order) {
	sorting.Func(all, func(a, b tombstone) int {
		return cmp.Or(o.plain(a.start, b.start), cmp.Compare(b.timestamp, a.timestamp), cmp.Compare(b.sequence, a.sequence))
	})
}

// sweep tells, for keys that come in order, whether a range delete covers them. Range deletes that
// have begun are in a heap by sequence number, and leave it when they have ended.
type sweep struct {
	order *order
	all   []tombstone // sorted
	next  int
	at    uint64 // larger sequence numbers do not count
	heap  []*tombstone
}

// reset begins with the first key. Which keys are in a range cannot be told if the order is unknown: then none is, since a row
// too many is better than one too few.
func (s *sweep) reset(o *order, all []tombstone, at uint64) {
	*s = sweep{order: o, at: at, heap: s.heap[:0]}
	if o.known {
		s.all = all
	}
}

// covered reports whether a newer range delete deletes the entry.
func (s *sweep) covered(plain []byte, timestamp, sequence uint64) bool {
	for s.next < len(s.all) && s.order.plain(s.all[s.next].start, plain) <= 0 {
		if t := &s.all[s.next]; t.sequence <= s.at && s.order.plain(plain, t.end) < 0 {
			s.push(t)
		}
		s.next++
	}
	for len(s.heap) > 0 && s.order.plain(plain, s.heap[0].end) >= 0 {
		s.pop()
	}
	if len(s.heap) == 0 || s.heap[0].sequence <= sequence {
		return false
	}
	if t := s.heap[0]; !s.order.timed && (t.clip == nil || t.clip.covers(s.order, plain, sequence)) {
		return true
	}
	for _, t := range s.heap { // needed at the bounds of tables, and with timestamps
		if t.sequence > sequence && s.order.plain(plain, t.end) < 0 && timestamp <= t.timestamp &&
			(t.clip == nil || t.clip.covers(s.order, plain, sequence)) {
			return true
		}
	}
	return false
}

func (s *sweep) push(t *tombstone) {
	s.heap = append(s.heap, t)
	for i := len(s.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if s.heap[up].sequence >= s.heap[i].sequence {
			break
		}
		s.heap[up], s.heap[i] = s.heap[i], s.heap[up]
		i = up
	}
}

func (s *sweep) pop() {
	n := len(s.heap) - 1
	s.heap[0] = s.heap[n]
	s.heap = s.heap[:n]
	for i := 0; ; {
		down := 2*i + 1
		if down >= n {
			return
		}
		if down+1 < n && s.heap[down+1].sequence > s.heap[down].sequence {
			down++
		}
		if s.heap[i].sequence >= s.heap[down].sequence {
			return
		}
		s.heap[i], s.heap[down] = s.heap[down], s.heap[i]
		i = down
	}
}
