package dump

import (
	"bytes"
	"io"
)

// vertical is how a program prints tables with a line for each column of a row.
//
//	-[ RECORD 1 ]-      -RECORD 0------      *************************** 1. row ***************************
//	k | a                k | [61]              k: 0x61
//	v | \x00             v | [00]              v: 0x00
//
// psql writes the first, Spark's show(vertical=True) the second, MySQL's \G the third.
type vertical struct {
	begins    func(line []byte) bool // a line is the one above a row
	ends      func(line []byte) bool // a line that is not empty is below the rows
	separator byte                   // between name and cell
	words     bool                   // a cell without a value has the word NULL, and spaces at its end are none of it; of psql it is empty
}

var (
	psqlExpanded = vertical{isPSQLRecord, func([]byte) bool { return false }, '|', false}
	sparkShow    = vertical{isSparkRecord, isSparkEnd, '|', true}
	mysqlG       = vertical{isMySQLRow, countsRows, ':', true}
)

func isPSQLRecord(line []byte) bool { return bytes.HasPrefix(line, []byte("-[ RECORD ")) }

// isSparkRecord recognizes -RECORD 0----.
func isSparkRecord(line []byte) bool {
	number, ok := bytes.CutPrefix(line, []byte("-RECORD "))
	return ok && decimal(bytes.TrimRight(number, "-"))
}

func isSparkEnd(line []byte) bool { return bytes.HasPrefix(line, []byte("only showing top ")) }

// isMySQLRow recognizes *** 1. row ***.
func isMySQLRow(line []byte) bool {
	stars, ok := bytes.CutSuffix(bytes.Trim(line, "*"), []byte(". row "))
	return ok && bytes.HasPrefix(line, []byte("***")) && decimal(bytes.TrimPrefix(stars, []byte{' '}))
}

// verticalGrid splits such tables.
type verticalGrid struct {
	*vertical
	row  [][]byte
	buf  []byte
	stop []int // where each cell ends in buf
	held bool  // the row was read for its names but not yet returned
}

func (g *verticalGrid) names(s *Scanner) ([][]byte, error) {
	_, names, err := g.next(s)
	g.held = err == nil
	return names, err
}

func (g *verticalGrid) cells(s *Scanner) ([][]byte, error) {
	if g.held {
		g.held = false
		return g.row, nil
	}
	cells, _, err := g.next(s)
	return cells, err
}

// next reads the next row. Lines outside of rows are skipped.
func (g *verticalGrid) next(s *Scanner) (cells, names [][]byte, err error) {
	for {
		line, err := s.lines.next()
		if err != nil {
			return nil, nil, err
		}
		if g.begins(line) {
			return g.record(s)
		}
		if bad := s.skip(line, ""); bad != nil {
			return nil, nil, bad
		}
	}
}

// record reads the lines of a row.
func (g *verticalGrid) record(s *Scanner) (cells, names [][]byte, err error) {
	g.buf, g.stop, g.row = g.buf[:0], g.stop[:0], g.row[:0]
	first := s.lines.line
	for {
		line, err := s.lines.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		if len(line) == 0 || g.begins(line) || g.ends(line) {
			s.lines.back()
			break
		}
		name, cell, ok := bytes.Cut(line, []byte{g.separator})
		if !ok {
			return nil, nil, s.lineError("a column of the row above, as `name | value` or `name: value`", line)
		}
		names = append(names, append([]byte(nil), bytes.TrimSpace(name)...))
		if cell = bytes.TrimPrefix(cell, []byte{' '}); g.words {
			cell = bytes.TrimRight(cell, " ")
		}
		g.buf = append(g.buf, cell...)
		g.stop = append(g.stop, len(g.buf))
	}
	s.entry.Source.Line = first
	from := 0
	for _, end := range g.stop {
		cell := g.buf[from:end:end]
		if len(cell) == 0 || g.words && bytes.EqualFold(cell, []byte("NULL")) {
			cell = nil
		}
		g.row = append(g.row, cell)
		from = end
	}
	return g.row, names, nil
}

func newVertical(v *vertical) func() grid { return func() grid { return &verticalGrid{vertical: v} } }
