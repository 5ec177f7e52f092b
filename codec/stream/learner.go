package stream

import "github.com/rowlens/rowlens/codec/store"

// Learner passes rows on in their order. The first ones wait until the decoder has learnt their format.
type Learner struct {
	Decoder *Decoder
	Do      func(r *Row) // receives each row, which is valid during the call

	learnt bool
	held   []Row
	size   int // bytes in their parts
}

// heldMax is the most bytes that waiting rows may have.
const heldMax = 64 << 10

// Take passes on a row. It does not keep the row's memory.
func (x *Learner) Take(r *Row) {
	if x.learnt {
		x.Do(r)
		return
	}
	row := Row{Note: r.Note, Bad: r.Bad}
	entry := store.Entry{}
	if r.Entry != nil {
		entry = r.Entry.Clone()
	}
	row.Entry = &entry
	x.held = append(x.held, row)
	x.size += entry.Len()
	if len(x.held) >= LearnRows || x.size >= heldMax {
		x.End()
	}
}

// End passes on the rows that still wait.
func (x *Learner) End() {
	if x.learnt {
		return
	}
	x.learnt = true
	for i := range x.held {
		if e := x.held[i].Entry; len(e.Parts) > 0 && x.Decoder.Learn(e) {
			break
		}
	}
	for i := range x.held {
		x.Do(&x.held[i])
	}
	x.held = nil
}
