package dump

import (
	"bytes"
	"io"
)

// pgBytea is the form "pg-bytea" (PostgreSQL 15): \x and hex digits, a value a
// line. Text of COPY has the backslash doubled. Exact.
func pgBytea(_ *Scanner, dst, text []byte) ([]byte, *Error) {
	digits, ok := bytes.CutPrefix(bytes.TrimSpace(text), []byte(`\x`))
	if !ok {
		digits, ok = bytes.CutPrefix(bytes.TrimSpace(text), []byte(`\\x`))
	}
	b, even := appendHex(dst, digits)
	if !ok || !even {
		return dst, syntax(0, `\x and an even count of hex digits`, found(text))
	}
	return b, nil
}

// pgEscape is the form "pg-bytea-escape": bytea_output=escape and encode(…,
// 'escape'). \\ is a backslash, \ooo a byte 00..1f or 7f..ff, others are
// themselves; psql shows a control byte as \x7F. Exact, but for the spaces that a
// table loses.
func pgEscape(_ *Scanner, dst, text []byte) ([]byte, *Error) {
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			dst = append(dst, text[i])
			continue
		}
		rest := text[i+1:]
		switch {
		case len(rest) >= 1 && rest[0] == '\\':
			dst = append(dst, '\\')
			i++
		case len(rest) >= 3 && rest[0]-'0' < 4 && rest[1]-'0' < 8 && rest[2]-'0' < 8:
			dst = append(dst, (rest[0]-'0')<<6|(rest[1]-'0')<<3|(rest[2]-'0'))
			i += 3
		case len(rest) >= 3 && rest[0] == 'x' && unhex[rest[1]]|unhex[rest[2]] < 16:
			dst = append(dst, unhex[rest[1]]<<4|unhex[rest[2]])
			i += 3
		default:
			return dst, syntax(i, `\\ or \ and three octal digits`, found(text[i:]))
		}
	}
	return dst, nil
}

func fitBytea(s *sample) fit {
	if s.parsesLines(pgBytea) && !bytes.HasPrefix(s.first(), []byte(`\\`)) {
		return yes
	}
	return no
}

// fitPGEscape: octal escapes only, of bytes that are not printed as themselves.
func fitPGEscape(s *sample) fit {
	octal := false
	strict := s.every(func(line []byte) bool {
		for i := 0; i < len(line); i++ {
			if line[i] != '\\' {
				continue
			}
			if i+1 < len(line) && line[i+1] == '\\' {
				i++
				continue
			}
			b, bad := pgEscape(nil, nil, line[i:min(i+4, len(line))])
			if bad != nil || len(b) != 1 || b[0] >= 0x20 && b[0] <= 0x7E || line[i+1] == 'x' {
				return false
			}
			octal = true
		}
		return true
	})
	if strict && octal {
		return yes
	}
	return no
}

// copyGrid cuts the text of COPY … TO STDOUT: TABs, \N is NULL, the backslash of
// \x is doubled.
type copyGrid struct{ row [][]byte }

func (g *copyGrid) names(*Scanner) [][]byte { return nil }

func (g *copyGrid) cells(s *Scanner) ([][]byte, error) {
	line, err := s.lines.next()
	if err != nil {
		return nil, err
	}
	if string(line) == `\.` {
		return nil, s.atEnd()
	}
	g.row = splitCells(g.row[:0], line, '\t')
	for i, cell := range g.row {
		if string(cell) == `\N` {
			g.row[i] = nil
		}
	}
	return g.row, nil
}

// splitCells cuts a line without quotes; no cell is nil.
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

// psqlGrid cuts the tables of psql.
//
//	 k |       v           k|v               -[ RECORD 1 ]-
//	---+-------------      a|\x00            k | a
//	 a | \x00              b|\x              v | \x00
//	(1 row)                (2 rows)
//
// An empty cell is NULL (an empty bytea is \x there).
type psqlGrid struct {
	kind psqlKind
	row  [][]byte
	buf  []byte
	ends []int
}

type psqlKind uint8

const (
	aligned psqlKind = iota
	unaligned
	expanded
)

func (g *psqlGrid) names(s *Scanner) [][]byte {
	for {
		line, err := s.lines.next()
		if err != nil {
			return nil
		}
		if len(bytes.TrimSpace(line)) == 0 || g.kind != expanded && bytes.IndexByte(line, '|') < 0 {
			continue // a title, a prompt
		}
		if g.kind == expanded {
			if isRecordLine(line) {
				_, names, _ := g.record(s)
				g.back(s)
				return names
			}
			continue
		}
		g.row = splitCells(nil, line, '|')
		for i, name := range g.row {
			g.row[i] = append([]byte(nil), bytes.TrimSpace(name)...)
		}
		if g.kind == aligned {
			if rule, err := s.lines.next(); err != nil || !isRule(rule) {
				return nil
			}
		}
		return g.row
	}
}

func (g *psqlGrid) cells(s *Scanner) ([][]byte, error) {
	if g.kind == expanded {
		for {
			line, err := s.lines.next()
			if err != nil {
				return nil, err
			}
			if isRecordLine(line) {
				cells, _, err := g.record(s)
				return cells, err
			}
		}
	}
	for {
		line, err := s.lines.next()
		if err != nil {
			return nil, err
		}
		if len(line) == 0 || isRowCount(line) {
			continue
		}
		g.row = splitCells(g.row[:0], line, '|')
		for i, cell := range g.row {
			g.row[i] = g.trim(cell)
		}
		return g.row, nil
	}
}

// trim takes the padding of an aligned cell off; an empty one is NULL.
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
