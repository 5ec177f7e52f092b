package census

import (
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// Rows counts the rows of one dump or store in their order. The first ones wait until the format is learnt of them.
type Rows struct {
	Count   *Count
	Decoder *stream.Decoder
	Where   *filter.Filter // nil for all rows

	learnt bool
	held   []stream.Row
	size   int // of their parts
	fields value.Writer
}

// heldMax bounds the bytes of the rows that wait.
const heldMax = 64 << 10

// Take counts a row. Its memory is not kept.
func (x *Rows) Take(r *stream.Row) {
	if x.learnt {
		x.count(r)
		return
	}
	row := stream.Row{Note: r.Note, Bad: r.Bad}
	entry := store.Entry{}
	if r.Entry != nil {
		entry = r.Entry.Clone()
	}
	row.Entry = &entry
	x.held = append(x.held, row)
	x.size += entry.Len()
	if len(x.held) >= stream.LearnRows || x.size >= heldMax {
		x.End()
	}
}

// End counts the rows that wait.
func (x *Rows) End() {
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
		x.count(&x.held[i])
	}
	x.held = nil
}

// count counts a row that the filter takes. None hides that rows are missing.
func (x *Rows) count(r *stream.Row) {
	_, lost := r.Bad.(stream.Damage)
	if x.Where != nil && !lost && !x.Where.Take(r, x.Decoder, &x.fields) {
		x.Count.Pass(r)
		return
	}
	x.Count.Add(r, x.Decoder)
}
