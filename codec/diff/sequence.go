package diff

import (
	"bytes"
	"io"

	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Row is an entry with its key.
type Row struct {
	Key   []byte
	Entry *store.Entry
	Whole []byte // what AppendWhole appended, for a Merge with Whole
}

// Sequence yields rows in the order of their keys; rows with the same key in the order of their
// versions (AppendVersion) and values, or, with Whole, in the order of Whole and timestamp.
type Sequence interface {
	// Next sets the row to the next one, valid until the next call; io.EOF after the last one.
	Next(r *Row) error
}

// Entries yields entries with the table of each.
type Entries interface {
	// Next returns the next entry, valid until the next call; io.EOF after the last one.
	Next() (e *store.Entry, table string, err error)
}

// InOrder is a sequence of entries that must come in order, which it checks.
type InOrder struct {
	Entries Entries
	Keys    Keys

	key, before  []byte // of this row and the previous one
	tail, ending []byte // their versions and values
	begun        bool
}

// Next implements Sequence. An entry that is out of order is an *OrderError.
func (s *InOrder) Next(r *Row) error {
	e, table, err := s.Entries.Next()
	if err != nil {
		return err
	}
	s.key, s.before = s.Keys.Append(s.before[:0], table, e), s.key
	s.tail, s.ending = AppendTail(s.ending[:0], e), s.tail
	if order := bytes.Compare(s.before, s.key); s.begun && (order > 0 || order == 0 && bytes.Compare(s.ending, s.tail) > 0) {
		return &OrderError{Source: e.Source, Entry: e.Clone()}
	}
	s.begun = true
	r.Key, r.Entry = s.key, e
	return nil
}

// OrderError means that an entry is out of order.
type OrderError struct {
	Source store.Source
	Entry  store.Entry
}

// Error says which entry it is.
func (o *OrderError) Error() string {
	text := "the rows are not in the order of their keys"
	if spot := o.Source.Spot(); spot != "" {
		text = spot + ": " + text
	}
	if name, key, ok := o.Entry.First(store.Row, store.Key); ok {
		text += ": " + name + " " + string(value.AppendHex(nil, key)) + " comes after a greater one"
	}
	return text
}

// Together merges sequences into one.
type Together struct {
	From []Sequence

	heads []head
	last  int // in heads: the row that was returned; -1 for none
	begun bool
}

type head struct {
	from Sequence
	row  Row
	done bool
}

// Next implements Sequence.
func (t *Together) Next(r *Row) error {
	if !t.begun {
		t.begun = true
		for _, from := range t.From {
			t.heads = append(t.heads, head{from: from})
		}
		for i := range t.heads {
			if err := t.heads[i].next(); err != nil {
				return err
			}
		}
	} else if t.last >= 0 {
		if err := t.heads[t.last].next(); err != nil {
			return err
		}
	}
	t.last = -1
	for i := range t.heads {
		if h := &t.heads[i]; !h.done && (t.last < 0 || bytes.Compare(h.row.Key, t.heads[t.last].row.Key) < 0) {
			t.last = i
		}
	}
	if t.last < 0 {
		return io.EOF
	}
	*r = t.heads[t.last].row
	return nil
}

func (h *head) next() error {
	err := h.from.Next(&h.row)
	if h.done = err == io.EOF; h.done {
		return nil
	}
	return err
}
