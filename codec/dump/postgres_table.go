package dump

import (
	"bytes"
	"io"
)

// copyGrid splits the text of COPY … TO STDOUT: TABs separate cells, \N is NULL, and the backslash
// of \x is doubled.
type copyGrid struct{ row [][]byte }

func (g *copyGrid) names(*Scanner) ([][]byte, error) { return nil, nil }

func (g *copyGrid) cells(s *Scanner) ([][]byte, error) {
	line, err := s.lines.next()
	if err != nil {
		return nil, err
	}
	if string(line) == `\.` {
		return nil, io.EOF
	}
	g.row = splitCells(g.row[:0], line, '\t')
	for i, cell := range g.row {
		if string(cell) == `\N` {
			g.row[i] = nil
		}
	}
	return g.row, nil
}

// splitCells splits a line without quotes; no cell is nil.
func splitCells(row [][]byte, line []byte, separator byte) [][]byte {
	for {
		i := bytes.IndexByte(line, separator)
		if i < 0 {
			return append(row, line[:len(line):len(line)])
		}
		row = append(row, line[:i:i])
		line = line[i+1:]
	}
}

// psqlGrid splits the tables of psql.
//
//	 k |       v           k|v
//	---+-------------      a|\x00
//	 a | \x00              b|\x
//	(1 row)                (2 rows)
//
// An empty cell is NULL (an empty bytea is \x there).
type psqlGrid struct {
	kind  psqlKind
	row   [][]byte
	count count

	between bool // a table has ended and the header of the next one has not come
}

type psqlKind uint8

const (
	aligned psqlKind = iota
	unaligned
)

// names reads up to the header: in an aligned table the line above the rule, in an unaligned one
// the first line that is not a prompt.
func (g *psqlGrid) names(s *Scanner) ([][]byte, error) {
	var head []byte
	for {
		line, err := s.lines.next()
		if err != nil {
			return nil, err
		}
		if g.kind == aligned && isRule(line) {
			return trimmedCells(head), nil
		}
		if bad := s.skip(line, ""); bad != nil {
			return nil, bad
		}
		head = append(head[:0], line...)
		if g.kind == unaligned && len(line) > 0 && !bytes.Contains(line, []byte("=# ")) && !bytes.Contains(line, []byte("=> ")) {
			return trimmedCells(head), nil
		}
	}
}

func trimmedCells(line []byte) [][]byte {
	names := splitCells(nil, line, '|')
	for i, name := range names {
		names[i] = bytes.TrimSpace(name)
	}
	return names
}

func (g *psqlGrid) cells(s *Scanner) ([][]byte, error) {
	for {
		if g.between {
			if _, err := g.names(s); err != nil {
				return nil, err
			}
			g.between = false
		}
		line, err := s.lines.next()
		if err != nil {
			return nil, err
		}
		switch {
		case isRowCount(line):
			n, _ := counted(line[1:], "")
			g.between = true
			if err := g.count.check(s, n, "rows"); err != nil {
				return nil, err
			}
		case len(line) > 0:
			g.row = splitCells(g.row[:0], line, '|')
			for i, cell := range g.row {
				g.row[i] = g.trim(cell)
			}
			g.count.entries++
			return g.row, nil
		}
	}
}

// trim strips the padding of an aligned cell; an empty one is NULL.
func (g *psqlGrid) trim(cell []byte) []byte {
	if g.kind == aligned {
		cell = bytes.TrimRight(bytes.TrimPrefix(cell, []byte{' '}), " ")
	}
	if len(cell) == 0 {
		return nil
	}
	return cell
}

// isRule recognizes the line of - and + below a header.
func isRule(line []byte) bool {
	return len(line) > 0 && len(bytes.Trim(line, "-+")) == 0
}

// isRowCount recognizes the footer (N rows).
func isRowCount(line []byte) bool {
	inner, ok := bytes.CutPrefix(line, []byte{'('})
	return ok && countsRows(inner)
}

// countsRows recognizes N rows, and 1 row.
func countsRows(line []byte) bool {
	count, _, rows := bytes.Cut(line, []byte(" row"))
	return rows && decimal(count)
}

func openGrid(newGrid func() grid, kinds ...cellKind) func(*Scanner, *sample) reader {
	return func(s *Scanner, sm *sample) reader {
		t, ok := newTable(newGrid(), s.opt, sm, kinds...)
		if !ok {
			return &refusal{expected: "a table with a column of bytes"}
		}
		t.grid = newGrid()
		return t
	}
}

func newPSQL(kind psqlKind) func() grid { return func() grid { return &psqlGrid{kind: kind} } }

func newCopy() grid { return &copyGrid{} }

// fitGrid requires a line that marks a table, and a column of bytes in it.
func fitGrid(mark func(line []byte) bool, newGrid func() grid, kinds ...cellKind) func(*sample) fit {
	return func(s *sample) fit {
		if s.some(len(s.lines), mark) {
			if _, ok := newTable(newGrid(), Options{}, s, kinds...); ok {
				return yes
			}
		}
		return no
	}
}

// fitPSQL detects a table by its rule or its row count.
func fitPSQL(kind psqlKind) func(*sample) fit {
	mark := []func([]byte) bool{aligned: isRule, unaligned: isRowCount}[kind]
	fits := fitGrid(mark, newPSQL(kind), cellBytea, cellEscape)
	return func(s *sample) fit {
		if kind == unaligned && s.some(len(s.lines), isRule) {
			return no
		}
		return fits(s)
	}
}

// isCopied recognizes a cell of COPY text by its doubled backslash and x.
func isCopied(line []byte) bool {
	return bytes.HasPrefix(line, []byte(`\\x`)) || bytes.Contains(line, []byte("\t\\\\x"))
}
