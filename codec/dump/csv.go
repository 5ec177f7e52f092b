package dump

import (
	"bytes"
	"io"
)

// csvGrid splits CSV (RFC 4180) with , or ; and TSV: cells may be in double quotes, where "" is a
// quote and line ends are data. An empty cell without quotes is nil. Cells with bytes are hex,
// base64 or PostgreSQL's \x….
//
//	key,value          columns found by name: key, value, row, family, qualifier, *_hex, *_b64
//	0001,fffe          without a header: those whose cells all parse
type csvGrid struct {
	comma byte
	head  bool
	row   [][]byte
	buf   []byte
	ends  []int // of the cells in buf, negative for a nil cell
}

func (g *csvGrid) names(s *Scanner) ([][]byte, error) {
	if !g.head {
		return nil, nil
	}
	return g.cells(s)
}

func (g *csvGrid) cells(s *Scanner) ([][]byte, error) {
	var line []byte
	for len(line) == 0 {
		var err error
		if line, err = s.lines.next(); err != nil {
			return nil, err
		}
	}
	s.entry.Source.Line = s.lines.line
	g.buf, g.ends = g.buf[:0], g.ends[:0]
	for {
		rest, err := g.cell(s, line)
		if err != nil {
			return nil, err
		}
		if rest == nil {
			break
		}
		line = rest
	}
	g.row = g.row[:0]
	from := 0
	for _, end := range g.ends {
		if end < 0 {
			g.row = append(g.row, nil)
			continue
		}
		g.row = append(g.row, g.buf[from:end:end])
		from = end
	}
	return g.row, nil
}

// cell splits one cell off the line. rest is nil after the last one.
func (g *csvGrid) cell(s *Scanner, line []byte) (rest []byte, err error) {
	if len(line) == 0 || line[0] != '"' {
		i := bytes.IndexByte(line, g.comma)
		cell := line
		if i >= 0 {
			cell, rest = line[:i], line[i+1:]
		}
		if len(cell) == 0 {
			g.ends = append(g.ends, -1)
			return rest, nil
		}
		g.buf = append(g.buf, cell...)
		g.ends = append(g.ends, len(g.buf))
		return rest, nil
	}
	line = line[1:]
	for {
		i := bytes.IndexByte(line, '"')
		if i < 0 {
			g.buf = append(append(g.buf, line...), '\n')
			if len(g.buf) > s.lines.limit {
				return nil, s.lineError("a cell of at most "+itoa(s.lines.limit)+" bytes", line)
			}
			if line, err = s.lines.next(); err != nil {
				return nil, s.lineError("a closing quote", nil)
			}
			continue
		}
		g.buf = append(g.buf, line[:i]...)
		line = line[i+1:]
		if len(line) > 0 && line[0] == '"' {
			g.buf = append(g.buf, '"')
			line = line[1:]
			continue
		}
		g.ends = append(g.ends, len(g.buf))
		if len(line) == 0 {
			return nil, nil
		}
		if line[0] != g.comma {
			return nil, s.lineError("a "+string(g.comma)+" after a closing quote", line)
		}
		return line[1:], nil
	}
}

// newCSV looks for the separator, the header and the columns that parse as one of kinds.
func newCSV(opt Options, sm *sample, commas string, kinds ...cellKind) (t *table, comma byte, ok bool) {
	for _, c := range []byte(commas) {
		if len(sm.lines) == 0 || bytes.IndexByte(sm.lines[0], c) < 0 {
			continue
		}
		bare, bareOK := newTable(&csvGrid{comma: c}, opt, sm, kinds...)
		if headed, ok := newTable(&csvGrid{comma: c, head: true}, opt, sm, kinds...); ok && (!bareOK || headed.named() && !bare.reads(headed)) {
			return headed, c, true
		}
		if bareOK {
			return bare, c, true
		}
	}
	return nil, 0, false
}

// named reports whether a column's name identifies its content.
func (t *table) named() bool {
	for _, c := range t.columns {
		if c.known {
			return true
		}
	}
	return false
}

// reads reports whether t, without a header, reads all columns that other reads with a header: then
// that header is data.
func (t *table) reads(other *table) bool { return len(t.columns) >= len(other.columns) }

func openCSV(commas string, kinds ...cellKind) func(*Scanner, *sample) reader {
	return func(s *Scanner, sm *sample) reader {
		t, comma, ok := newCSV(s.opt, sm, commas, kinds...)
		if !ok && sm.onlyHeader(commas) {
			return &folded{done: true}
		}
		if !ok {
			return &refusal{expected: "rows of cells with equal counts of separators, some of them bytes"}
		}
		if !t.headed && len(t.columns) > 1 {
			s.note(noteColumns)
		}
		t.grid = &csvGrid{comma: comma, head: t.headed}
		return t
	}
}

// fitCSV detects a table of at least two rows, or of one row and a header.
func fitCSV(commas string, kinds ...cellKind) func(*sample) fit {
	return func(s *sample) fit {
		if s.onlyHeader(commas) {
			return yes
		}
		if len(s.lines) < 2 || quotedJSON(s.first()) {
			return no
		}
		t, _, ok := newCSV(Options{}, s, commas, kinds...)
		if !ok {
			return no
		}
		if !t.headed && (t.width < 2 || bytesOnly(s, commas)) {
			return also
		}
		if t.left != "" {
			if other, _, ok := newCSV(Options{}, s, commas, cellBase64); ok && other.left == "" {
				return also
			}
		}
		return yes
	}
}

// onlyHeader reports whether a dump is a header above no rows, as a query writes that found none.
func (s *sample) onlyHeader(commas string) bool {
	return s.dump && s.whole && len(s.lines) == 1 && bytes.ContainsAny(s.first(), commas) && isColumnNames(s.first())
}

// bytesOnly reports whether all cells have at most two digits: then the commas separate the bytes of one value.
func bytesOnly(s *sample, commas string) bool {
	return s.every(func(line []byte) bool {
		for _, cell := range bytes.FieldsFunc(line, func(r rune) bool { return r == rune(commas[0]) || r == ' ' }) {
			if len(bytes.TrimPrefix(cell, []byte("0x"))) > 2 {
				return false
			}
		}
		return true
	})
}

func quotedJSON(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 0 && (line[0] == '{' || line[0] == '[')
}

// refusal is the reader for a text that a pinned form cannot read.
type refusal struct {
	expected string
	done     bool
}

func (r *refusal) next(s *Scanner) error {
	line, err := s.lines.next()
	if err != nil || r.done {
		return io.EOF
	}
	r.done = true
	return s.lineError(r.expected, line)
}
