package spill

import (
	"bytes"
	"io"
)

// mergeCursor merges runs. Among equal keys, those of the run written first come first.
type mergeCursor struct {
	heap  []head
	begun bool
}

// head is a run whose cursor is at a record.
type head struct {
	cursor *runCursor
	order  int
	prefix uint64 // of the key
}

// merge begins to merge runs.
func merge(s *Sorter, runs []*run) (*mergeCursor, error) {
	m := &mergeCursor{heap: make([]head, 0, len(runs))}
	for i, r := range runs {
		h := head{cursor: s.read(r), order: i}
		switch err := h.next(); {
		case err == io.EOF:
			continue
		case err != nil:
			return nil, err
		}
		m.heap = append(m.heap, h)
	}
	for i := len(m.heap)/2 - 1; i >= 0; i-- {
		m.down(i)
	}
	return m, nil
}

func (h *head) next() error {
	if err := h.cursor.next(); err != nil {
		return err
	}
	h.prefix = prefixOf(h.cursor.buf[:h.cursor.keyEnd])
	return nil
}

func (h *head) less(than *head) bool {
	if h.prefix != than.prefix {
		return h.prefix < than.prefix
	}
	a, _ := h.cursor.record()
	b, _ := than.cursor.record()
	if c := bytes.Compare(a, b); c != 0 {
		return c < 0
	}
	return h.order < than.order
}

// down sifts a head down to its place.
func (m *mergeCursor) down(at int) {
	for {
		least := at
		for child := 2*at + 1; child <= 2*at+2 && child < len(m.heap); child++ {
			if m.heap[child].less(&m.heap[least]) {
				least = child
			}
		}
		if least == at {
			return
		}
		m.heap[at], m.heap[least] = m.heap[least], m.heap[at]
		at = least
	}
}

func (m *mergeCursor) next() error {
	if len(m.heap) == 0 {
		return io.EOF
	}
	if !m.begun {
		m.begun = true
		return nil
	}
	switch err := m.heap[0].next(); {
	case err == io.EOF:
		last := len(m.heap) - 1
		m.heap[0] = m.heap[last]
		if m.heap = m.heap[:last]; last == 0 {
			return io.EOF
		}
	case err != nil:
		return err
	}
	m.down(0)
	return nil
}

func (m *mergeCursor) record() (key, payload []byte) { return m.heap[0].cursor.record() }
