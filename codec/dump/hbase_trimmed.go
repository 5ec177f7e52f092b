package dump

import "bytes"

// Chats and mail programs trim lines. On a terminal, a cell's line then lacks the space in front of it, and what continues
// only the cell column lacks that whole column of spaces, so it looks as if it continued the row:
//
//	ROW          COLUMN+CELL
//	row-1        column=f:q, timestamp=2024-05-04T08:00:00.500, va
//	lue=v
//
// The place of `column=` shows that a cell's line was trimmed. The rest of a cell is restored if the lines still have the
// spaces at their ends, because all of them were equally wide. Otherwise the cell is damaged.

const noteRestored = "spaces that were trimmed from the start of lines were put back where the columns show their place"

// trimmed is what a terminal's lines without their leading spaces need to be read.
type trimmed struct {
	open   bool   // the last cell lost its leading space, and its next piece may follow
	broken bool   // a piece of the last cell could not be placed
	buf    []byte // the restored line
}

// line returns the next line, with the leading spaces that a terminal printed.
func (h *hbaseShell) line(s *Scanner) ([]byte, error) {
	for {
		line, err := s.lines.next()
		if err != nil {
			return nil, err
		}
		line = bytes.TrimPrefix(line, []byte("> ")) // quoted in a mail
		if h.column == 0 {
			return line, nil
		}
		lost, bad := h.lostSpaces(s, line)
		switch {
		case bad != nil && h.trimmed.broken:
			continue // the rest of a cell that was reported
		case bad != nil:
			h.trimmed.broken = true
			return nil, bad
		case lost == 0:
			return line, nil
		}
		s.note(noteRestored)
		h.trimmed.buf = append(padTo(h.trimmed.buf[:0], lost), line...)
		return h.trimmed.buf, nil
	}
}

// lostSpaces returns how many spaces a line on a terminal has lost at its start.
func (h *hbaseShell) lostSpaces(s *Scanner, line []byte) (int, error) {
	bare := len(line) == 0 || line[0] != ' '
	if len(line) == 0 || bare && (isScanHeader(line) || isGetHeader(line) || isFooter(line) || bytes.HasPrefix(line, []byte("hbase"))) {
		h.trimmed.open, h.trimmed.broken = false, false
		return 0, nil
	}
	switch at := h.cellColumn(line); {
	case at == h.column-1:
		h.trimmed.open, h.trimmed.broken = true, false
		return 1, nil
	case at == h.column && !bare:
		h.trimmed.open, h.trimmed.broken = false, false
		return 0, nil
	case at > 0 && bare && h.holdsCell(line):
		return 0, s.lineError("`"+string(h.lead())+"` in column "+itoa(h.column)+" or "+itoa(h.column+1)+
			", as in the other lines; spaces were removed", line)
	}
	if !h.trimmed.open {
		return 0, nil
	}
	if h.width > 0 {
		if lost := h.column + h.width - len(line); lost == 1 || lost == h.column && bare {
			return lost, nil
		}
	}
	return 0, s.lineError("the rest of a cell, with the spaces that the terminal printed around it; without them its place is unknown", line)
}

// lead is the text with which the cell column starts.
func (h *hbaseShell) lead() []byte {
	if h.get {
		return tagTime
	}
	return tagColumn[1:]
}

// cellColumn returns where the cell column starts in a line, 0 if the line starts no cell.
func (h *hbaseShell) cellColumn(line []byte) int {
	lead := h.lead()
	for _, at := range []int{h.column, h.column - 1} {
		if at > 0 && at < len(line) && line[at-1] == ' ' && bytes.HasPrefix(line[at:], lead) {
			return at
		}
	}
	return max(bytes.Index(line, lead), 0)
}

// holdsCell reports whether a line holds all of a cell.
func (h *hbaseShell) holdsCell(line []byte) bool {
	probe := hbaseShell{get: h.get}
	return probe.cut(line) == ""
}
