package census

import (
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// Rows counts the rows of one dump or store in order. The first ones wait until the format has been learnt from them.
type Rows struct {
	Count   *Count
	Decoder *stream.Decoder
	Where   *filter.Filter // nil for all rows

	learner *stream.Learner
	fields  value.Writer
}

// Take counts a row. It does not keep the row's memory.
func (x *Rows) Take(r *stream.Row) {
	if x.learner == nil {
		x.learner = &stream.Learner{Decoder: x.Decoder, Do: x.count}
	}
	x.learner.Take(r)
}

// End counts the rows that still wait.
func (x *Rows) End() {
	if x.learner != nil {
		x.learner.End()
	}
}

// count counts a row that the filter accepts. No filter hides missing rows.
func (x *Rows) count(r *stream.Row) {
	_, lost := r.Bad.(stream.Damage)
	if x.Where != nil && !lost && !x.Where.Take(r, x.Decoder, &x.fields) {
		x.Count.Pass(r)
		return
	}
	x.Count.Add(r, x.Decoder)
}
