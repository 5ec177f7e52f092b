package cell

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// Change says that something implied starts or ends at a version.
type Change struct {
	Version hlc.Version
	Implied *Implied
	On      bool
	Deleted bool // it ends because the record was deleted, not because of a value
	Absent  bool // it ends, and a part of the index no longer has a value
}

// Event is what happens to a record at a version: cells are written, all older ones
// are hidden (a hard delete), or the record is soft-deleted or restored.
type Event struct {
	Version hlc.Version
	Cells   []Stored
	Hide    bool
	Deleted *bool
}

// effortMax limits the number of cells and entries examined for one record, so that a large record
// with many versions does not take quadratic time.
const effortMax = 1 << 17

// Changes returns what a record implied and when, from its events in ascending order of their
// versions. The list is incomplete, and whole false, if that is too much work or if some version
// does not decode. hidden, which may be nil, gets what the values of a soft-deleted record would imply.
func (x *Implier) Changes(events []Event, hidden func(*Implied)) (list []Change, whole bool) {
	var held []Stored
	deleted, effort := false, 0
	now := map[string]*Implied{}
	for i := range events {
		e := &events[i]
		changed := e.Hide || e.Deleted != nil
		if e.Hide {
			held, deleted = nil, false
		}
		for _, c := range e.Cells {
			if x.Concerns(c.Qualifier) {
				held, changed = put(held, c), true
			}
		}
		if e.Deleted != nil {
			deleted = *e.Deleted
		}
		if !changed {
			continue
		}
		implied, err := x.Of(held)
		if effort += len(held) + len(implied); err != nil || effort > effortMax {
			return list, false
		}
		list = step(list, now, implied, e, deleted)
		for j := range implied {
			if deleted && hidden != nil {
				hidden(&implied[j])
			}
		}
	}
	return list, true
}

// put replaces the older cell with the same qualifier.
func put(held []Stored, c Stored) []Stored {
	i, there := slices.BinarySearchFunc(held, c.Qualifier, func(o Stored, q []byte) int { return bytes.Compare(o.Qualifier, q) })
	if there {
		held[i] = c
		return held
	}
	return slices.Insert(held, i, c)
}

// step compares what is implied now with what was implied before. Of a soft-deleted record nothing is.
func step(list []Change, now map[string]*Implied, implied []Implied, e *Event, deleted bool) []Change {
	next, indexes := map[string]bool{}, map[string]bool{}
	for i := range implied {
		m := &implied[i]
		if m.Index != nil {
			indexes[string(m.Reference)] = true
		}
		id := m.ID()
		next[id] = true
		if deleted {
			continue
		}
		if now[id] == nil {
			list = append(list, Change{Version: e.Version, Implied: m, On: true})
		}
		now[id] = m
	}
	for id, m := range now {
		if deleted || !next[id] {
			gone := e.Hide || deleted && next[id] // a value may change while the record is deleted
			list = append(list, Change{Version: e.Version, Implied: m, Deleted: gone, Absent: !deleted && !e.Hide && m.Index != nil &&
				!indexes[string(m.Reference)]})
			delete(now, id)
		}
	}
	return list
}

// ID returns bytes that distinguish what is implied from everything else that the record implies.
func (m *Implied) ID() string {
	kind := "u"
	if m.Index != nil {
		kind = "i"
	}
	return kind + string(m.Reference) + "\x00" + string(m.Bytes)
}

// EventsAt are what happens to a record, by version.
type EventsAt map[hlc.Version]*Event

// At returns the event of a version, creating it if there is none yet.
func (x EventsAt) At(v hlc.Version) *Event {
	if x[v] == nil {
		x[v] = &Event{Version: v}
	}
	return x[v]
}

// Sorted returns the events in ascending order of their versions.
func (x EventsAt) Sorted() []Event {
	list := make([]Event, 0, len(x))
	for _, e := range x {
		list = append(list, *e)
	}
	sorting.Func(list, func(a, b Event) int { return cmp.Compare(a.Version, b.Version) })
	return list
}
