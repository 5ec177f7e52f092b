package dump

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/store"
)

// hbaseShell reads what the HBase shell prints for scan and get.
//
//	ROW  COLUMN+CELL                                                 COLUMN  CELL
//	 <row> column=<family>:<qualifier>, timestamp=<ts>, value=<v>     <family>:<qualifier> timestamp=<ts>, value=<v>
//	 <row> column=<family>:<qualifier>, timestamp=<ts>, type=<type>   …
//	N row(s) in 0.0590 seconds                                       2.x: N row(s), then Took 0.0123 seconds
//
// Row, family, qualifier and value are Bytes.toStringBinary text, so all bytes are exact; only the
// text of separators inside a field is ambiguous. ts is milliseconds (1.x, early 2.x) or a local
// date-time without zone (2.4). In a pipe, a line is a cell. On a terminal, two columns of fixed
// width hold the pieces of each cell (see hbase_terminal.go), and trailing spaces of a row or value
// are lost. The command that was typed, with or without its prompt, says table and row; other surrounding lines are skipped.
type hbaseShell struct {
	get      bool
	noHeader bool // no header was seen: padding before the cell column is not data
	column   int  // position of the cell column on a terminal, 0 in a pipe
	width    int  // width of the cell column, 0 if the text does not show it
	end      int  // where the widest line ends, for texts that lost their padding
	row      []byte
	hasRow   bool
	cell     cell
	left     []byte // pieces of the row column
	right    []byte // pieces of the cell column
	rows     hbaseRows
	trimmed  trimmed
}

func openHBaseShell(get bool) func(*Scanner, *sample) reader {
	return func(s *Scanner, sm *sample) reader {
		h := &hbaseShell{get: get, noHeader: true, row: s.opt.Row, hasRow: s.opt.Row != nil}
		if !sm.some(len(sm.lines), func(line []byte) bool { return isScanHeader(line) || isGetHeader(line) }) {
			h.column = h.inferColumn(sm)
		}
		h.widest(sm)
		return h
	}
}

func (h *hbaseShell) next(s *Scanner) error {
	for {
		line, err := h.line(s)
		if err != nil {
			return h.rows.end(s, err)
		}
		if n, ok := counted(line, " row(s)"); ok {
			if err := h.rows.check(s, n, h.get); err != nil {
				return err
			}
			continue
		}
		if len(line) == 0 || line[0] != ' ' {
			if chat, bad := h.chatter(s, line); bad != nil {
				return bad
			} else if chat {
				continue
			}
		} else if len(bytes.TrimLeft(line, " ")) == 0 {
			continue
		}
		err = h.read(s, line)
		h.rows.add(s, err, h.get)
		return err
	}
}

// read reads the cell that begins in the last returned line.
func (h *hbaseShell) read(s *Scanner, line []byte) error {
	if line[0] == ' ' {
		if h.column > 0 {
			s.lines.back()
			return h.nextWrapped(s)
		}
		line = line[1:]
	}
	s.entry.Source.Line = s.lines.line
	if missing := h.cut(line); missing != "" {
		return s.lineError("an HBase shell cell with "+missing, line)
	}
	if h.noHeader {
		left := &h.cell.row
		if h.get {
			left = &h.cell.qualifier
		}
		if bare := bytes.TrimRight(*left, " "); len(bare) < len(*left) {
			*left = bare
			s.note(notePadding)
		}
	}
	return h.finish(s)
}

// finish emits the split cell.
func (h *hbaseShell) finish(s *Scanner) error {
	if h.get {
		if h.hasRow {
			s.buf = append(s.buf, h.row...)
			s.add(store.Row, s.buf)
		} else {
			s.note(noteNoRow)
		}
	}
	if bad := h.cell.emit(s, !h.get); bad != nil {
		return bad
	}
	return nil
}

const (
	noteNoRow   = "the text of a get has no row key: put the command above it, get 'TABLE', \"KEY\""
	notePadding = "the columns are padded with spaces, so spaces at the end of a row key or value are lost"
	noteSkipped = "lines that are not cells were skipped"
)

func (h *hbaseShell) cut(line []byte) (missing string) {
	if h.get {
		return h.cell.cutColumn(line, " ")
	}
	return h.cell.cutScan(line)
}

// chatter takes a line that does not start with a space. It returns false if that is a cell that
// lost its leading space.
func (h *hbaseShell) chatter(s *Scanner, line []byte) (bool, *Error) {
	if len(line) == 0 || isFooter(line) {
		return true, nil
	}
	if isScanHeader(line) || isGetHeader(line) {
		h.rows.begin(s)
		h.header(line)
		return true, nil
	}
	if typed := trimPrompt(line); len(typed) < len(line) || isTyped(line) {
		h.command(s, typed)
		return true, nil
	}
	if bytes.Contains(line, tagTime) || bytes.Contains(line, tagColumn) || toolFailure(line) || traceLine(line) || brokenOff(line) {
		return false, nil // a cell that lost its first space or its start, or a message of a tool: all are examined closely
	}
	if isCommand(line) {
		s.note(noteSkipped)
		return true, nil
	}
	return true, s.skip(line, noteSkipped)
}

// brokenOff reports whether a line has escaped bytes, as the rest of a cell has, and is none of those that the shell or a log prints.
func brokenOff(line []byte) bool {
	return bytes.Contains(line, []byte(`\x`)) && !isCommand(line) && !bytes.HasPrefix(line, []byte("Current count")) && timeLength(line) == 0
}

