package main

import (
	"strings"

	"github.com/rowlens/rowlens/cmd/internal/overview"
	"github.com/rowlens/rowlens/cmd/internal/screen"
)

// textRows is the largest number of lines in a table on a terminal and in a file.
const textRows = 20

// overviewText prints a report for people: the page's sections, with one-line charts.
func overviewText(s *screen.Screen, p *overview.Page) {
	var line []string
	for _, f := range p.Figures {
		line = append(line, f.Value+" "+f.Label)
	}
	wrapped(s, screen.Bold, strings.Join(line, ", "))
	for i := range p.Sections {
		x := &p.Sections[i]
		s.Line()
		s.Put(screen.Title, screen.Visible(x.Title))
		s.Line()
		if x.Note != "" {
			wrapped(s, screen.Dim, x.Note)
		}
		if x.Chart == nil {
			sectionTable(s, &x.Table)
			continue
		}
		if n := len(x.Chart.Columns); n <= sparkMax && (s.Width == 0 || n <= s.Width) {
			s.Put(screen.Plain, spark(x.Chart.Columns)+"\n")
			wrapped(s, screen.Dim, x.Chart.First+" … "+x.Chart.Last)
		}
	}
}

// wrapped prints words on as many lines as the screen needs.
func wrapped(s *screen.Screen, style screen.Style, text string) {
	line := ""
	for word := range strings.FieldsSeq(screen.Visible(text)) {
		if s.Width > 0 && line != "" && screen.Columns(line)+1+screen.Columns(word) > s.Width {
			s.Put(style, line)
			s.Line()
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	s.Put(style, line)
	s.Line()
}

// sectionTable prints a table without its bars.
func sectionTable(s *screen.Screen, t *overview.Table) {
	table := screen.Table{Right: map[int]bool{}}
	for i, h := range t.Head {
		if i == t.Bar {
			continue
		}
		table.Right[len(table.Head)] = t.Numbers[i]
		table.Head = append(table.Head, h)
	}
	for i, row := range t.Rows {
		if i == textRows {
			break
		}
		var cells []string
		for k, c := range row.Cells {
			if k != t.Bar {
				cells = append(cells, c)
			}
		}
		table.Rows = append(table.Rows, cells)
	}
	s.Table(&table, "")
	switch more := len(t.Rows) - textRows; {
	case t.More != "":
		s.Put(screen.Dim, "and more, which --json lists\n")
	case more > 0:
		s.Put(screen.Dim, "and "+count(more, "more row")+", which --json lists\n")
	}
}

// sparkMax is the largest number of columns in a one-line chart.
const sparkMax = 64

// spark draws columns in one line, with a space for an empty one.
func spark(list []overview.Column) string {
	levels := [...]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}
	most := int64(1)
	for _, c := range list {
		most = max(most, c.Rows)
	}
	var line strings.Builder
	for _, c := range list {
		if c.Rows == 0 {
			line.WriteByte(' ')
			continue
		}
		line.WriteString(levels[int(float64(c.Rows-1)/float64(most)*float64(len(levels)))])
	}
	return line.String()
}
