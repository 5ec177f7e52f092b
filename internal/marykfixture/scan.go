package marykfixture

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// ScanRow is a row with the values of its index, of its record's key, or of the unique property.
type ScanRow struct {
	Seek   []byte // the key or row key
	Entry  store.Entry
	Values []maryk.Value
}

// Scan is the rows of one place, and how to scan them.
type Scan struct {
	Format  *format.Format
	Record  string
	Schema  format.Schema
	Fields  []value.Member // for all queries: model, index …
	Names   []string       // names of the values
	Rows    []ScanRow
	Columns bool // rows are columns of one wide row, and Seek is a qualifier
	Compare func(a, b []byte) int
}

// Check runs random queries: some values are given, the next one is bounded. The rows in the range, after its filter
// if it has one, must be those whose values match the query. It returns how many queries there were, how many found
// something, and how many needed the filter.
func (x *Scan) Check(t testing.TB, random *rand.Rand, count int) (asked, found, filtered int) {
	t.Helper()
	r := x.Format.Record(x.Record)
	decoder := stream.Decoder{Format: x.Format.ID, Schemas: format.SchemaSet{x.Format: x.Schema}}
	for range count {
		q, meant := x.query(random)
		in := format.Input{Schema: x.Schema, Given: value.OfMembers()}
		plan, err := keys.RangeOf(x.Format, r, &in, &q)
		if refused, ok := err.(*format.Refusal); ok && refused.Misuse { // no value is within the bounds
			for i := range x.Rows {
				if meant(&x.Rows[i]) {
					t.Fatalf("%s %s: %v, but a row has values within", x.Record, text(&q), err)
				}
			}
			continue
		}
		if err != nil && strings.Contains(err.Error(), "longer than a filter can compare") {
			continue
		}
		if err != nil {
			t.Fatalf("%s %s: %v", x.Record, text(&q), err)
		}
		var where *filter.Filter
		if plan.Where != "" {
			filtered++
			if where, err = filter.Parse(plan.Where); err != nil {
				t.Fatalf("%s: %v", plan.Where, err)
			}
			if len(plan.Meets) == 0 {
				t.Fatalf("%s: nothing says what is met", text(&q))
			}
		}
		any := false
		for i := range x.Rows {
			row := &x.Rows[i]
			got := x.inside(&plan, row)
			if got && where != nil {
				var fields value.Writer
				got = where.Take(&stream.Row{Entry: &row.Entry}, &decoder, &fields)
			}
			if want := meant(row); got != want {
				t.Fatalf("%s %s: prefix %x, from %x to %x, where %s: row %x is found: %t, meant: %t", x.Record, text(&q), plan.Prefix,
					plan.Start, plan.Stop, plan.Where, row.Seek, got, want)
			}
			any = any || got
		}
		if asked++; any {
			found++
		}
	}
	return asked, found, filtered
}

func (x *Scan) inside(p *keys.Range, row *ScanRow) bool {
	start, stop := p.Start, p.Stop
	if x.Columns {
		if p.Columns == nil {
			return true
		}
		start, stop = p.Columns.Start, p.Columns.Stop
	}
	return x.Compare(row.Seek, start) >= 0 && (stop == nil || x.Compare(row.Seek, stop) < 0)
}

// query makes a query from values that rows have, and returns which rows it should find.
func (x *Scan) query(random *rand.Rand) (q format.Query, meant func(*ScanRow) bool) {
	row := &x.Rows[random.IntN(len(x.Rows))]
	known := random.IntN(len(x.Names) + 1)
	members := append([]value.Member{}, x.Fields...)
	for i := range known {
		members = append(members, value.Member{Name: x.Names[i], Value: value.Of(textOf(&row.Values[i]))})
	}
	q.Fields = value.OfMembers(members...)
	var bounds []func(*maryk.Value) bool
	if known < len(x.Names) && random.IntN(5) > 0 {
		low := []format.Op{format.Above, format.From}[random.IntN(2)]
		high := []format.Op{format.Below, format.To}[random.IntN(2)]
		for i, op := range []format.Op{low, high} {
			if random.IntN(3) == 0 && (i == 0 || len(bounds) > 0) {
				continue
			}
			limit := x.Rows[random.IntN(len(x.Rows))].Values[known].Clone()
			if limit.Type == maryk.Number && limit.Number.Float() && limit.Float() != limit.Float() {
				continue // NaN
			}
			if limit.Type == maryk.String && len(limit.Bytes) > 20 {
				limit.Bytes = limit.Bytes[:random.IntN(20)]
				limit.Bytes = bytes.ToValidUTF8(limit.Bytes, nil)
			}
			q.Bounds = append(q.Bounds, format.Bound{Name: x.Names[known], Op: op, Value: value.Of(textOf(&limit))})
			bounds = append(bounds, func(v *maryk.Value) bool { return within(Compare(v, &limit), op) })
		}
	}
	return q, func(other *ScanRow) bool {
		for i := range known {
			if textOf(&other.Values[i]) != textOf(&row.Values[i]) {
				return false
			}
		}
		for _, b := range bounds {
			if v := &other.Values[known]; !b(v) || v.Type == maryk.Number && v.Number.Float() && v.Float() != v.Float() {
				return false
			}
		}
		return true
	}
}

func within(c int, op format.Op) bool {
	switch op {
	case format.Above:
		return c > 0
	case format.From:
		return c >= 0
	case format.Below:
		return c < 0
	}
	return c <= 0
}

func textOf(v *maryk.Value) string {
	if v.Type == maryk.Unknown {
		return string(value.AppendHex(nil, v.Bytes))
	}
	return string(v.AppendText(nil))
}

// Compare orders two values: bytes and text by bytes, numbers as numbers.
func Compare(a, b *maryk.Value) int {
	if x, ok := a.Float64(); ok {
		y, _ := b.Float64()
		return cmp.Compare(x, y)
	}
	if x, ok := a.Uint64(); ok && !a.Number.Signed() {
		y, _ := b.Uint64()
		return cmp.Compare(x, y)
	}
	if x, ok := a.Int64(); ok {
		y, _ := b.Int64()
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(a.Num2, b.Num2))
	}
	return cmp.Or(bytes.Compare(a.Bytes, b.Bytes), cmp.Compare(a.Num, b.Num))
}

func text(q *format.Query) string {
	var w value.Writer
	w.Value(q.Fields)
	s := string(w.Buf)
	for _, b := range q.Bounds {
		v, _ := b.Value.Text()
		s += " " + b.Name + b.Op.String() + v
	}
	return s
}
