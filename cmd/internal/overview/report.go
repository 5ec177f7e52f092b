package overview

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/cmd/internal/figures"
	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/stats"
	"github.com/rowlens/rowlens/codec/storage"
)

// listMax is the largest number of lines in a table; the JSON has all of them.
const listMax = 200

// Of returns the page for a report. u is the usage of stores; it may be nil.
func Of(title, about string, r *stats.Report, u *storage.Usage) *Page {
	p := &Page{Title: screen.Visible(title), About: about, Figures: figuresOf(r)}
	add := func(sections ...Section) {
		for _, s := range sections {
			if s.Chart != nil || len(s.Table.Rows) > 0 {
				p.Sections = append(p.Sections, s.bounded())
			}
		}
	}
	add(records(r), tables(r), families(r))
	add(entities(r)...)
	add(regions(r)...)
	for i := range r.Times {
		add(times(&r.Times[i]))
	}
	add(sizes("Key size", &r.KeySizes), sizes("Value size", &r.ValueSizes), properties(r), problems(r), deletions(r))
	if u != nil {
		add(files(u))
	}
	return p
}

// bounded returns the section with a table of limited length in which everything can be reached.
func (s Section) bounded() Section {
	if more := len(s.Table.Rows) - listMax; more > 0 {
		s.Table.Rows = s.Table.Rows[:listMax]
		s.Table.More = "and " + figures.Number(int64(more)) + " more, which --json lists"
	}
	for _, row := range s.Table.Rows {
		for i, cell := range row.Cells {
			row.Cells[i] = screen.Visible(cell)
		}
	}
	return s
}

func figuresOf(r *stats.Report) []Figure {
	list := []Figure{
		{Value: figures.Number(r.Rows), Label: figures.Noun(r.Rows, "row")},
		{Value: approximately(&r.Keys), Label: figures.Noun(r.Keys.N, "row key")},
		{Value: figures.Bytes(r.Bytes()), Label: "of keys and values"},
	}
	if r.KeyBytes > 0 {
		list = append(list, Figure{Value: figures.Percent(r.Repeated, r.KeyBytes), Label: "of the bytes of keys repeat the previous key"})
	}
	list = append(list, Figure{Value: figures.Number(r.Undecodable), Label: "not decoded", Bad: r.Undecodable > 0})
	list = append(list, Figure{Value: figures.Number(r.Doubtful), Label: "not sure", Bad: r.Doubtful > 0})
	if r.Damage > 0 {
		list = append(list, Figure{Value: figures.Number(r.Damage), Label: figures.Noun(r.Damage, "damaged place"), Bad: true})
	}
	if r.Others > 0 {
		list = append(list, Figure{Value: figures.Number(r.Others), Label: "of other kinds, left out"})
	}
	return list
}

// approximately formats a number, preceded by ≈ if it is not exact.
func approximately(c *stats.Count) string {
	if c.Error > 0 {
		return "≈ " + figures.Number(c.N)
	}
	return figures.Number(c.N)
}

// columns returns the set of columns from one up to, but excluding, another.
func columns(from, to int) map[int]bool {
	set := map[int]bool{}
	for i := from; i < to; i++ {
		set[i] = true
	}
	return set
}

// share returns the length of a bar.
func share(n, most int64) float64 { return float64(n) / float64(max(most, 1)) }

func records(r *stats.Report) Section {
	s := Section{Title: "Record kinds", Wide: true, Note: "sizes of keys and of values in bytes; 95 % are at most p95", Table: Table{
		Head:    []string{"record", "", "rows", "bytes", "share", "repeated", "key p50", "p95", "max", "value p50", "p95", "max"},
		Numbers: columns(2, 12), Bar: 1,
	}}
	if several(r) {
		s.Table.Head = slices.Insert(s.Table.Head, 1, "format")
		s.Table.Numbers, s.Table.Bar = columns(3, 13), 2
	}
	for i := range r.Records {
		k := &r.Records[i]
		s.Table.Rows = append(s.Table.Rows, Row{Share: share(k.Rows, r.Records[0].Rows), Cells: []string{
			k.Title, figures.Count(k.Rows, "row"), figures.Number(k.Rows), figures.Number(k.Bytes()), figures.Percent(k.Bytes(), r.Bytes()),
			figures.Percent(k.Repeated, k.KeyBytes),
			figures.Number(k.Keys.P50), figures.Number(k.Keys.P95), figures.Number(k.Keys.Max),
			figures.Number(k.Vals.P50), figures.Number(k.Vals.P95), figures.Number(k.Vals.Max),
		}})
		if cells := &s.Table.Rows[i].Cells; several(r) {
			*cells = slices.Insert(*cells, 1, formatTitle(k.Format))
		}
	}
	return s
}

// several reports whether rows are of more than one format, in which case the title of a record kind is ambiguous.
func several(r *stats.Report) bool {
	return slices.ContainsFunc(r.Records, func(k stats.Kind) bool { return k.Format != r.Records[0].Format })
}

// formatTitle returns the title of a format.
func formatTitle(id string) string {
	if f := codec.Find(id); f != nil {
		return f.Title
	}
	return id
}

