package stats

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/span"
)

// Report describes the rows, in an order that does not depend on theirs.
type Report struct {
	Rows        int64 // all rows, including those whose text could not be read
	Undecodable int64 // of Rows
	Unreadable  int64 // of Undecodable: the text could not be read
	Doubtful    int64 // of Rows: decoded, but with doubts
	Others      int64 // rows of other kinds than the wanted one, which are not counted elsewhere
	Damage      int64 // places of a store where rows are missing
	Tally             // rows that could be read

	Keys     Count // distinct row keys
	Repeated int64 // bytes of keys that repeat the previous key

	Records    []Kind
	Tables     []Table
	Families   []Place // the store's own tables and column families
	Entities   Entities
	Regions    []Region // nil if no row has a row key
	Times      []Times
	KeySizes   Sizes
	ValueSizes Sizes
	Properties []Property
	Reasons    []Reason // why rows do not decode, or have doubts
	Doubts     []Reason // rows by kind of doubt
	Deletions  []Deletion
}

// Count is a number of distinct things with its standard error as a share of it, which is 0 if the
// number is exact.
type Count struct {
	N     int64
	Error float64
}

// Kind is a record kind.
type Kind struct {
	Format, Record, Title string
	Tally
	Repeated   int64
	Keys, Vals Sizes
}

// Table is a table or model of a format; the name is empty if the rows do not say it.
type Table struct {
	Format, Name string
	Tally
	Parts []Part
}

// Part is an index, group, cache or another part of a table, by record kind; the name is empty for
// rows of the table itself.
type Part struct {
	Record, Name string
	Tally
}

// Place is a table and a column family with the names that the store or the dump gives them.
type Place struct {
	Table, CF string
	Tally
}

// Entities are sources, records, vertices and documents.
type Entities struct {
	Count
	RowsError, BytesError int64 // with a probability of 98 %, counts are too large by no more than this; 0 if they are exact
	ByRows, ByBytes       []Entity
}

// Entity is what rows belong to. Kind is the kind of its value.
type Entity struct {
	Format, Table, Name string
	Kind                span.Kind
	Tally
}

// Region is a range of row keys; Start is nil for the first one.
type Region struct {
	Number int
	Start  []byte
	Tally
}

// Times are the instants of a field, or of the store's timestamps if Field is empty.
type Times struct {
	Format, Field, Title   string
	Count, Outside, Future int64
	Oldest, Newest         int64 // within plausible years, if there are any
	Bars                   []Bar
	Width                  int64  // of the bars
	Logical                bool   // from a hybrid logical clock, with a counter
	Highest, LogicalMax    uint64 // counter
	Near                   int64  // counters in the last sixteenth of their range
}

// Sizes are sizes in bytes.
type Sizes struct {
	Count, Sum, Min, Max int64
	P50, P95             int64 // at most 1/128 too large; exact below 256
	Bars                 []Bar
	Doubling             bool // each bar is twice as wide as the previous one
}

// Property is a property of a table with the types that its values have.
type Property struct {
	Format, Table, Name string
	Types               []Type
}

// Type counts the values of a type, and the bytes of their fields.
type Type struct {
	Name          string
	Values, Bytes int64
}

// Reason is why rows do not decode ("undecodable"), or have doubts (lenient, extra, tie, check,
// canonical). For a tie, Field is the other reading.
type Reason struct {
	What, Code, Format, Record, Field string
	Rows                              int64
}

// Deletion counts rows that say that something is deleted. If Format is empty, they are tombstones
// of the store, with the store's word for them.
type Deletion struct {
	Format, Name string
	Rows         int64
}

// barsMax is the maximum number of bars in a chart.
const barsMax = 48

// Report returns what was counted, with at most top entities in each list and 4,096 names of other things.
func (s *Stats) Report(top int) *Report {
	r := &Report{
		Rows: s.rows, Undecodable: s.undecodable, Unreadable: s.unreadable, Doubtful: s.doubtful, Others: s.others, Damage: s.damage,
		Tally: s.total, Keys: countOf(&s.keys), Repeated: s.repeated,
	}
	s.reportKinds(r)
	s.reportTables(r)
	s.reportEntities(r, top)
	s.reportTimes(r)
	s.reportProperties(r)
	for _, x := range s.families.sorted() {
		table, rest := unpack(x.name)
		cf, _ := unpack(rest)
		r.Families = append(r.Families, Place{table, cf, x.Tally})
	}
	for _, x := range s.reasons.sorted() {
		what, rest := unpack(x.name)
		code, rest := unpack(rest)
		format, rest := unpack(rest)
		record, rest := unpack(rest)
		field, _ := unpack(rest)
		r.Reasons = append(r.Reasons, Reason{what, code, format, record, field, x.Rows})
	}
	for kind, n := range s.doubts {
		if n > 0 {
			r.Doubts = append(r.Doubts, Reason{What: doubtNames[kind], Rows: n})
		}
	}
	for _, x := range s.deletions.sorted() {
		format, rest := unpack(x.name)
		name, _ := unpack(rest)
		r.Deletions = append(r.Deletions, Deletion{format, name, x.Rows})
	}
	if slices.ContainsFunc(s.regions.tallies, func(t Tally) bool { return t.Rows > 0 }) {
		for i, t := range s.regions.tallies {
			r.Regions = append(r.Regions, Region{i, s.regions.start(i), t})
		}
	}
	return r
}

