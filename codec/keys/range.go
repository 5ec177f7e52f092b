package keys

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/scanshell"
	"github.com/rowlens/rowlens/codec/value"
)

// Range is the range of the keys that begin with a prefix.
type Range struct {
	Part   string // the part that the keys are
	Prefix []byte
	Seek   scanshell.Range // as seek keys, by the comparator of the store
}

// RangeOf encodes a record's key up to the last given field and returns the range of the keys
// with that prefix. A field after a gap is a *format.Refusal.
func RangeOf(r *format.Record, in *format.Input, fields value.Value) (Range, error) {
	part, prefix, err := r.Prefix(in, fields)
	if err != nil {
		return Range{}, err
	}
	if r.Bounds == nil {
		return Range{part, prefix, scanshell.Range{Start: prefix, Stop: order.After(prefix)}}, nil
	}
	start, stop, err := r.Bounds(in, fields, prefix)
	return Range{part, prefix, scanshell.Range{Start: start, Stop: stop}}, err
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

// Write writes part, prefix, start and stop as members of an object.
func (k *Range) Write(w *value.Writer) {
	w.Member("part").String(k.Part)
	w.Member("prefix").Hex(k.Prefix)
	w.Member("start").Hex(k.Seek.Start)
	w.Key("stop")
	if k.Seek.Stop == nil {
		w.Null()
	} else {
		w.Hex(k.Seek.Stop)
	}
}
