package overview

import (
	"strconv"

	"github.com/rowlens/rowlens/cmd/internal/figures"
	"github.com/rowlens/rowlens/codec/stats"
	"github.com/rowlens/rowlens/codec/storage"
)

// histogram adds a chart of bars with its table; name describes a range.
func histogram(s *Section, bars []stats.Bar, head string, name func(b stats.Bar) string) {
	s.Table = Table{Head: []string{head, "rows"}, Numbers: columns(1, 2), Bar: -1}
	most := int64(0)
	chart := &Chart{}
	for _, b := range bars {
		most = max(most, b.Rows)
		chart.Columns = append(chart.Columns, Column{b.Rows, name(b) + ": " + figures.Count(b.Rows, "row")})
		if b.Rows > 0 {
			s.Table.Rows = append(s.Table.Rows, Row{Cells: []string{name(b), figures.Number(b.Rows)}})
		}
	}
	s.Chart = chart
	chart.Label = s.Title + ": " + s.Note + ", most " + figures.Number(most) + " in a column"
}

func sizes(title string, x *stats.Sizes) Section {
	s := Section{Title: title}
	if x.Count == 0 {
		return s
	}
	s.Note = figures.Number(x.Min) + " to " + figures.Bytes(x.Max) + ", median " + figures.Number(x.P50) + ", 95 % at most " +
		figures.Number(x.P95) + ", mean " + strconv.FormatFloat(x.Mean(), 'f', 1, 64)
	if x.Doubling {
		s.Note += "; each column twice as wide as the previous one"
	}
	histogram(&s, x.Bars, "bytes", func(b stats.Bar) string {
		if b.From == b.To {
			return figures.Number(b.From)
		}
		return figures.Number(b.From) + " to " + figures.Number(b.To)
	})
	s.Chart.First, s.Chart.Last = figures.Number(x.Bars[0].From), figures.Number(x.Bars[len(x.Bars)-1].To)
	return s
}

func times(x *stats.Times) Section {
	s := Section{Title: "Time: " + figures.Series(x), Note: figures.Number(x.Count)}
	if x.Future > 0 {
		s.Note += ", " + figures.Number(x.Future) + " in the future"
	}
	if x.Outside > 0 {
		s.Note += ", " + figures.Number(x.Outside) + " outside 1980 to 2099"
	}
	if x.Logical {
		s.Note += ", counters up to " + figures.Number(int64(x.Highest)) + " of " + figures.Number(int64(x.LogicalMax))
		if x.Near > 0 {
			s.Note += ", " + figures.Number(x.Near) + " near the limit"
		}
	}
	if len(x.Bars) == 0 {
		s.Table = Table{Head: []string{"instants", "outside 1980 to 2099"}, Numbers: columns(0, 2), Bar: -1,
			Rows: []Row{{Cells: []string{figures.Number(x.Count), figures.Number(x.Outside)}}}}
		return s
	}
	s.Note += "; UTC, a column is " + figures.Duration(x.Width)
	histogram(&s, x.Bars, "from", func(b stats.Bar) string { return figures.Time(b.From) })
	s.Chart.First, s.Chart.Last = figures.Time(x.Oldest), figures.Time(x.Newest)
	return s
}

func properties(r *stats.Report) Section {
	s := Section{Title: "Types of properties", Table: Table{Head: []string{"property", "table", "types"}, Bar: -1}}
	for i := range r.Properties {
		p := &r.Properties[i]
		s.Table.Rows = append(s.Table.Rows, Row{Cells: []string{p.Name, p.Table, figures.Types(p)}})
	}
	return s
}

func problems(r *stats.Report) Section {
	s := Section{Title: "Problems", Table: Table{Head: []string{"rows", "what", "record", "why"}, Numbers: columns(0, 1), Bar: -1}}
	if r.Damage > 0 {
		s.Table.Rows = append(s.Table.Rows, Row{Cells: []string{figures.Number(r.Damage), "places of the store where rows are missing", "", "damage"}})
	}
	for i := range r.Reasons {
		x := &r.Reasons[i]
		what, why := figures.Reason(x)
		s.Table.Rows = append(s.Table.Rows, Row{Cells: []string{figures.Number(x.Rows), what, recordTitle(x.Format, x.Record), why}})
	}
	return s
}

func deletions(r *stats.Report) Section {
	s := Section{Title: "Deletions", Table: Table{Head: []string{"rows", "of", "what"}, Numbers: columns(0, 1), Bar: -1}}
	for i := range r.Deletions {
		d := &r.Deletions[i]
		of, what := figures.Deletion(d)
		s.Table.Rows = append(s.Table.Rows, Row{Cells: []string{figures.Number(d.Rows), of, what}})
	}
	return s
}

func files(u *storage.Usage) Section {
	s := Section{Title: "Files", Note: figures.Usage(u), Wide: true,
		Table: Table{Head: []string{"entries", "number", "bytes", "tombstones"}, Numbers: columns(1, 4), Bar: -1}}
	for _, x := range [...]struct {
		name string
		of   *storage.Sizes
	}{{"stored", &u.Stored}, {"visible", &u.Visible}} {
		s.Table.Rows = append(s.Table.Rows, Row{Cells: []string{
			x.name, figures.Number(x.of.Entries), figures.Number(x.of.Bytes()), figures.Number(x.of.Deletions),
		}})
	}
	for _, l := range u.Stored.Levels {
		s.Table.Rows = append(s.Table.Rows, Row{Cells: []string{
			"stored in level " + strconv.Itoa(l.Number), figures.Number(l.Entries), figures.Number(l.Bytes), "",
		}})
	}
	return s
}