// recordTitle returns the title of a record kind.
func recordTitle(format, record string) string {
	if f := codec.Find(format); f != nil {
		if r := f.Record(record); r != nil {
			return r.Title
		}
	}
	return record
}

func tables(r *stats.Report) Section {
	s := Section{Title: "Tables", Wide: true, Table: Table{
		Head: []string{"table", "record", "of", "", "rows", "bytes"}, Numbers: columns(4, 6), Bar: 3,
	}}
	for i := range r.Tables {
		x := &r.Tables[i]
		row := func(t *stats.Tally, names ...string) {
			s.Table.Rows = append(s.Table.Rows, Row{Share: share(t.Rows, r.Tables[0].Rows),
				Cells: append(names, figures.Count(t.Rows, "row"), figures.Number(t.Rows), figures.Number(t.Bytes()))})
		}
		format := ""
		if several(r) {
			format = formatTitle(x.Format)
		}
		row(&x.Tally, cmp.Or(x.Name, "not named"), format, "")
		for k := range x.Parts {
			row(&x.Parts[k].Tally, "", recordTitle(x.Format, x.Parts[k].Record), x.Parts[k].Name)
		}
	}
	return s
}

func families(r *stats.Report) Section {
	s := Section{Title: "Tables of the store", Table: Table{
		Head: []string{"table", "column family", "", "rows", "bytes"}, Numbers: columns(3, 5), Bar: 2,
	}}
	for _, f := range r.Families {
		s.Table.Rows = append(s.Table.Rows, Row{Share: share(f.Rows, r.Families[0].Rows),
			Cells: []string{f.Table, familyName(f.CF), figures.Count(f.Rows, "row"), figures.Number(f.Rows), figures.Number(f.Bytes())}})
	}
	return s
}

// familyName returns the name of a column family, which the report has in hex, as text where it is printable.
func familyName(cf string) string {
	name, err := hex.DecodeString(cf)
	if err != nil || bytes.ContainsFunc(name, func(r rune) bool { return r < 0x20 || r > 0x7e }) {
		return cf
	}
	return string(name)
}

func entities(r *stats.Report) (list []Section) {
	e := &r.Entities
	note := approximately(&e.Count) + " in all"
	if e.RowsError > 0 {
		note += "; 98 % of the counts are too large by at most " + figures.Count(e.RowsError, "row") + " and " + figures.Bytes(e.BytesError)
	}
	for _, x := range [...]struct {
		by string
		of []stats.Entity
		n  func(x *stats.Entity) int64
	}{
		{"rows", e.ByRows, func(x *stats.Entity) int64 { return x.Rows }},
		{"bytes", e.ByBytes, func(x *stats.Entity) int64 { return x.Bytes() }},
	} {
		s := Section{Title: "Biggest entities by " + x.by, Note: note, Table: Table{
			Head: []string{"entity", "table", "", "rows", "bytes"}, Numbers: columns(3, 5), Bar: 2,
		}}
		for i := range x.of {
			one := &x.of[i]
			s.Table.Rows = append(s.Table.Rows, Row{Share: share(x.n(one), x.n(&x.of[0])), Cells: []string{
				one.Text(), one.Table, figures.Number(x.n(one)) + " " + x.by, figures.Number(one.Rows), figures.Number(one.Bytes()),
			}})
		}
		list = append(list, s)
	}
	return list
}

func regions(r *stats.Report) []Section {
	if len(r.Regions) == 0 {
		return nil
	}
	rows, most := int64(0), int64(0)
	for i := range r.Regions {
		rows += r.Regions[i].Rows
		most = max(most, r.Regions[i].Rows)
	}
	mean := float64(rows) / float64(len(r.Regions))
	table := func(list []stats.Region) Table {
		t := Table{Head: []string{"region", "from", "rows", "bytes", "of the mean"}, Numbers: columns(0, 5), Bar: -1}
		delete(t.Numbers, 1)
		for _, x := range list {
			t.Rows = append(t.Rows, Row{Cells: []string{
				strconv.Itoa(x.Number), cmp.Or(figures.Hex(x.Start), "the beginning"), figures.Number(x.Rows), figures.Number(x.Bytes()),
				strconv.FormatFloat(float64(x.Rows)/mean, 'f', 2, 64),
			}})
		}
		return t
	}
	note := "rows by the beginning of their key: mean " + decimal(mean) + ", most " + figures.Number(most)
	chart := &Chart{Label: figures.Count(int64(len(r.Regions)), "region") + ", " + note,
		First: "from the beginning", Last: "from " + cmp.Or(figures.Hex(r.Regions[len(r.Regions)-1].Start), "the beginning")}
	for _, x := range r.Regions {
		chart.Columns = append(chart.Columns, Column{x.Rows, "region " + strconv.Itoa(x.Number) + " from " +
			cmp.Or(figures.Hex(x.Start), "the beginning") + ": " + figures.Count(x.Rows, "row") + ", " + figures.Bytes(x.Bytes())})
	}
	return []Section{
		{Title: figures.Count(int64(len(r.Regions)), "region"), Note: note, Chart: chart, Table: table(r.Regions)},
		{Title: "Hottest regions", Table: table(r.Hottest())},
	}
}
