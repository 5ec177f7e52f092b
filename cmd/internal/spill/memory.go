package spill

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"io"
	"slices"
)

// memory holds records one after another in chunks. The chunks are kept when it is emptied.
type memory struct {
	chunk  int // size of a chunk
	chunks [][]byte
	at     int   // index of the chunk being filled
	held   int64 // total capacity of the chunks
	index  []place
}

// place says where a record is. Places are in insertion order until they are sorted.
type place struct {
	prefix       uint64 // of the key; decides most comparisons without the chunk
	chunk, at    uint32
	key, payload uint32 // lengths
}

// placeSize is the size of a place. Growing the index takes up to as much again as it already has.
const (
	placeSize = 24
	chunkMost = 1 << 20
)

func (m *memory) len() int { return len(m.index) }

// used returns how many bytes are held.
func (m *memory) used() int64 { return m.held + placeSize*int64(cap(m.index)) }

// need returns how much used would grow with another record.
func (m *memory) need(size int) (n int64) {
	if len(m.index) == cap(m.index) {
		n = 2 * placeSize * int64(cap(m.index)) // the old index is freed at some later time
	}
	switch {
	case size > m.chunk:
		return n + int64(size)
	case m.at+1 < len(m.chunks) || m.at < len(m.chunks) && cap(m.chunks[m.at])-len(m.chunks[m.at]) >= size:
		return n
	}
	return n + int64(m.chunk)
}

func (m *memory) add(key, payload []byte) {
	size := len(key) + len(payload)
	b := m.room(size)
	p := place{prefix: prefixOf(key), chunk: uint32(m.at), at: uint32(len(*b)), key: uint32(len(key)), payload: uint32(len(payload))}
	*b = append(append(*b, key...), payload...)
	if len(m.index) == cap(m.index) {
		m.index = slices.Grow(m.index, max(len(m.index), 64))
	}
	m.index = append(m.index, p)
}

// room returns the chunk with room for a record. A record longer than a chunk gets one of its own size.
func (m *memory) room(size int) *[]byte {
	if size > m.chunk {
		if m.at < len(m.chunks) && len(m.chunks[m.at]) > 0 {
			m.at++
		}
		m.chunks = slices.Insert(m.chunks, m.at, make([]byte, 0, size))
		m.held += int64(size)
		return &m.chunks[m.at]
	}
	for ; m.at < len(m.chunks); m.at++ {
		if b := &m.chunks[m.at]; cap(*b)-len(*b) >= size {
			return b
		}
	}
	m.chunks = append(m.chunks, make([]byte, 0, m.chunk))
	m.held += int64(m.chunk)
	return &m.chunks[m.at]
}

// reset empties the memory. It frees oversized chunks.
func (m *memory) reset() {
	m.chunks = slices.DeleteFunc(m.chunks, func(b []byte) bool { return cap(b) > m.chunk })
	for i := range m.chunks {
		m.chunks[i] = m.chunks[i][:0]
	}
	m.at, m.held, m.index = 0, int64(len(m.chunks)*m.chunk), m.index[:0]
}

// prefixOf returns the first eight bytes of a key, as a number that sorts like them.
func prefixOf(key []byte) uint64 {
	var b [8]byte
	copy(b[:], key)
	return binary.BigEndian.Uint64(b[:])
}

func (m *memory) keyOf(p *place) []byte {
	return m.chunks[p.chunk][p.at : p.at+p.key : p.at+p.key]
}

func (m *memory) sort() {
	slices.SortFunc(m.index, func(a, b place) int {
		if a.prefix != b.prefix {
			return cmp.Compare(a.prefix, b.prefix)
		}
		if c := bytes.Compare(m.keyOf(&a), m.keyOf(&b)); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(a.chunk, b.chunk), cmp.Compare(a.at, b.at), cmp.Compare(a.key+a.payload, b.key+b.payload))
	})
}

// memoryCursor reads a sorted memory.
type memoryCursor struct {
	memory *memory
	at     int // index of the next record
}

func (c *memoryCursor) next() error {
	if c.at >= len(c.memory.index) {
		return io.EOF
	}
	c.at++
	return nil
}

func (c *memoryCursor) record() (key, payload []byte) {
	p := &c.memory.index[c.at-1]
	end := p.at + p.key + p.payload
	return c.memory.keyOf(p), c.memory.chunks[p.chunk][p.at+p.key : end : end]
}
