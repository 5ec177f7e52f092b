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
//	 k |       v           k|v               -[ RECORD 1 ]-
//	---+-------------      a|\x00            k | a
//	 a | \x00              b|\x              v | \x00
//	(1 row)                (2 rows)
//
// An empty cell is NULL (an empty bytea is \x there).
type psqlGrid struct {
	kind  psqlKind
	row   [][]byte
	buf   []byte
	ends  []int
	count count
	held  bool // the record in row was read for its names but not yet returned

	between bool // a table has ended and the header of the next one has not come
}

type psqlKind uint8

const (
	aligned psqlKind = iota
	unaligned
	expanded
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
		switch {
		case g.kind == expanded && isRecordLine(line):
			_, names, err := g.record(s)
			g.held = err == nil
			return names, err
		case g.kind == aligned && isRule(line):
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
	if g.held {
		g.held = false
		return g.row, nil
	}
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
		case g.kind == expanded && isRecordLine(line):
			cells, _, err := g.record(s)
			return cells, err
		case g.kind == expanded:
			if bad := s.skip(line, ""); bad != nil {
				return nil, bad
			}
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

// record reads the lines `name | cell` of one expanded record.
func (g *psqlGrid) record(s *Scanner) (cells, names [][]byte, err error) {
	g.buf, g.ends, g.row = g.buf[:0], g.ends[:0], g.row[:0]
	first := s.lines.line
	for {
		line, err := s.lines.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		if isRecordLine(line) || len(line) == 0 {
			s.lines.back()
			break
		}
		name, cell, ok := bytes.Cut(line, []byte{'|'})
		if !ok {
			return nil, nil, s.lineError("`name | value`", line)
		}
		names = append(names, append([]byte(nil), bytes.TrimSpace(name)...))
		g.buf = append(g.buf, bytes.TrimPrefix(cell, []byte{' '})...)
		g.ends = append(g.ends, len(g.buf))
	}
	s.entry.Source.Line = first
	from := 0
	for _, end := range g.ends {
		g.row = append(g.row, g.buf[from:end:end])
		if end == from {
			g.row[len(g.row)-1] = nil
		}
		from = end
	}
	return g.row, names, nil
}

func isRecordLine(line []byte) bool { return bytes.HasPrefix(line, []byte("-[ RECORD ")) }

// isRule recognizes the line of - and + below a header.
func isRule(line []byte) bool {
	return len(line) > 0 && len(bytes.Trim(line, "-+")) == 0
}

// isRowCount recognizes the footer (N rows).
func isRowCount(line []byte) bool {
	inner, ok := bytes.CutPrefix(line, []byte{'('})
	count, _, rows := bytes.Cut(inner, []byte(" row"))
	return ok && rows && decimal(count)
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

// fitPSQL detects a table by its rule, its record lines or its row count.
func fitPSQL(kind psqlKind) func(*sample) fit {
	mark := []func([]byte) bool{aligned: isRule, unaligned: isRowCount, expanded: isRecordLine}[kind]
	return func(s *sample) fit {
		if !s.some(len(s.lines), mark) || kind == unaligned && s.some(len(s.lines), isRule) {
			return no
		}
		if _, ok := newTable(newPSQL(kind)(), Options{}, s, cellBytea, cellEscape); !ok {
			return no
		}
		return yes
	}
}

// fitCopy detects COPY text by a cell with a doubled backslash and x.
func fitCopy(s *sample) fit {
	if !s.some(len(s.lines), func(line []byte) bool {
		return bytes.HasPrefix(line, []byte(`\\x`)) || bytes.Contains(line, []byte("\t\\\\x"))
	}) {
		return no
	}
	if _, ok := newTable(newCopy(), Options{}, s, cellBytea); !ok {
		return no
	}
	return yes
}
