package dump

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/store"
)

// grid splits the rows of a table into cells. A nil cell is NULL; an empty one that is not nil is
// an empty text. Cells are valid until the next call.
type grid interface {
	names(s *Scanner) ([][]byte, error) // reads the header, nil if the table has none
	cells(s *Scanner) ([][]byte, error)
}

// table reads the rows of a grid. The byte columns are found by name, or are those whose cells all parse.
type table struct {
	grid    grid
	columns []tableColumn
	width   int
	headed  bool     // the first line is the header
	header  []string // the names in it
	left    string   // names of parts' columns that are not read, with commas between them
	records bool     // the header is that of records: an empty cell without quotes is an absent part
	quoted  bool     // of records, all cells are in quotes: a program wrote them that quotes absent parts, too
	leads   []tableColumn
	keyless bool // parts of cells are named, but no row key
	begun   bool
}

// tableColumn is a column that is read.
type tableColumn struct {
	at    int
	part  string // a part's name; "timestamp", "table", "deleted" and familyOfPairs are the entry's own
	cell  cellKind
	known bool
}

// familyOfPairs is the column of records that has the column family of a RocksDB pair.
const familyOfPairs = "cf of a pair"

// cellKind says how the cells of a column write bytes.
type cellKind uint8

const (
	cellText   cellKind = iota // not bytes: a timestamp or a table name
	cellHex                    // hexText; an empty cell is no bytes
	cellBase64                 // base64Text
	cellBytea                  // PostgreSQL \x…; an empty cell is NULL
	cellEscape                 // PostgreSQL bytea_output=escape
	cellBoxed                  // boxedBytes
	cellPlain                  // the text is the bytes, in a column that is named like a part
)

const (
	noteColumns = "the columns have no names; which part each is was guessed from their number"
	noteEscape  = "an empty value and NULL look the same in this table, and spaces at the end are lost"
	noteKeyless = "nothing is called row or key, so the rows were read without their keys"
	noteQuoted  = "all cells are in quotes, also those of absent parts; an empty visibility was read as none"
)

func (t *table) next(s *Scanner) error {
	if !t.begun {
		if t.headed {
			if _, err := t.grid.names(s); err != nil {
				return err
			}
		}
		t.begun = true
		if t.left != "" {
			s.note("columns named like parts were left out, because their cells are neither hex nor base64: " + t.left)
		}
		if t.keyless {
			s.note(noteKeyless)
		}
	}
	cells, err := t.grid.cells(s)
	for err == nil && t.repeats(cells) {
		s.entry.Source.Line = 0
		cells, err = t.grid.cells(s)
	}
	if err != nil {
		return err
	}
	if len(cells) != t.width {
		return &Error{Line: s.lines.line, Offset: -1, Expected: itoa(t.width) + " columns", Found: itoa(len(cells))}
	}
	if s.entry.Source.Line == 0 {
		s.entry.Source.Line = s.lines.line
	}
	lead := t.lead(cells)
	for _, c := range t.columns {
		if t.records && cells[c.at] == nil || len(cells[c.at]) == 0 && beside(lead, c.part) {
			continue
		}
		if t.quoted && len(cells[c.at]) == 0 && c.part == store.Visibility {
			s.note(noteQuoted)
			continue
		}
		if bad := c.emit(s, cells[c.at]); bad != nil {
			bad.Line, bad.Offset = s.lines.line, -1
			bad.Expected += " in column " + itoa(c.at+1)
			return bad
		}
	}
	return nil
}

// lead returns which of row, key and bytes a row of the table has, if it can have several; "" if none has content.
func (t *table) lead(cells [][]byte) string {
	if len(t.leads) < 2 {
		return ""
	}
	for _, c := range t.leads {
		if len(cells[c.at]) > 0 {
			return c.part
		}
	}
	return ""
}

