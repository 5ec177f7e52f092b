package keys

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/scanshell"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// Range is a planned scan.
type Range struct {
	format.Plan
	Seek scanshell.Range // the range for shells
}

// RangeOf plans the scan for the rows of a record kind that a query asks for. It returns a *format.Refusal for a field
// after a gap or one that the key does not have, a contradiction to the model, and bounds that no value meets.
func RangeOf(f *format.Format, r *format.Record, in *format.Input, q *format.Query) (k Range, err error) {
	if err := members(r, in, q); err != nil {
		return k, err
	}
	if k.Plan, err = r.Scan.Plan(in, q); err != nil {
		return k, err
	}
	if len(q.Bounds) > 0 && k.Empty() {
		return k, format.Contradict(q.Bounds[0].Name, "no value is within these bounds")
	}
	return rangeOf(f, in, k.Plan, q.Limit), nil
}

// rangeOf completes a plan for shells.
func rangeOf(f *format.Format, in *format.Input, p format.Plan, limit int) Range {
	k := Range{Plan: p}
	if table, given := in.Given.Member("table").Text(); given {
		k.Table = table
	}
	k.Seek = scanshell.Range{
		Part: k.Part, Start: k.Start, Stop: k.Stop, Store: f.Store, Table: k.Table, Family: k.Family, NoFamily: k.Lacks != "",
		Columns: k.Columns, Times: k.Times, Limit: limit,
	}
	if k.Lacks != "" {
		k.Notes = append(k.Notes, k.Lacks)
	}
	if len(k.Prefix) == 0 && len(k.Start) == 0 && k.Stop == nil {
		k.Notes = append(k.Notes, "the prefix is empty: no field of the key is given, and the scan reads all rows")
	}
	return k
}

// ObjectRange says where rows of an object are.
type ObjectRange struct {
	Record string
	Range
}

// ObjectRanges returns where all rows of an object are, as far as its identity says.
func ObjectRanges(f *format.Format, kind *format.ObjectKind, in *format.Input, identity value.Value) (list []ObjectRange, err error) {
	if err := identified(kind, identity); err != nil {
		return nil, err
	}
	scans, err := f.Objects.Scans(in, kind.Name, identity)
	for _, s := range scans {
		list = append(list, ObjectRange{s.Record, rangeOf(f, in, s.Plan, 0)})
	}
	return list, err
}

// identified refuses members that do not identify an object.
func identified(kind *format.ObjectKind, identity value.Value) error {
	known := scanNames(kind.Identity)
	for i := range identity.Len() {
		if name := identity.Name(i); !slices.Contains(known, name) {
			return format.RefuseUnknown(name, "field", name, known)
		}
	}
	return nil
}

func scanNames(fields []format.ScanField) (known []string) {
	for i := range fields {
		known = append(known, fields[i].Name)
		if fields[i].Or != "" {
			known = append(known, fields[i].Or)
		}
	}
	return known
}

// members refuses members that a scan does not take: ignoring them would find more rows than are meant.
func members(r *format.Record, in *format.Input, q *format.Query) error {
	known := scanNames(r.Scan.Fields)
	if r.Scan.Names != nil {
		names, err := r.Scan.Names(in, q)
		if err != nil {
			return err
		}
		known = append(known, names...)
	}
	seen := map[string]bool{}
	for i := range q.Fields.Len() {
		name := q.Fields.Name(i)
		if seen[name] {
			return format.Contradict(name, "is given twice")
		}
		if err := takes(r, known, name); err != nil {
			return err
		}
		seen[name] = true
	}
	for i, b := range q.Bounds {
		list := func(f format.ScanField) bool { return f.List && f.Name == b.Name } // the bound is for the next item
		if seen[b.Name] && !slices.ContainsFunc(r.Scan.Fields, list) {
			return format.Contradict(b.Name, "is given and bounded")
		}
		if err := takes(r, known, b.Name); err != nil {
			return err
		}
		if slices.ContainsFunc(q.Bounds[:i], func(a format.Bound) bool { return a.Name == b.Name && side(a.Op) == side(b.Op) }) {
			return format.Contradict(b.Name, "is bounded twice with "+b.Op.String())
		}
	}
	return nil
}

// side returns the same value for operators that bound the same side.
func side(o format.Op) format.Op { return o &^ 1 }

func takes(r *format.Record, known []string, name string) error {
	switch {
	case slices.Contains(known, name):
		return nil
	case slices.ContainsFunc(r.Fields, func(f *span.Field) bool { return f.Name == name }):
		return format.Contradict(name, "does not bound a scan for rows of the kind "+r.Title+"; what does: "+strings.Join(known, ", "))
	}
	return format.RefuseUnknown(name, "field", name, known)
}

// ScannableRecord returns the record kind called name if scans can find it. Otherwise it returns
// nil and the names of the format's record kinds that scans can find.
func ScannableRecord(f *format.Format, name string) (r *format.Record, names []string) {
	for i := range f.Records {
		if r := &f.Records[i]; r.Scan != nil {
			if r.Name == name {
				return r, nil
			}
			names = append(names, r.Name)
		}
	}
	return nil, names
}
