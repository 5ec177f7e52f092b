package objects

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Row is a row of an object: one to put or, with Deleted, one to delete.
type Row struct {
	Record string // its kind
	Entry  store.Entry
}

// Rows returns every row that the system writes for an object, in its order of writes.
func Rows(f *format.Format, in *format.Input, kind string, object value.Value) (list []Row, err error) {
	err = f.Objects.Rows(in, kind, object, func(record string, e *store.Entry) error {
		list = append(list, Row{record, e.Clone()})
		return nil
	})
	return list, err
}

// Changes returns the rows to put and to delete that turn one object into another, in the order in which the system
// writes them. A null object does not exist: it is created, or deleted.
func Changes(f *format.Format, in *format.Input, kind string, from, to value.Value) (list []Row, err error) {
	if f.Objects.Changes != nil {
		err = f.Objects.Changes(in, kind, from, to, func(record string, e *store.Entry) error {
			list = append(list, Row{record, e.Clone()})
			return nil
		})
		return list, err
	}
	var was, is []Row
	if !from.IsNull() {
		if was, err = Rows(f, in, kind, from); err != nil {
			return nil, err
		}
	}
	if !to.IsNull() {
		if is, err = Rows(f, in, kind, to); err != nil {
			return nil, err
		}
	}
	return between(was, is), nil
}

// between returns the rows that only is has, then deletions of those that only was has.
func between(was, is []Row) (list []Row) {
	for i := range is {
		same := slices.ContainsFunc(was, func(r Row) bool { return sameKey(&r.Entry, &is[i].Entry) && sameValue(&r.Entry, &is[i].Entry) })
		if !same {
			list = append(list, is[i])
		}
	}
	for i := range was {
		if slices.ContainsFunc(is, func(r Row) bool { return sameKey(&r.Entry, &was[i].Entry) }) {
			continue
		}
		gone := Row{was[i].Record, store.Entry{Source: was[i].Entry.Source, Deleted: "Delete"}}
		for _, p := range was[i].Entry.Parts {
			if p.Name != store.Value {
				gone.Entry.Add(p.Name, p.Bytes)
			}
		}
		list = append(list, gone)
	}
	return list
}

// sameKey reports whether a store has one place for both rows.
func sameKey(a, b *store.Entry) bool {
	if a.Source.Table != b.Source.Table || a.Source.CF != b.Source.CF {
		return false
	}
	for _, name := range [...]string{store.Row, store.Key, store.Family, store.Qualifier} {
		x, has := a.Part(name)
		y, also := b.Part(name)
		if has != also || !bytes.Equal(x, y) {
			return false
		}
	}
	return true
}

func sameValue(a, b *store.Entry) bool {
	x, _ := a.Part(store.Value)
	y, _ := b.Part(store.Value)
	return bytes.Equal(x, y) && a.Timestamp == b.Timestamp
}

// Write writes a row as decode writes records, without fields: {"format","record","parts",
// "timestamp","source","deleted","increment"}.
func (r *Row) Write(w *value.Writer, formatID string) {
	answer.WriteRow(w, formatID, r.Record, &r.Entry)
}
