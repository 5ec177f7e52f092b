package keys

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/scanshell"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// Range is the range of the keys that begin with a prefix.
type Range struct {
	Part   string // the part that the keys are
	Prefix []byte
	Seek   scanshell.Range // as seek keys, by the comparator of the store
	Notes  []string        // what a scan of it needs to know, sentences
}

// RangeOf encodes a record's key as far as its fields are given and returns the range
// of the keys that begin so. A field after a gap, one that the key does not have, and what
// contradicts the model are a *format.Refusal.
func RangeOf(f *format.Format, r *format.Record, in *format.Input, fields value.Value) (k Range, err error) {
	if err := members(r, fields); err != nil {
		return k, err
	}
	if k.Part, k.Prefix, err = r.Prefix(in, fields); err != nil {
		return k, err
	}
	k.Seek = scanshell.Range{Start: k.Prefix, Stop: order.After(k.Prefix), Store: f.Store, Part: k.Part}
	if r.Bounds != nil {
		if k.Seek.Start, k.Seek.Stop, err = r.Bounds(in, fields, k.Prefix); err != nil {
			return k, err
		}
		k.Notes = append(k.Notes, "the column family has a comparator of its own: ldb opens no database that has such a family")
	}
	if err := k.place(r, in, fields); err != nil {
		return k, err
	}
	if len(k.Prefix) == 0 {
		k.Notes = append(k.Notes, "the prefix is empty: no field of the key is given, and the scan reads all rows")
	}
	return k, nil
}

func (k *Range) place(r *format.Record, in *format.Input, fields value.Value) error {
	k.Seek.Table, _ = in.Given.Member("table").Text()
	if r.Place == nil {
		return nil
	}
	place, err := r.Place(in, fields)
	if err != nil {
		return err
	}
	k.Seek.Family = place.Family
	if k.Seek.NoFamily = place.Lacks != ""; k.Seek.NoFamily {
		k.Notes = append(k.Notes, place.Lacks)
	}
	return nil
}

// members refuses members that a prefix does not take: it would be of more rows than are meant.
func members(r *format.Record, fields value.Value) error {
	var known []string
	for i := range r.Scan {
		known = append(known, r.Scan[i].Name)
		if r.Scan[i].Or != "" {
			known = append(known, r.Scan[i].Or)
		}
	}
	seen := map[string]bool{}
	for i := range fields.Len() {
		name := fields.Name(i)
		switch {
		case seen[name]:
			return format.Contradict(name, "is given twice")
		case slices.Contains(known, name):
		case slices.ContainsFunc(r.Fields, func(f *span.Field) bool { return f.Name == name }):
			return format.Contradict(name, "does not bound a scan for rows of the kind "+r.Title+"; what does: "+strings.Join(known, ", "))
		default:
			return format.RefuseUnknown(name, "field", name, known)
		}
		seen[name] = true
	}
	return nil
}

// ScannableRecord returns the record kind called name if a scan finds it; nil if not, with the
// names of the format's record kinds that scans do find.
func ScannableRecord(f *format.Format, name string) (r *format.Record, names []string) {
	for i := range f.Records {
		if r := &f.Records[i]; r.Prefix != nil {
			if r.Name == name {
				return r, nil
			}
			names = append(names, r.Name)
		}
	}
	return nil, names
}

// Write writes members of an object: part, prefix, start and stop; table, family and notes where
// there are any.
func (k *Range) Write(w *value.Writer) {
	w.Member("part").String(k.Part)
	w.Member("prefix").Hex(k.Prefix)
	if k.Seek.Table != "" {
		w.Member("table").String(k.Seek.Table)
	}
	if k.Seek.Family != nil {
		w.Member("family").Hex(k.Seek.Family)
	}
	w.Member("start").Hex(k.Seek.Start)
	w.Key("stop")
	if k.Seek.Stop == nil {
		w.Null()
	} else {
		w.Hex(k.Seek.Stop)
	}
	if len(k.Notes) == 0 {
		return
	}
	w.Key("notes")
	w.Array()
	for _, note := range k.Notes {
		w.String(note)
	}
	w.EndArray()
}