// beside reports whether no row has a part beside the lead, so that an empty cell is no empty part.
func beside(lead, part string) bool {
	switch lead {
	case store.Row:
		return part == store.Key || part == store.Bytes
	case store.Key:
		return part != store.Key && part != store.Value
	}
	return lead != "" && part != lead
}

// repeats reports whether a row is the header again, as in tables that were joined.
func (t *table) repeats(row [][]byte) bool {
	if !t.headed || len(row) != len(t.header) {
		return false
	}
	for i, cell := range row {
		if string(bytes.TrimSpace(cell)) != t.header[i] {
			return false
		}
	}
	return true
}

func (c tableColumn) emit(s *Scanner, cell []byte) *Error {
	if c.cell == cellText {
		switch c.part {
		case "table":
			s.entry.Source.Table = string(cell)
			return nil
		case "deleted":
			s.entry.Deleted = string(cell)
			return nil
		case familyOfPairs:
			s.entry.Source.CF = string(cell)
			return nil
		}
		return s.namedTime(cell)
	}
	if cell == nil && (c.cell == cellBytea || c.cell >= cellBoxed) {
		return nil // NULL: an absent part
	}
	if c.cell == cellEscape && len(cell) == 0 {
		s.inexact(noteEscape)
	}
	from := len(s.buf)
	b, bad := c.cell.decode(s, s.buf, cell)
	if bad != nil {
		return bad
	}
	s.buf = b
	s.add(c.part, b[from:])
	return nil
}

func (k cellKind) decode(s *Scanner, dst, cell []byte) ([]byte, *Error) {
	if len(cell) == 0 {
		return dst, nil
	}
	switch k {
	case cellBase64:
		return base64Text(s, dst, cell)
	case cellBytea:
		return pgBytea(s, dst, cell)
	case cellEscape:
		return pgEscape(s, dst, cell)
	case cellBoxed:
		return boxedBytes(s, dst, cell)
	case cellPlain:
		return append(dst, cell...), nil
	}
	if date := "0000-00-00"; len(cell) >= len(date) && shaped(cell[:len(date)], date) {
		return dst, syntax(0, "hex", "a date")
	}
	return hexText(s, dst, cell)
}

// newTable chooses the columns from the sampled rows. ok is false if none parses.
func newTable(g grid, opt Options, sm *sample, kinds ...cellKind) (t *table, ok bool) {
	s := &Scanner{opt: opt, lines: lines{buf: sm.text, limit: defaultLimit}}
	names, _ := g.names(s)
	header := make([]string, len(names))
	for i, name := range names {
		header[i] = string(bytes.TrimSpace(name))
	}
	t = &table{grid: g, headed: names != nil, header: header, width: len(names)}
	var rows [][][]byte
	for len(rows) < sampleLines {
		cells, err := g.cells(s)
		if err != nil {
			break
		}
		if t.repeats(cells) {
			continue
		}
		row := make([][]byte, len(cells))
		for i, cell := range cells {
			if cell != nil {
				row[i] = append([]byte{}, cell...)
			}
		}
		rows = append(rows, row)
	}
	if names == nil && len(rows) > 0 {
		t.width = len(rows[0])
	}
	if n := len(rows) - 1; n > 1 && len(rows[n]) < t.width && sm.endsInLine() {
		rows = rows[:n]
	}
	kept := rows[:0]
	for _, row := range rows {
		if len(row) == t.width {
			kept = append(kept, row)
		}
	}
	good, bad := len(kept), len(rows)-len(kept)
	if t.headed {
		good++ // without a header, it is a row
	}
	if bad > 0 && (!sm.dump && good < pasteLeast || !enough(good, bad, false, false, false)) {
		return nil, false
	}
	rows = kept
	t.choose(header, rows, kinds)
	return t, len(rows) > 0 && len(t.columns) > 0
}

