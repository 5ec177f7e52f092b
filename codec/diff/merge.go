package diff

import (
	"bytes"
	"io"
	"slices"

	"github.com/rowlens/rowlens/codec/store"
)

// Change says what became of a row.
type Change uint8

// The changes.
const (
	Same Change = iota
	Added
	Removed
	Changed
)

// String returns "same", "added", "removed" or "changed".
func (c Change) String() string { return [...]string{"same", "added", "removed", "changed"}[c] }

// Pair is a row on each side, or on only one.
type Pair struct {
	Change   Change
	Old, New *store.Entry // nil if there is none
}

// Merge pairs the rows of two sequences by key. If a key has several rows on a side, rows with
// equal values are paired. If one row is then left on each side, it was changed; otherwise the rows
// left were added and removed.
type Merge struct {
	Old, New Sequence
	Whole    bool // rows with the same key are the same only if all their parts are
	Times    bool // a row with another timestamp is changed, if both have one

	sides [2]side
	key   []byte // of the rows that wait
	many  bool   // more rows are left than one change can explain
	pair  Pair

	paired bool // a row had a partner
}

// side holds the next row of a sequence, and one without a partner that waits for the remaining
// rows of its key.
type side struct {
	row   Row
	ahead bool // row holds the next row
	done  bool

	kept  held
	waits bool

	shapes shapes // of the keys of rows without an equal one
}

// Next returns the next pair, valid until the next call; io.EOF after the last one.
func (m *Merge) Next() (*Pair, error) {
	for {
		if err := m.look(); err != nil {
			return nil, err
		}
		a, b := &m.sides[0], &m.sides[1]
		order := m.order(a, b)
		if (a.waits || b.waits) && (m.many || !m.stays(a, b, order)) {
			return m.settle(a, b), nil
		}
		switch {
		case a.done && b.done:
			return nil, io.EOF
		case order == 0:
			a.ahead, b.ahead = false, false
			return m.is(Same, a.row.Entry, b.row.Entry), nil
		case order < 0 && m.single(a):
			return m.is(Removed, a.row.Entry, nil), nil
		case order > 0 && m.single(b):
			return m.is(Added, nil, b.row.Entry), nil
		}
	}
}

// look reads the next row of each side.
func (m *Merge) look() error {
	for i, from := range [...]Sequence{m.Old, m.New} {
		s := &m.sides[i]
		if s.ahead || s.done {
			continue
		}
		err := from.Next(&s.row)
		if s.done = err == io.EOF; err != nil && !s.done {
			return err
		}
		s.ahead = !s.done
	}
	return nil
}

// order compares the next rows. A side at its end sorts last.
func (m *Merge) order(a, b *side) int {
	switch {
	case a.done && b.done:
		return 0
	case b.done:
		return -1
	case a.done:
		return 1
	}
	if order := bytes.Compare(a.row.Key, b.row.Key); order != 0 {
		return order
	}
	if m.Whole {
		order := bytes.Compare(a.row.Whole, b.row.Whole)
		if order == 0 && m.Times {
			order = compareTimes(a.row.Entry, b.row.Entry)
		}
		return order
	}
	return compareContent(a.row.Entry, b.row.Entry, m.Times)
}

// stays reports whether the next row has the key of those that wait.
func (m *Merge) stays(a, b *side, order int) bool {
	if order > 0 {
		a = b
	}
	return !a.done && bytes.Equal(a.row.Key, m.key)
}

// single takes a row without a partner and reports whether it certainly has none. Otherwise the row
// waits, or stays until the waiting rows are settled.
func (m *Merge) single(s *side) (certain bool) {
	if !bytes.Equal(m.key, s.row.Key) || m.key == nil {
		m.key, m.many = append(m.key[:0], s.row.Key...), false
		s.shapes |= shapeOf(s.row.Entry)
	}
	switch {
	case m.many:
		s.ahead = false
		return true
	case s.waits:
		m.many = true
	default:
		s.kept.set(s.row.Entry)
		s.waits, s.ahead = true, false
	}
	return false
}

// settle returns what became of waiting rows.
func (m *Merge) settle(a, b *side) *Pair {
	switch {
	case a.waits && b.waits && !m.many:
		a.waits, b.waits = false, false
		return m.is(Changed, &a.kept.entry, &b.kept.entry)
	case a.waits:
		a.waits = false
		return m.is(Removed, &a.kept.entry, nil)
	}
	b.waits = false
	return m.is(Added, nil, &b.kept.entry)
}

func (m *Merge) is(c Change, old, new *store.Entry) *Pair {
	m.pair = Pair{c, old, new}
	m.paired = m.paired || old != nil && new != nil
	return &m.pair
}

// held is a copy of an entry, with memory that is reused.
type held struct {
	entry store.Entry
	bytes []byte
}

// heldMost is how much memory is kept for the next copy.
const heldMost = 1 << 20

func (h *held) set(e *store.Entry) {
	if cap(h.bytes) > heldMost {
		h.bytes = nil
	}
	parts := h.entry.Parts[:0]
	h.bytes = slices.Grow(h.bytes[:0], e.Len())
	for i := range e.Parts {
		at := len(h.bytes)
		h.bytes = append(h.bytes, e.Parts[i].Bytes...)
		parts = append(parts, store.Part{Name: e.Parts[i].Name, Bytes: h.bytes[at:len(h.bytes):len(h.bytes)]})
	}
	h.entry = *e
	h.entry.Parts = parts
}
