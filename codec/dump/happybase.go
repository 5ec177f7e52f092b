package dump

import (
	"bytes"
	"io"

	"github.com/rowlens/rowlens/codec/store"
)

// happybase is the form "happybase": what Python prints of the rows that its library for HBase gives.
//
//	(b'row', {b'cf:q': b'value', b'cf:r': b''})               for row in table.scan(): print(row)
//	b'row' {b'cf:q': b'value'}                                 for key, data in table.scan(): print(key, data)
//	[(b'row', {b'cf:q': (b'value', 1700000000000)}), …]        table.rows(…, include_timestamp=True)
//	{b'row': {b'cf:q': b'value'}, …}                           dict(table.rows(…))
//	{b'cf:q': b'value'}                                        table.row(…), which leaves out the row key
//
// With sorted_columns=True the cells are OrderedDict([(b'cf:q', b'value')]), since Python 3.12 OrderedDict({b'cf:q': b'value'}).
//
// A line is a row, unless the first one is not whole: then the rows are in a list or span lines. Exact.
type happybase struct {
	doc    document
	lines  bool // a line is a row
	hasRow bool
	open   bool // inside the cells of a row
	paren  bool // a bracket closes after the cells
	sorted bool // the cells are in an OrderedDict
	pairs  bool // which has them as pairs
	cells  int  // of the row so far
	row    []byte
}

const noteNoKey = "cells without a row key: put it before them, b'KEY' {…}"

func openHappybase(_ *Scanner, sm *sample) reader {
	return &happybase{lines: sm.some(1, happyLine)}
}

func (h *happybase) next(s *Scanner) error {
	for {
		if !h.open {
			if err := h.nextRow(s); err != nil {
				return err
			}
		}
		done, bad := h.cell(s)
		if bad != nil {
			h.open = false
			return bad
		}
		if done {
			return nil
		}
	}
}

// load makes more text available: the next line, or once the whole text.
func (h *happybase) load(s *Scanner) error {
	if !h.lines {
		if err := h.doc.load(s); err != nil {
			return err
		}
		h.space(" \t\r\n,[]}")
		if len(h.doc.rest) == 0 {
			return io.EOF
		}
		return nil
	}
	if h.space(" \t\r,[]}"); len(h.doc.rest) > 0 {
		return h.doc.fail(h.doc.rest, "one row a line")
	}
	for {
		line, err := s.lines.next()
		if err != nil {
			return err
		}
		h.doc = document{all: line, rest: line, loaded: true, line: s.lines.line}
		if h.space(" \t\r,[]"); len(h.doc.rest) > 0 {
			return nil
		}
	}
}

// nextRow reads up to the first cell of the next row.
func (h *happybase) nextRow(s *Scanner) error {
	if err := h.load(s); err != nil {
		return err
	}
	if h.dict() {
		h.take('{')
	}
	h.paren, h.cells, h.hasRow = h.take('('), 0, s.opt.Row != nil
	h.row = append(h.row[:0], s.opt.Row...)
	if h.space(" \t\r\n"); len(h.doc.rest) > 0 && h.doc.rest[0] != '{' && h.doc.rest[0] != 'O' {
		row, bad := h.literal(h.row[:0], "a row key such as b'…'")
		if bad != nil {
			return bad
		}
		h.row, h.hasRow = row, true
		if !h.take(',') {
			h.take(':')
		}
	} else if !h.hasRow {
		s.note(noteNoKey)
	}
	if !h.opens() {
		return h.doc.fail(h.doc.rest, "`{` before the cells of the row")
	}
	h.open = true
	return nil
}

// opens reads what stands before the cells of a row.
func (h *happybase) opens() bool {
	h.space(" \t\r\n")
	rest, ordered := bytes.CutPrefix(h.doc.rest, []byte("OrderedDict("))
	h.doc.rest, h.sorted, h.pairs = rest, ordered, false
	if ordered {
		h.pairs = h.take('[')
	}
	return h.pairs || h.take('{') || ordered && bytes.HasPrefix(rest, []byte{')'})
}

// end returns the bracket that ends the cells.
func (h *happybase) end() byte {
	if h.pairs {
		return ']'
	}
	return '}'
}

// closes reads what follows the cells of a row, if there are no more.
func (h *happybase) closes() bool {
	return h.take(h.end()) && (!h.sorted || h.take(')')) || h.sorted && h.cells == 0 && h.take(')')
}

// dict reports whether a dict of rows begins, and not one of cells.
func (h *happybase) dict() bool {
	at := *h
	if !at.take('{') {
		return false
	}
	_, bad := at.literal(nil, "")
	return bad == nil && at.take(':') && at.opens()
}

