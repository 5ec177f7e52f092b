package cell

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
)

// RecordID identifies the record that a row belongs to.
type RecordID struct {
	Model uint32
	Table string // if a store has several tables of one model
	Key   string
}

func (a RecordID) compare(b RecordID) int {
	return cmp.Or(cmp.Compare(a.Model, b.Model), strings.Compare(a.Table, b.Table), strings.Compare(a.Key, b.Key))
}

// Joiner keeps the rows of records until all have been added. R is what a store keeps for one
// record.
type Joiner[R any] struct {
	Schema  *Schema
	records map[RecordID]*R
}

// Record returns what is known of a record so far; open creates it.
func (j *Joiner[R]) Record(id RecordID, open func() *R) *R {
	x := j.records[id]
	if x == nil {
		if j.records == nil {
			j.records = map[RecordID]*R{}
		}
		x = open()
		j.records[id] = x
	}
	return x
}

// Join yields the objects that a store makes of the records as they were at a moment,
// by model, table and key, until yield returns false. A record without an object is skipped.
func (j *Joiner[R]) Join(m format.Moment, yield func(format.Object) bool, object func(*R, hlc.Version) (o format.Object, ok bool)) error {
	at, err := ParseMoment(m)
	if err != nil {
		return err
	}
	for _, id := range slices.SortedFunc(maps.Keys(j.records), RecordID.compare) {
		if o, ok := object(j.records[id], at); ok && !yield(o) {
			break
		}
	}
	return nil
}
