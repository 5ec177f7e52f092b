package diff

import (
	"errors"

	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Rows compares two rows, such as two versions of a row, whatever their keys. nil is an absent row.
func (c *Comparer) Rows(old, new *store.Entry, times bool) *Difference {
	p := Pair{Changed, old, new}
	switch {
	case old == nil && new == nil:
		return nil
	case old == nil:
		p.Change = Added
	case new == nil:
		p.Change = Removed
	case sameParts(old, new) && (!times || old.Timestamp == new.Timestamp || old.Timestamp == "" || new.Timestamp == ""):
		p.Change = Same
	}
	return c.Compare(&p)
}

func sameParts(a, b *store.Entry) bool {
	if len(a.Parts) != len(b.Parts) || a.Deleted != b.Deleted {
		return false
	}
	for i := range a.Parts {
		other, ok := b.Part(a.Parts[i].Name)
		if !ok || string(other) != string(a.Parts[i].Bytes) {
			return false
		}
	}
	return true
}

// ReadRow reads a row of a request, null for an absent one:
//
//	{"parts":{NAME:HEX},"timestamp","deleted","table","cf"}
//
// It also accepts a record of `rowlens decode`, which has table and cf in its source.
func ReadRow(v value.Value) (*store.Entry, error) {
	if v.IsNull() {
		return nil, nil
	}
	parts := v.Member("parts")
	if v.Kind != value.Object || parts.Kind != value.Object || parts.Len() == 0 {
		return nil, errors.New("expected a row: {\"parts\":{NAME:HEX}}")
	}
	e := &store.Entry{}
	for i := range parts.Len() {
		b, ok := parts.At(i).Hex()
		if !ok {
			return nil, errors.New("parts." + parts.Name(i) + ": expected hex")
		}
		e.Add(parts.Name(i), b)
	}
	e.Timestamp, _ = v.Member("timestamp").Text()
	e.Deleted, _ = v.Member("deleted").Text()
	for _, place := range [...]value.Value{v, v.Member("source")} {
		if table, ok := place.Member("table").Text(); ok {
			e.Source.Table = table
		}
		if cf, ok := place.Member("cf").Text(); ok {
			e.Source.CF = cf
		}
	}
	return e, nil
}
