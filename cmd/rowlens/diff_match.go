package main

import (
	"encoding/binary"
	"io"

	"github.com/rowlens/rowlens/cmd/internal/spill"
	"github.com/rowlens/rowlens/codec/diff"
	"github.com/rowlens/rowlens/codec/store"
)

// matched sorts the rows of a sequence again, by the keys that a match makes. The key of a record is the match's key, what
// orders rows with the same key, and the timestamp. The payload says where these end, and has the value and the rest of the
// row.
func (s *diffSide) matched(x *diffCall, from diff.Sequence, m *diff.Matcher) (diff.Sequence, error) {
	s.again = spill.New(spill.Options{Folder: x.tmp, Memory: x.sorterMemory()})
	var r diff.Row
	var key, payload []byte
	for {
		err := from.Next(&r)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		key = m.Append(key[:0], r.Key, r.Entry)
		payload = binary.AppendUvarint(payload[:0], uint64(len(key)))
		key = diff.AppendWhole(key, r.Entry)
		payload = binary.AppendUvarint(payload, uint64(len(key)))
		value, _ := r.Entry.Part(store.Value)
		payload = append(binary.AppendUvarint(payload, uint64(len(value))), value...)
		if err := s.again.Add(append(key, r.Entry.Timestamp...), appendRow(payload, r.Entry)); err != nil {
			return nil, sortingError(err)
		}
	}
	sorted, err := s.again.Sort(x.ctx)
	if err != nil {
		return nil, err
	}
	return &matchedRows{sortedRows{from: sorted}}, nil
}

// matchedRows is rows in the order of a match's keys.
type matchedRows struct {
	sortedRows
}

// Next implements diff.Sequence.
func (x *matchedRows) Next(r *diff.Row) error {
	key, p, err := x.next()
	if err != nil {
		return err
	}
	n, whole := p.number(), p.number()
	if n > whole || whole > uint64(len(key)) {
		return errSorted
	}
	r.Key, r.Whole = key[:n:n], key[n:whole:whole]
	x.read(&p, p.bytes())
	if r.Entry = &x.entry; p.bad {
		return errSorted
	}
	return nil
}
