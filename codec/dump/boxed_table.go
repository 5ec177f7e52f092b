package dump

import "bytes"

// boxedGrid splits tables with borders, as the clients of Spark, MySQL, Hive and Phoenix print them.
//
//	+---+----------+
//	|key|value     |     Spark's show(): bytes as [51 07 C1], cut to 20 characters unless it is show(false)
//	+---+----------+
//	|[51 07]|[C1]  |     others pad the cells with spaces: | 0x5107 | 0xC1 |
//	+---+----------+
//
// The first line between bars is the header; later ones that equal it are left out. What stands outside the table is skipped.
type boxedGrid struct{ row [][]byte }

func (g *boxedGrid) names(s *Scanner) ([][]byte, error) {
	row, err := g.cells(s)
	names := make([][]byte, len(row))
	for i, cell := range row {
		names[i] = append([]byte(nil), cell...)
	}
	return names, err
}

func (g *boxedGrid) cells(s *Scanner) ([][]byte, error) {
	for {
		line, err := s.lines.next()
		if err != nil {
			return nil, err
		}
		line = bytes.TrimSpace(line)
		if inner, ok := boxedCells(line); ok {
			g.row = splitCells(g.row[:0], inner, '|')
			for i, cell := range g.row {
				if g.row[i] = bytes.TrimSpace(cell); string(g.row[i]) == "NULL" || string(g.row[i]) == "null" {
					g.row[i] = nil
				}
			}
			return g.row, nil
		}
		if !isBorder(line) {
			if bad := s.skip(line, noteBoxed); bad != nil {
				return nil, bad
			}
		}
	}
}

const noteBoxed = "lines that are not of the table were skipped"

// boxedCells returns what a line has between its first bar and its last one.
func boxedCells(line []byte) ([]byte, bool) {
	inner, ok := bytes.CutPrefix(line, []byte{'|'})
	inner, closed := bytes.CutSuffix(inner, []byte{'|'})
	return inner, ok && closed
}

// isBorder recognizes +---+, and +===+ of some clients.
func isBorder(line []byte) bool {
	return len(line) > 2 && line[0] == '+' && line[len(line)-1] == '+' && len(bytes.Trim(line, "+-=")) == 0
}

const noteSparkCut = "Spark cut the value to 20 characters; show(false) prints all of it"

// boxedBytes reads a cell as Spark prints bytes, two hex digits for each, with spaces between them and in brackets, or as others
// do, in hex.
func boxedBytes(s *Scanner, dst, cell []byte) ([]byte, *Error) {
	inner, ok := bytes.CutPrefix(cell, []byte{'['})
	if !ok {
		return hexText(s, dst, cell)
	}
	inner, closed := bytes.CutSuffix(inner, []byte{']'})
	if !closed {
		if inner, closed = bytes.CutSuffix(inner, []byte("...")); !closed {
			return dst, syntax(0, "`[`, hex digits and `]`", found(cell))
		}
		inner = inner[:len(inner)/3*3] // a digit of which the other one is gone
		s.inexact(noteSparkCut)
	}
	for _, item := range bytes.Fields(inner) {
		b, ok := appendHex(dst, item)
		if !ok || len(item) != 2 {
			return dst, syntax(0, "two hex digits a byte", found(item))
		}
		dst = b
	}
	return dst, nil
}

func newBoxed() grid { return &boxedGrid{} }

// isBorderLine is isBorder of a line with spaces around it.
func isBorderLine(line []byte) bool { return isBorder(bytes.TrimSpace(line)) }
