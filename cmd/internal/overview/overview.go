// Package overview writes a report about rows as a standalone page: one file without scripts
// that needs nothing from elsewhere. Each chart has a table.
package overview

import (
	"context"
	_ "embed"
	"io"
	"strconv"

	"github.com/a-h/templ"
)

// Page is the content of a page.
type Page struct {
	Title, About string
	Figures      []Figure
	Sections     []Section
}

// Figure is a number in large type.
type Figure struct {
	Value, Label string
	Bad          bool
}

// Section is one topic of the report.
type Section struct {
	Title, Note string
	Wide        bool
	Chart       *Chart // nil if the table has bars, or there is nothing to draw
	Table       Table
}

// Table is cells below headings. Bar is the column that is drawn as bars, with its text as their
// names; -1 if there is none.
type Table struct {
	Head    []string
	Numbers map[int]bool
	Bar     int
	Rows    []Row
	More    string // what it leaves out
}

// Row is one row of a table. Share is the length of its bar, from 0 to 1.
type Row struct {
	Cells []string
	Share float64
}

// Chart is columns side by side.
type Chart struct {
	Label       string // describes the chart, with its numbers
	Columns     []Column
	First, Last string // where the columns begin and end
}

// Column is one column of a chart, with its description.
type Column struct {
	Rows  int64
	Title string
}

//go:embed page.css
var css string

// Write writes the page.
func (p *Page) Write(w io.Writer) error { return page(*p).Render(context.Background(), w) }

// style returns the page's style sheet.
func style() templ.Component { return templ.Raw("<style>" + css + "</style>") }

// Width of a column and of the gap after it, in units of the drawing.
const (
	columnWidth  = 10
	columnGap    = 1
	chartHeight  = 140
	columnLowest = 2 // of a column with few rows among many
	columnsLeast = 16
)

// rect is a column as drawn.
type rect struct{ X, Y, Width, Height, Title string }

func (c *Chart) viewBox() string {
	return "0 0 " + strconv.Itoa(max(len(c.Columns), columnsLeast)*columnWidth) + " " + strconv.Itoa(chartHeight)
}

func (c *Chart) bars() (list []rect) {
	most := int64(1)
	for _, x := range c.Columns {
		most = max(most, x.Rows)
	}
	for i, x := range c.Columns {
		if x.Rows == 0 {
			continue
		}
		height := max(float64(float64(x.Rows)/float64(most)*chartHeight), columnLowest)
		list = append(list, rect{
			X: strconv.Itoa(i * columnWidth), Y: decimal(chartHeight - height), Width: strconv.Itoa(columnWidth - columnGap),
			Height: decimal(height), Title: x.Title,
		})
	}
	return list
}

func barWidth(share float64) string { return decimal(max(share*100, 0.5)) }

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', 1, 64) }
