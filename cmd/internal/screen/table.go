package screen

import "strings"

// Table is rows of cells below headings.
type Table struct {
	Head []string
	Rows [][]string
	// Right marks columns that are right-aligned, such as numbers.
	Right map[int]bool
	// Headless leaves out the headings, because the rows continue another table.
	Headless bool
	// Widths are the minimum widths of the columns; Table sets them to the actual widths.
	Widths []int
}

const (
	columnGap = "  "
	cellMax   = 40 // columns in one cell, if the screen has a width
)

// Table draws t. It makes cells visible and, if the screen has a width, cuts them.
func (s *Screen) Table(t *Table, indent string) {
	widths := make([]int, len(t.Head))
	cells := make([][]string, len(t.Rows))
	for i, h := range t.Head {
		widths[i] = Columns(h)
		if i < len(t.Widths) {
			widths[i] = max(widths[i], t.Widths[i])
		}
	}
	for r, row := range t.Rows {
		cells[r] = make([]string, len(t.Head))
		for i := range t.Head {
			if i >= len(row) {
				continue
			}
			text := Visible(row[i])
			if s.Width > 0 && i < len(t.Head)-1 {
				text = Cut(text, cellMax)
			}
			cells[r][i] = text
			widths[i] = max(widths[i], Columns(text))
		}
	}
	t.Widths = widths
	if !t.Headless {
		s.tableRow(t, indent, t.Head, widths, Header)
	}
	for _, row := range cells {
		s.tableRow(t, indent, row, widths, Plain)
	}
}

func (s *Screen) tableRow(t *Table, indent string, row []string, widths []int, style Style) {
	s.Put(Plain, indent)
	left := s.Width - len(indent)
	for len(row) > 0 && row[len(row)-1] == "" {
		row = row[:len(row)-1]
	}
	for i, text := range row {
		if i > 0 {
			if s.Width > 0 && left < len(columnGap)+2 {
				break
			}
			s.Put(Plain, columnGap)
			left -= len(columnGap)
		}
		room := widths[i]
		if s.Width > 0 {
			room = min(room, left)
		}
		text = Cut(text, room)
		pad := strings.Repeat(" ", max(room-Columns(text), 0))
		if t.Right[i] {
			s.Put(Plain, pad)
		}
		s.Put(style, text)
		if !t.Right[i] && i < len(row)-1 {
			s.Put(Plain, pad)
		}
		left -= room
	}
	s.Line()
}
