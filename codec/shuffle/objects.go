package shuffle

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// Joiner is a format.Joiner: each object is a group of the last round. It reports no findings.
type Joiner interface {
	Check
	format.Joiner
}

// Objects joins any number of rows to the objects of a format, one object at a time.
type Objects struct {
	joiner Joiner
	rows   *Shuffle
}

// NewObjects returns an Objects without rows, with sorters that open makes; if open is nil they are
// in memory. Every format's joiner is a Joiner.
func NewObjects(j format.Joiner, open func() Sorter) *Objects {
	joiner := j.(Joiner)
	return &Objects{joiner, New(joiner, open)}
}

// Add takes a row and reports whether it is part of an object. An error means that it would be, but
// the row is damaged.
func (x *Objects) Add(e *store.Entry) (part bool, err error) {
	return x.rows.Add(e, 0) != format.Foreign, x.joiner.Why()
}

// Each yields all objects as of a moment, in a fixed order, until yield returns false.
func (x *Objects) Each(m format.Moment, yield func(o format.Object) bool) error {
	if err := x.joiner.Begin(m, yield); err != nil {
		return err
	}
	return x.rows.Run()
}

// Err returns the first error of a sorter. After it objects may be incomplete.
func (x *Objects) Err() error { return x.rows.Err() }

// Close frees what the sorters hold.
func (x *Objects) Close() { x.rows.Close() }