// header takes the widths of the columns from the header line.
func (h *hbaseShell) header(line []byte) {
	h.noHeader = false
	h.get = isGetHeader(line)
	name, pipe := "COLUMN+CELL", len("ROW  ")
	if h.get {
		name, pipe = "CELL", len("COLUMN  ")
	}
	c := bytes.LastIndex(line, []byte(name))
	h.column, h.width = 0, 0
	if c > pipe || len(line) > c+len(name) {
		h.column = c
		if len(line) > c+len(name) {
			h.width = len(line) - c
		}
	}
}

// isTyped recognizes a scan or get that was copied, or typed, without its prompt.
func isTyped(line []byte) bool {
	for _, word := range [...]string{"get ", "scan "} {
		if rest, ok := bytes.CutPrefix(line, []byte(word)); ok {
			_, _, quoted := rubyString(rest)
			return quoted
		}
	}
	return false
}

// command takes table and row from a typed `scan 'table'` or `get 'table', 'row'`.
func (h *hbaseShell) command(s *Scanner, text []byte) {
	text = bytes.TrimSpace(text)
	h.rows.command(s, text)
	word := text
	if i := bytes.IndexByte(text, ' '); i > 0 {
		word, text = text[:i], text[i+1:]
	}
	if string(word) != "scan" && string(word) != "get" {
		return
	}
	table, rest, ok := rubyString(text)
	if !ok {
		return
	}
	s.setTable(string(table))
	if row, _, ok := rubyString(bytes.TrimLeft(rest, ", ")); ok && string(word) == "get" && s.opt.Row == nil {
		h.row, h.hasRow = row, true
	}
}

// rubyString reads the quoted string at the start of text as the HBase shell (Ruby) does: "…" has
// escapes, '…' only \' and \\.
func rubyString(text []byte) (b, rest []byte, ok bool) {
	text = bytes.TrimLeft(text, " ")
	if len(text) == 0 || text[0] != '"' && text[0] != '\'' {
		return nil, nil, false
	}
	quote := text[0]
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == quote:
			return b, text[i+1:], true
		case c != '\\' || i+1 == len(text):
			b = append(b, c)
		case quote == '"' && len(text)-i >= 4 && text[i+1] == 'x' && unhex[text[i+2]]|unhex[text[i+3]] < 16:
			b = append(b, unhex[text[i+2]]<<4|unhex[text[i+3]])
			i += 3
		case quote == '"' || text[i+1] == '\'' || text[i+1] == '\\':
			i++
			b = append(b, text[i])
		default:
			b = append(b, c)
		}
	}
	return nil, nil, false
}

func isScanHeader(line []byte) bool { return isHeader(line, "ROW", "COLUMN+CELL") }

func isGetHeader(line []byte) bool { return isHeader(line, "COLUMN", "CELL") }

func isHeader(line []byte, left, right string) bool {
	line = bytes.TrimRight(line, " ")
	return len(line) >= len(left)+1+len(right) && string(line[:len(left)]) == left && string(line[len(line)-len(right):]) == right &&
		len(bytes.TrimLeft(line[len(left):len(line)-len(right)], " ")) == 0
}

// isFooter recognizes the lines after the cells: N row(s)…, Took …, => N.
func isFooter(line []byte) bool {
	i := 0
	for i < len(line) && line[i]-'0' < 10 {
		i++
	}
	return i > 0 && bytes.HasPrefix(line[i:], []byte(" row(s)")) || bytes.HasPrefix(line, []byte("Took ")) ||
		bytes.HasPrefix(line, []byte("=> "))
}

// isCount recognizes the footer that counts rows.
func isCount(line []byte) bool { return isFooter(line) && bytes.Contains(line, []byte(" row(s)")) }

// fitHBase detects a scan or a get, by its header or by a line that is a cell.
func fitHBase(get, local bool) func(*sample) fit {
	return func(s *sample) fit {
		if isGet, isLocal, ok := hbaseKind(s); ok && isGet == get && isLocal == local {
			return yes
		}
		return no
	}
}

// hbaseKind looks for a header or a cell. The form of the first timestamp tells 1.x from 2.x, and
// so does the footer `Took …`.
func hbaseKind(s *sample) (get, local, ok bool) {
	for _, line := range s.lines {
		if get = isGetHeader(line); get || isScanHeader(line) {
			ok = true
			break
		}
	}
	if !ok && quoted(s.first()) {
		return false, false, false
	}
	if !ok && s.every(isFooter) && s.some(len(s.lines), isCount) {
		return false, true, true // a scan that found nothing
	}
	timed := false
	for _, line := range s.lines {
		if bytes.HasPrefix(line, []byte("Took ")) {
			return get, true, ok
		}
		i := bytes.Index(line, tagTime)
		if i < 0 || timed {
			continue
		}
		if ok {
			var n int
			n, local = scanTime(line[i+len(tagTime):])
			timed = n > 0
			continue
		}
		h := hbaseShell{}
		line = bytes.TrimPrefix(line, []byte{' '})
		if h.cut(line) != "" {
			if h.get = true; h.cut(line) != "" {
				continue
			}
		}
		get, local, timed, ok = h.get, h.cell.local, true, true
	}
	return get, local, ok
}

// quoted reports whether a line is a literal or JSON, whose text may contain anything.
func quoted(line []byte) bool {
	line = bytes.Trim(line, " ,;\r")
	if len(line) < 2 {
		return false
	}
	// A row key may begin with a quote too, so the closing one counts as well.
	i := bytes.IndexByte([]byte("\"'{["), line[0])
	return i >= 0 && line[len(line)-1] == "\"'}]"[i]
}
