package rfile

import (
	"bytes"
	"cmp"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// The parts of a key, in the order in which they are compared.
const (
	row = iota
	family
	qualifier
	visibility
	parts
)

var partFields = [parts]*span.Field{&fRow, &fFamily, &fQualifier, &fVisibility}

// key is a full key. Its parts may alias a block.
type key struct {
	part    [parts][]byte
	time    int64
	deleted bool
}

// compare orders keys: parts ascending as unsigned bytes, newest timestamp first, and a
// deletion before what it deletes.
func compare(a, b *key) int {
	if c := compareColumns(a, b); c != 0 {
		return c
	}
	if a.time != b.time {
		return cmp.Compare(b.time, a.time)
	}
	switch {
	case a.deleted == b.deleted:
		return 0
	case a.deleted:
		return -1
	}
	return 1
}

// compareColumns orders keys, ignoring their timestamps.
func compareColumns(a, b *key) int {
	for i := range a.part {
		if c := bytes.Compare(a.part[i], b.part[i]); c != 0 {
			return c
		}
	}
	return 0
}

// readKey reads a full key, as indexes store it: the ends of the four parts as vlongs, their
// bytes, the timestamp as a vlong, and a byte that says whether the entry is a deletion.
func readKey(r *wire.Reader) (k key) {
	r.Begin(&fKey)
	defer r.End()
	var ends [parts]int64
	last := int64(0)
	for i := range ends {
		from := r.Offset()
		if ends[i] = vlong(r, &fEnd); ends[i] < last {
			r.FailAt(wire.BadValue, &fEnd, from, "an end that is not before that of the part before", "")
		}
		last = ends[i]
	}
	start := int64(0)
	for i, end := range ends {
		k.part[i] = counted(r, partFields[i], end-start)
		start = end
	}
	k.time = vlong(r, &fTimestamp)
	k.deleted = boolean(r, &fDeleted)
	return k
}
