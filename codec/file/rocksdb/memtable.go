package rocksdb

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// sortKey represents an entry while entries are sorted. Most are told apart by the first bytes in
// which keys differ, without looking into the log.
type sortKey struct {
	prefix uint64
	entry  uint32
}

// sort puts the entries of a family into the order of internal keys: user key, then newest first.
func (m *memtable) sort(p *replay, o *order) {
	compare := func(a, b *memEntry) int {
		if c := o.compare(p.key(a), p.key(b)); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(b.sequence, a.sequence), cmp.Compare(b.record, a.record), cmp.Compare(b.at, a.at))
	}
	keys := make([]sortKey, len(m.entries))
	shared := m.shared(p)
	for i := range keys {
		keys[i].entry = uint32(i)
		if o.bytes {
			keys[i].prefix = prefixOf(p.key(&m.entries[i])[shared:])
		}
	}
	slices.SortFunc(keys, func(a, b sortKey) int { // the hot part of a large log, so no calls through an interface
		if a.prefix != b.prefix {
			return cmp.Compare(a.prefix, b.prefix)
		}
		return compare(&m.entries[a.entry], &m.entries[b.entry])
	})
	sorted := make([]memEntry, len(m.entries))
	for i, k := range keys {
		sorted[i] = m.entries[k.entry]
	}
	m.entries = sorted
	sorting.Func(m.ranges, func(a, b memEntry) int { return compare(&a, &b) })
}

// shared returns how many leading bytes all keys share.
func (m *memtable) shared(p *replay) int {
	if len(m.entries) == 0 {
		return 0
	}
	first := p.key(&m.entries[0])
	for i := range m.entries {
		key, n := p.key(&m.entries[i]), 0
		for n < len(first) && n < len(key) && key[n] == first[n] {
			n++
		}
		first = first[:n]
	}
	return len(first)
}

// prefixOf returns a number that orders keys by their first 8 bytes. A shorter key is padded with zeros.
func prefixOf(key []byte) uint64 {
	if len(key) >= 8 {
		return binary.BigEndian.Uint64(key)
	}
	var b [8]byte
	copy(b[:], key)
	return binary.BigEndian.Uint64(b[:])
}

func sortTransactions(all []*transaction) {
	sorting.Func(all, func(a, b *transaction) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.id, b.id)) })
}