// cell reads the next cell. It returns done if it filled the entry: also for a row key without cells.
func (h *happybase) cell(s *Scanner) (done bool, bad *Error) {
	if h.closes() {
		if h.open = false; h.paren && !h.take(')') {
			return false, h.doc.fail(h.doc.rest, "`)` after the row")
		}
		if h.cells > 0 || !h.hasRow {
			return false, nil
		}
		s.entry.Source.Line = h.doc.lineAt(h.doc.rest)
		s.buf = append(s.buf, h.row...)
		s.add(store.Row, s.buf)
		return true, nil
	}
	s.entry.Source.Line = h.doc.lineAt(h.doc.rest)
	h.cells++
	if h.hasRow {
		s.buf = append(s.buf, h.row...)
		s.add(store.Row, s.buf)
	}
	from, place := len(s.buf), h.doc.rest
	between := byte(':')
	if h.pairs && h.take('(') {
		between = ','
	}
	if s.buf, bad = h.literal(s.buf, "a column such as b'family:qualifier'"); bad != nil {
		return false, bad
	}
	if !s.column(s.buf[from:]) {
		return false, h.doc.fail(place, "a column with `:` after the column family")
	}
	if !h.take(between) {
		return false, h.doc.fail(h.doc.rest, "`"+string(between)+"` after the column")
	}
	timed := h.take('(')
	from = len(s.buf)
	if s.buf, bad = h.literal(s.buf, "a value such as b'…'"); bad != nil {
		return false, bad
	}
	s.add(store.Value, s.buf[from:])
	if timed && !h.time(s) {
		return false, h.doc.fail(h.doc.rest, "`, <time>)` after the value")
	}
	h.space(" \t\r\n")
	if between == ',' && !h.take(')') || !h.take(',') && (len(h.doc.rest) == 0 || h.doc.rest[0] != h.end()) {
		return false, h.doc.fail(h.doc.rest, "`,` or `"+string(h.end())+"` after the cell")
	}
	return true, nil
}

// time reads the timestamp behind a value.
func (h *happybase) time(s *Scanner) bool {
	if !h.take(',') {
		return false
	}
	h.space(" \t\r\n")
	n, local := scanTime(h.doc.rest)
	if n == 0 || local {
		return false
	}
	s.entry.Timestamp = s.keep(h.doc.rest[:n])
	h.doc.rest = h.doc.rest[n:]
	return h.take(')')
}

// literal appends the bytes of a literal, and of those next to it, which Python joins.
func (h *happybase) literal(dst []byte, expected string) ([]byte, *Error) {
	h.space(" \t\r\n")
	if !startsPython(h.doc.rest) {
		return dst, h.doc.fail(h.doc.rest, expected)
	}
	for startsPython(h.doc.rest) {
		b, rest, bad := pythonLiteral(dst, h.doc.rest, 0)
		if bad != nil {
			return dst, h.doc.fail(h.doc.rest[min(bad.Offset, len(h.doc.rest)):], bad.Expected)
		}
		dst, h.doc.rest = b, rest
		h.space(" \t\r\n")
	}
	return dst, nil
}

func (h *happybase) space(set string) { h.doc.rest = bytes.TrimLeft(h.doc.rest, set) }

// take skips white space and a character, if it is next.
func (h *happybase) take(c byte) bool {
	h.space(" \t\r\n")
	if len(h.doc.rest) == 0 || h.doc.rest[0] != c {
		return false
	}
	h.doc.rest = h.doc.rest[1:]
	return true
}

// happyStart reads the start of a text up to its first value.
func happyStart(text []byte) bool {
	h := happybase{doc: document{all: text, rest: text, loaded: true}}
	h.space(" \t\r\n[")
	var s Scanner
	if h.nextRow(&s) != nil {
		return false
	}
	done, bad := h.cell(&s)
	return bad == nil && (done || h.hasRow)
}

// happyLine reports whether a line is one row, or the start of none.
func happyLine(line []byte) bool {
	h := happybase{doc: document{all: line, rest: line, loaded: true}}
	var s Scanner
	if line = bytes.TrimLeft(line, " \t"); len(line) == 0 || line[0] == '[' || h.nextRow(&s) != nil {
		return false
	}
	for h.open {
		if _, bad := h.cell(&s); bad != nil {
			return false
		}
		s.buf = s.buf[:0]
		s.entry.Reset()
	}
	h.space(" \t\r,}")
	return len(h.doc.rest) == 0
}

func fitHappybase(s *sample) fit {
	if happyStart(s.text) {
		return yes
	}
	return no
}