// choose finds the columns that hold bytes.
func (t *table) choose(header []string, rows [][][]byte, kinds []cellKind) {
	known := false
	begins := t.headed || len(rows) > 0 && anyHex(rows[0])
	t.records = len(header) > 1 && header[0] == "format" && header[1] == "record"
	for at := range t.width {
		c := tableColumn{at: at}
		if at < len(header) {
			c.part = columnPart(header[at])
			switch header[at] {
			case "timestamp", "ts", "table", "deleted":
				t.columns = append(t.columns, tableColumn{at: at, part: header[at]})
				continue
			case "cf":
				if t.records {
					t.columns = append(t.columns, tableColumn{at: at, part: familyOfPairs})
					continue
				}
			}
		}
		c.known = c.part != ""
		if c.cell = t.columnKind(rows, at, kinds, c.known, begins); c.cell == cellText {
			if c.known {
				if t.left != "" {
					t.left += ", "
				}
				t.left += header[at]
			}
			continue
		}
		if c.part == "" && at < len(header) {
			c.part = header[at]
		}
		known = known || c.known
		t.columns = append(t.columns, c)
	}
	t.keep(known)
	t.quoted = t.records && !slices.ContainsFunc(rows, hasNull)
	if len(header) == 0 {
		nameColumns(t.columns)
	}
}

// keep leaves the columns that are named like parts, if known says that there are some; otherwise all that hold bytes.
func (t *table) keep(known bool) {
	kept := t.columns[:0]
	bytesCount, others, ofCells := 0, 0, 0
	for _, c := range t.columns {
		if c.cell != cellText && c.known != known {
			others++
			continue
		}
		kept = append(kept, c)
		if c.cell == cellText {
			continue
		}
		bytesCount++
		switch c.part {
		case store.Row, store.Key, store.Bytes:
			t.leads = append(t.leads, c)
		case store.Family, store.Qualifier, store.Visibility:
			ofCells++
		}
	}
	t.columns = kept
	if bytesCount == 0 {
		t.columns = nil
	}
	t.keyless = known && len(t.leads) == 0 && others+ofCells > 0
}

func hasNull(row [][]byte) bool {
	return slices.ContainsFunc(row, func(cell []byte) bool { return cell == nil })
}

// anyHex reports whether a cell is hex that is hardly a name.
func anyHex(row [][]byte) bool {
	const least = 4
	for _, cell := range row {
		if len(cell) >= least && (parses(hexText, cell) || parses(pgBytea, cell)) {
			return true
		}
	}
	return false
}

// nameColumns names the byte columns of a table without a header.
func nameColumns(columns []tableColumn) {
	parts := [][]string{
		1: {store.Bytes},
		2: {store.Key, store.Value},
		3: {store.Row, store.Qualifier, store.Value},
		4: {store.Row, store.Family, store.Qualifier, store.Value},
		5: {store.Row, store.Family, store.Qualifier, store.Visibility, store.Value},
	}
	for i := range columns {
		columns[i].part = "column" + itoa(columns[i].at+1)
		if len(columns) < len(parts) {
			columns[i].part = parts[len(columns)][i]
		}
	}
}

// columnKind returns the first kind in which nearly all cells of a column parse, or else cellText.
// One damaged cell must not disqualify its column, nor a third of them one whose name or place says which part it is. But the
// first cell must parse, or it is a header, unless begins says that it is a row. A column without any content is bytes only if
// its name says so.
func (t *table) columnKind(rows [][][]byte, at int, kinds []cellKind, named, begins bool) cellKind {
	var s Scanner
	for _, kind := range kinds {
		content, cells, damaged := named, 0, 0
		for i, row := range rows {
			cell := row[at]
			if len(cell) == 0 {
				continue
			}
			content = content || kind < cellEscape || kind == cellBoxed || bytes.IndexByte(cell, '\\') >= 0
			cells++
			if _, bad := kind.decode(&s, nil, cell); bad != nil {
				if damaged++; i == 0 && !begins {
					damaged = len(rows)
				}
			}
		}
		if content && (10*damaged <= cells || (named || !t.headed) && 3*damaged <= cells) {
			return kind
		}
	}
	return cellText
}
