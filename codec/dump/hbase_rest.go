package dump

import (
	"bytes"
	"io"

	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// hbaseREST is the form "hbase-rest-json": what HBase's REST server answers to `Accept: application/json`, once or, for a
// scanner, in several answers one after the other.
//
//	{"Row":[{"key":"cm93","Cell":[{"column":"Y2Y6cQ==","timestamp":1700000000000,"$":"dmFsdWU="}]}]}
//
// Keys, columns and values are base64; a column is `family:qualifier`. Exact.
type hbaseREST struct {
	doc   document
	begun bool // inside the list of rows of an answer
	row   []byte
	cells []byte // the unread rest of the row's list of cells
}

func openHBaseREST(*Scanner, *sample) reader { return &hbaseREST{} }

func (h *hbaseREST) next(s *Scanner) error {
	if err := h.doc.load(s); err != nil {
		return err
	}
	for {
		if h.cells = skipJSON(h.cells, ','); len(h.cells) > 0 && h.cells[0] != ']' {
			s.entry.Source.Line = h.doc.lineAt(h.cells)
			end, bad := value.Skim(h.cells, jsonDepth)
			if bad != nil { // the row was skimmed, so this cannot be
				return h.doc.fail(h.cells, bad.Expected)
			}
			cell := h.cells[:end]
			h.cells = h.cells[end:]
			return h.cell(s, cell)
		}
		if done, err := h.nextRow(s); done || err != nil {
			return err
		}
	}
}

// nextRow goes to the next row. It returns done if it filled the entry, for a row without cells.
func (h *hbaseREST) nextRow(s *Scanner) (done bool, err error) {
	d := &h.doc
	d.rest = skipJSON(d.rest, ',')
	switch {
	case len(d.rest) == 0 && h.begun:
		h.begun = false
		return false, d.fail(d.rest, "`]}` after the last row")
	case len(d.rest) == 0:
		return false, io.EOF
	case !h.begun:
		n := restStart(d.rest)
		if n == 0 {
			return false, d.fail(d.rest, "`{\"Row\":[`")
		}
		d.rest, h.begun = d.rest[n:], true
		return false, nil
	case d.rest[0] == ']':
		after := skipJSON(d.rest[1:], ' ')
		if len(after) == 0 || after[0] != '}' {
			return false, d.fail(after, "`}` after the rows")
		}
		d.rest, h.begun = after[1:], false
		return false, nil
	}
	end, bad := value.Skim(d.rest, jsonDepth)
	if bad != nil {
		h.begun = false
		return false, d.fail(d.rest[min(bad.Offset, len(d.rest)):], bad.Expected)
	}
	row := d.rest[:end]
	d.rest = d.rest[end:]
	return h.open(s, row)
}

// open takes the key and the cells of a row.
func (h *hbaseREST) open(s *Scanner, row []byte) (done bool, err error) {
	var key, cells []byte
	eachMember(row, func(name, raw []byte) bool {
		switch string(name) {
		case "key":
			key = raw
		case "Cell":
			cells = raw
		}
		return true
	})
	b, ok := restBytes(s, h.row[:0], key)
	if !ok {
		return false, h.doc.wrong(row, "a row with a base64 `key`")
	}
	h.row = b
	if len(cells) == 0 || cells[0] != '[' {
		return false, h.doc.wrong(row, "a row with a list `Cell`")
	}
	if h.cells = skipJSON(cells[1:], ','); h.cells[0] == ']' {
		s.entry.Source.Line = h.doc.lineAt(row)
		s.buf = append(s.buf, h.row...)
		s.add(store.Row, s.buf)
		return true, nil
	}
	return false, nil
}

func (h *hbaseREST) cell(s *Scanner, cell []byte) error {
	var column, data, time []byte
	eachMember(cell, func(name, raw []byte) bool {
		switch string(name) {
		case "column":
			column = raw
		case "timestamp":
			time = raw
		case "$":
			data = raw
		}
		return true
	})
	column, ok := plainString(column)
	if !ok {
		return h.doc.wrong(cell, wantsColumn)
	}
	if string(data) == "null" {
		data = nil
	}
	if data != nil {
		if data, ok = plainString(data); !ok {
			return h.doc.wrong(cell, wantsValue)
		}
	}
	if expected := s.restCell(h.row, column, data, time); expected != "" {
		return h.doc.wrong(cell, expected)
	}
	return nil
}

const (
	wantsColumn = "a cell with a base64 `column`"
	wantsValue  = "a cell with a base64 value"
)

// restCell fills the entry with a cell of the REST server: the bytes of its row key, its column and value in base64 (a nil
// value is none), and its time, if it has one. If it cannot, it says what it expected.
func (s *Scanner) restCell(row, column, data, time []byte) (expected string) {
	s.room(len(row) + len(column) + len(data))
	s.buf = append(s.buf, row...)
	s.add(store.Row, s.buf)
	from := len(s.buf)
	b, bad := base64Text(s, s.buf, column)
	if bad != nil {
		return wantsColumn
	}
	s.buf = b
	if !s.column(s.buf[from:]) {
		return "a `column` with `:` after the column family"
	}
	if data != nil {
		from = len(s.buf)
		if b, bad = base64Text(s, s.buf, data); bad != nil {
			return wantsValue
		}
		s.buf = b
		s.add(store.Value, s.buf[from:])
	}
	if time == nil {
		return ""
	}
	if n, local := scanTime(time); n != len(time) || local {
		return "a cell with a `timestamp` in milliseconds"
	}
	s.entry.Timestamp = s.keep(time)
	return ""
}

// column adds the family and the qualifier of a column `family:qualifier`.
func (s *Scanner) column(text []byte) (ok bool) {
	family, qualifier, ok := bytes.Cut(text, []byte{':'})
	s.add(store.Family, family)
	s.add(store.Qualifier, qualifier)
	return ok
}

// restBytes appends the bytes of a JSON string in base64.
func restBytes(s *Scanner, dst, raw []byte) (b []byte, ok bool) {
	text, ok := plainString(raw)
	if !ok {
		return dst, false
	}
	b, bad := base64Text(s, dst, text)
	return b, bad == nil
}

// restStart returns the length of `{"Row":[` at the start of text, 0 if it is something else.
func restStart(text []byte) int {
	rest := text
	for _, token := range []string{"{", `"Row"`, ":", "["} {
		rest = bytes.TrimLeft(rest, " \t\r\n")
		if !bytes.HasPrefix(rest, []byte(token)) {
			return 0
		}
		rest = rest[len(token):]
	}
	return len(text) - len(rest)
}

func fitHBaseREST(s *sample) fit {
	text := bytes.TrimLeft(s.text, " \t\r\n")
	n := restStart(text)
	if n == 0 {
		return no
	}
	if rest := bytes.TrimLeft(text[n:], " \t\r\n"); len(rest) > 0 && rest[0] != '{' && rest[0] != ']' {
		return no
	}
	return yes
}
