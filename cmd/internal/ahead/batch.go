package ahead

import (
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/store"
)

// batch is some entries with their own bytes.
type batch struct {
	entries []file.Entry // never grows beyond its capacity, so that entries stay in place
	arena   []byte
}

const (
	batchEntries = 256
	batchBytes   = 64 << 10
	partsUsual   = 5       // an entry has at most this many parts, in any store
	keepBytes    = 4 << 20 // a batch that held a huge entry releases its memory
)

func newBatch() *batch {
	b := &batch{entries: make([]file.Entry, batchEntries), arena: make([]byte, 0, batchBytes)}
	parts := make([]store.Part, batchEntries*partsUsual)
	for i := range b.entries {
		b.entries[i].Parts = parts[i*partsUsual : i*partsUsual : (i+1)*partsUsual]
	}
	b.entries = b.entries[:0]
	return b
}

func (b *batch) reset() {
	b.entries = b.entries[:0]
	if b.arena = b.arena[:0]; cap(b.arena) > keepBytes {
		b.arena = nil
	}
}

func (b *batch) full() bool { return len(b.entries) == cap(b.entries) || len(b.arena) >= batchBytes }

// weight returns how much of a part's room a batch takes. A huge batch takes all of it, so that it waits until the batches
// before it were taken.
func (b *batch) weight(room int) int { return min(1+len(b.arena)/(2*batchBytes), room) }

// next returns the memory for another entry.
func (b *batch) next() *file.Entry {
	b.entries = b.entries[:len(b.entries)+1]
	return &b.entries[len(b.entries)-1]
}

// drop releases the memory of the last entry.
func (b *batch) drop() { b.entries = b.entries[:len(b.entries)-1] }

// keep copies the bytes of an entry, which its cursor reuses.
func (b *batch) keep(e *file.Entry) {
	for i := range e.Parts {
		e.Parts[i].Bytes = b.copy(e.Parts[i].Bytes)
	}
	for i := range e.Columns {
		e.Columns[i].Name, e.Columns[i].Value = b.copy(e.Columns[i].Name), b.copy(e.Columns[i].Value)
	}
	for i := range e.Tags {
		e.Tags[i].Value = b.copy(e.Tags[i].Value)
	}
	if e.Damage != nil {
		d := *e.Damage
		e.Damage = &d
	}
}

// copy copies bytes; nil stays nil.
func (b *batch) copy(from []byte) []byte {
	if from == nil {
		return nil
	}
	at := len(b.arena)
	b.arena = append(b.arena, from...)
	return b.arena[at:len(b.arena):len(b.arena)]
}