func countOf(d *Distinct) Count {
	n, exact := d.Count()
	if exact {
		return Count{N: n}
	}
	return Count{n, DistinctError}
}

func sizesOf(h *Histogram) Sizes {
	x := Sizes{Count: h.Count, Sum: h.Sum, Min: h.Min, Max: h.Max, P50: h.Quantile(500), P95: h.Quantile(950)}
	x.Bars, x.Doubling = h.Bars(barsMax)
	return x
}

// reportKinds lists record kinds, those with the most rows first.
func (s *Stats) reportKinds(r *Report) {
	keys, vals := s.unread.key.clone(), s.unread.val.clone()
	for _, k := range s.kinds {
		keys.Merge(&k.key)
		vals.Merge(&k.val)
		r.Records = append(r.Records, Kind{
			Format: k.format.ID, Record: k.record.Name, Title: k.record.Title, Tally: k.Tally, Repeated: k.repeated,
			Keys: sizesOf(&k.key), Vals: sizesOf(&k.val),
		})
	}
	sorting.Func(r.Records, func(a, b Kind) int {
		return cmp.Or(cmp.Compare(b.Rows, a.Rows), strings.Compare(a.Format, b.Format), strings.Compare(a.Record, b.Record))
	})
	r.KeySizes, r.ValueSizes = sizesOf(keys), sizesOf(vals)
}

func (s *Stats) reportTables(r *Report) {
	type id struct{ format, name string }
	at := map[id]int{}
	for _, x := range s.places.sorted() {
		format, rest := unpack(x.name)
		table, rest := unpack(rest)
		record, rest := unpack(rest)
		part, _ := unpack(rest)
		i, ok := at[id{format, table}]
		if !ok {
			i = len(r.Tables)
			at[id{format, table}] = i
			r.Tables = append(r.Tables, Table{Format: format, Name: table})
		}
		t := &r.Tables[i]
		t.add(&x.Tally)
		t.Parts = append(t.Parts, Part{record, part, x.Tally})
	}
	sorting.Stable(r.Tables, func(a, b Table) int {
		return cmp.Or(cmp.Compare(b.Rows, a.Rows), strings.Compare(a.Format, b.Format), strings.Compare(a.Name, b.Name))
	})
}

func (s *Stats) reportEntities(r *Report, top int) {
	list, rows, bytes := s.biggest.all()
	r.Entities = Entities{Count: countOf(&s.entities), RowsError: rows, BytesError: bytes}
	most := func(by func(a, b named) int) (all []Entity) {
		sorting.Func(list, func(a, b named) int { return cmp.Or(by(a, b), strings.Compare(a.name, b.name)) })
		for _, x := range list[:min(max(top, 0), len(list))] {
			format, rest := unpack(x.name[1:])
			table, name := unpack(rest)
			all = append(all, Entity{format, table, name, span.Kind(x.name[0]), x.Tally})
		}
		return all
	}
	r.Entities.ByRows = most(func(a, b named) int { return cmp.Compare(b.Rows, a.Rows) })
	r.Entities.ByBytes = most(func(a, b named) int { return cmp.Compare(b.Bytes(), a.Bytes()) })
}

func (s *Stats) reportTimes(r *Report) {
	type id struct{ format, field string }
	at := map[id]int{}
	var all []times // fields with the same name are one series
	for _, t := range s.series {
		var k id
		if t.of.format != nil {
			k.format = t.of.format.ID
		}
		if t.of.field != nil {
			k.field = cmp.Or(t.of.label, t.of.field.Name)
		}
		i, ok := at[k]
		if !ok {
			i = len(all)
			at[k] = i
			all = append(all, times{})
			r.Times = append(r.Times, Times{Format: k.format, Field: k.field, LogicalMax: hlc.Maryk.LogicalMax()})
		}
		all[i].merge(t)
	}
	for i := range all {
		t, x := &all[i], &r.Times[i]
		x.Count, x.Outside, x.Future, x.Oldest, x.Newest = t.Count, t.Outside, t.Future, t.Oldest, t.Newest
		x.Logical, x.Highest, x.Near = t.logical, t.highest, t.near
		x.Bars, x.Width = t.Bars(barsMax)
	}
	sorting.Func(r.Times, func(a, b Times) int {
		return cmp.Or(strings.Compare(a.Format, b.Format), strings.Compare(a.Field, b.Field))
	})
}

func (s *Stats) reportProperties(r *Report) {
	type id struct{ format, table, name string }
	at := map[id]int{}
	for _, x := range s.properties.sorted() {
		var k id
		var rest string
		k.format, rest = unpack(x.name)
		k.table, rest = unpack(rest)
		k.name, rest = unpack(rest)
		kind, _ := unpack(rest)
		i, ok := at[k]
		if !ok {
			i = len(r.Properties)
			at[k] = i
			r.Properties = append(r.Properties, Property{Format: k.format, Table: k.table, Name: k.name})
		}
		p := &r.Properties[i]
		p.Types = append(p.Types, Type{kind, x.Rows, x.ValueBytes})
	}
	sorting.Func(r.Properties, func(a, b Property) int {
		return cmp.Or(strings.Compare(a.Format, b.Format), strings.Compare(a.Table, b.Table), strings.Compare(a.Name, b.Name))
	})
}
