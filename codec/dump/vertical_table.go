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
	begins func(line []byte) bool                         // a line is the one above a row
	cut    func(line []byte) (name, cell []byte, ok bool) // cuts a line of a row
	null   string                                         // what a cell without a value has
	ends   func(line []byte) bool                         // a line is below the rows
}

var (
	psqlExpanded = vertical{begins: isPSQLRecord, cut: cutBar, ends: func(line []byte) bool { return len(line) == 0 }}
	sparkShow    = vertical{begins: isSparkRecord, cut: cutBar, null: "NULL", ends: isSparkEnd}
	mysqlG       = vertical{begins: isMySQLRow, cut: cutColon, null: "NULL", ends: isMySQLEnd}
)

func isPSQLRecord(line []byte) bool { return bytes.HasPrefix(line, []byte("-[ RECORD ")) }

// isSparkRecord recognizes -RECORD 0----.
func isSparkRecord(line []byte) bool {
	number, ok := bytes.CutPrefix(line, []byte("-RECORD "))
	return ok && decimal(bytes.TrimRight(number, "-"))
}

func isSparkEnd(line []byte) bool {
	return len(line) == 0 || bytes.HasPrefix(line, []byte("only showing top "))
}

// isMySQLRow recognizes *** 1. row ***.
func isMySQLRow(line []byte) bool {
	stars, ok := bytes.CutSuffix(bytes.Trim(line, "*"), []byte(". row "))
	return ok && bytes.HasPrefix(line, []byte("***")) && decimal(bytes.TrimPrefix(stars, []byte{' '}))
}

func isMySQLEnd(line []byte) bool {
	count, _, rows := bytes.Cut(line, []byte(" row"))
	return len(line) == 0 || rows && decimal(count)
}

func cutBar(line []byte) (name, cell []byte, ok bool) {
	name, cell, ok = bytes.Cut(line, []byte{'|'})
	return name, bytes.TrimPrefix(cell, []byte{' '}), ok
}

func cutColon(line []byte) (name, cell []byte, ok bool) {
	name, cell, ok = bytes.Cut(line, []byte{':'})
	return name, bytes.TrimPrefix(cell, []byte{' '}), ok
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
		if g.begins(line) || g.ends(line) {
			s.lines.back()
			break
		}
		name, cell, ok := g.cut(line)
		if !ok {
			return nil, nil, s.lineError("a column of the row above, as `name | value` or `name: value`", line)
		}
		names = append(names, append([]byte(nil), bytes.TrimSpace(name)...))
		if g.null != "" { // values are padded
			cell = bytes.TrimRight(cell, " ")
		}
		g.buf = append(g.buf, cell...)
		g.stop = append(g.stop, len(g.buf))
	}
	s.entry.Source.Line = first
	from := 0
	for _, end := range g.stop {
		cell := g.buf[from:end:end]
		if len(cell) == 0 || g.null != "" && bytes.EqualFold(cell, []byte(g.null)) {
			cell = nil
		}
		g.row = append(g.row, cell)
		from = end
	}
	return g.row, names, nil
}

func newVertical(v *vertical) func() grid { return func() grid { return &verticalGrid{vertical: v} } }

func fitVertical(v *vertical, kinds ...cellKind) func(*sample) fit {
	return func(s *sample) fit {
		if !s.some(len(s.lines), v.begins) {
			return no
		}
		if _, ok := newTable(newVertical(v)(), Options{}, s, kinds...); !ok {
			return no
		}
		return yes
	}
}
