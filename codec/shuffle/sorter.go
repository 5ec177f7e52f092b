package shuffle

import (
	"bytes"
	"io"

	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// memorySorter is a Sorter in memory: records lie one after another in chunks.
type memorySorter struct {
	list  []sorted
	chunk []byte
}

type sorted struct{ key, payload []byte }

// NewSorter returns a Sorter that keeps all records in memory.
func NewSorter() Sorter { return new(memorySorter) }

const sorterChunk = 256 << 10

// Add implements Sorter.
func (m *memorySorter) Add(key, payload []byte) error {
	size := len(key) + len(payload)
	if cap(m.chunk)-len(m.chunk) < size {
		m.chunk = make([]byte, 0, max(sorterChunk, size))
	}
	at := len(m.chunk)
	m.chunk = append(append(m.chunk, key...), payload...)
	mid, end := at+len(key), at+size
	m.list = append(m.list, sorted{m.chunk[at:mid:mid], m.chunk[mid:end:end]})
	return nil
}

// Sort implements Sorter.
func (m *memorySorter) Sort() (Sorted, error) {
	sorting.Stable(m.list, func(a, b sorted) int { return bytes.Compare(a.key, b.key) })
	return &memorySorted{list: m.list}, nil
}

// Close implements Sorter.
func (m *memorySorter) Close() { m.list, m.chunk = nil, nil }

type memorySorted struct{ list []sorted }

// Next implements Sorted.
func (m *memorySorted) Next() (key, payload []byte, err error) {
	if len(m.list) == 0 {
		return nil, nil, io.EOF
	}
	x := m.list[0]
	m.list = m.list[1:]
	return x.key, x.payload, nil
}
