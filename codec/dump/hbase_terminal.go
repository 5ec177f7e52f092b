package dump

import (
	"bytes"
	"io"
)

// nextWrapped reads a cell from a terminal's two columns:
//
//	ROW                             COLUMN+CELL
//	 \x02/\x8D\x924item 2\x00+\xA9\ column=f:\xCB\xCD\xFF, timestamp=2024-05-04T08:00:00
//	 x5Cc\x11){)\x83+\xB3p\x83\x92  .500, value=\x00\x00\x00\x00\x00\x00\x00\x01
//
// Texts are cut into pieces of exactly the column's width, even inside an escape, and padded. The
// caller has seen that the next line is one of these. A cell starts where its column starts with
// `column=` (get: `timestamp=`), unless the previous cell is still incomplete.
func (h *hbaseShell) nextWrapped(s *Scanner) error {
	lead := h.lead()
	h.left, h.right = h.left[:0], h.right[:0]
	padding := 0 // spaces that were trimmed
	for pieces := 0; ; pieces++ {
		line, err := h.line(s)
		if err == io.EOF && pieces > 0 {
			return h.join(s)
		}
		if err != nil {
			return err
		}
		if len(line) == 0 || line[0] != ' ' {
			s.lines.back()
			return h.join(s)
		}
		if h.column < len(line) && line[h.column-1] != ' ' || h.width > 0 && len(line) > h.column+h.width {
			return s.lineError("the columns of the header ("+itoa(h.column-2)+" and "+itoa(h.width)+" wide); the text may have been wrapped again", line)
		}
		left, right := line[1:min(h.column-1, len(line))], line[min(h.column, len(line)):]
		starts := bytes.HasPrefix(right, lead)
		if pieces == 0 {
			if !starts {
				return s.lineError("`"+string(lead)+"` in column "+itoa(h.column+1), line)
			}
			s.entry.Source.Line = s.lines.line
		} else if starts && len(bytes.TrimLeft(left, " ")) > 0 && h.complete() {
			s.lines.back()
			return h.join(s)
		}
		lost := len(h.left) + len(h.right)
		h.left = padTo(h.left, pieces*(h.column-2))
		h.right = padTo(h.right, pieces*h.padded())
		padding += len(h.left) + len(h.right) - lost
		if padding > headMost {
			return s.lineError("pieces that fill their column; the text may have been wrapped again", line)
		}
		h.left, h.right = append(h.left, left...), append(h.right, right...)
		if len(h.left)+len(h.right) > s.lines.limit {
			return s.lineError("a cell of at most "+itoa(s.lines.limit)+" bytes of text", line)
		}
	}
}

// padTo restores the spaces that an editor may have trimmed from a piece.
func padTo(b []byte, n int) []byte {
	for n = min(n, len(b)+headMost+1); len(b) < n; {
		b = append(b, ' ')
	}
	return b
}

// padded returns the width of a full piece of a cell. If an editor trimmed the header's padding,
// the widest line decides.
func (h *hbaseShell) padded() int {
	if h.width > 0 {
		return h.width
	}
	return max(h.end-h.column, 0)
}

func (h *hbaseShell) widest(s *sample) {
	for _, line := range s.lines {
		if line[0] == ' ' {
			h.end = max(h.end, len(line))
		}
	}
}

// headMost limits the text before a value on a terminal, and how much padding a cell can have lost.
// Anything longer is refused, because searching for its end again and again would take too long.
const headMost = 32 << 10

// complete reports whether the joined pieces can be a whole cell: the last piece did not fill its
// column, or the tail of the cell is present.
func (h *hbaseShell) complete() bool {
	right := bytes.TrimRight(h.right, " ")
	if h.width > 0 && len(right)%h.width != 0 || len(right) > headMost {
		return true
	}
	return h.cutWrapped(right) == ""
}

func (h *hbaseShell) cutWrapped(right []byte) (missing string) {
	if !h.get {
		h.cell.row = bytes.TrimRight(h.left, " ")
		return h.cell.cutColumn(right[len("column="):], ", ")
	}
	left := bytes.TrimRight(h.left, " ")
	colon := bytes.IndexByte(left, ':')
	if colon < 0 {
		return "`:` after the column family"
	}
	h.cell.family, h.cell.qualifier, h.cell.odd = left[:colon], left[colon+1:], false
	if !h.cell.cutTail(right[len(tagTime):]) {
		return "`timestamp=<time>, value=`"
	}
	return ""
}

// join emits the cell whose pieces were collected.
func (h *hbaseShell) join(s *Scanner) error {
	s.note(notePadding)
	line := s.entry.Source.Line
	missing := h.cutWrapped(bytes.TrimRight(h.right, " "))
	if missing != "" {
		return &Error{Line: line, Offset: -1, Expected: "an HBase shell cell with " + missing, Found: found(h.right)}
	}
	if err := h.finish(s); err != nil {
		return err
	}
	if s.detail.Note == noteStray {
		return &Error{Line: line, Offset: -1, Expected: "pieces that join to whole escapes; the text may have been wrapped again",
			Found: found(h.right)}
	}
	return nil
}

// inferColumn finds the cell column of a terminal's text that lacks its header: all cells start in
// the same column, and one is padded or the line behind one continues it.
func (h *hbaseShell) inferColumn(sm *sample) int {
	space := append([]byte{' '}, h.lead()...)
	column, cells, padded, rest := 0, 0, false, false
	for i, line := range sm.lines {
		c := bytes.Index(line, space) + 1
		if c <= 1 || h.get && !h.holdsCell(line) {
			continue
		}
		trimmed := line[0] != ' '
		if trimmed {
			c++
			line = append([]byte{' '}, line...)
		}
		if column == 0 {
			column = c
		}
		if c != column && !(column < len(line) && bytes.HasPrefix(line[column-1:], space)) {
			return 0
		}
		cells++
		padded = padded || line[column-2] == ' '
		if i+1 == len(sm.lines) || bytes.Contains(sm.lines[i+1], space) {
			continue
		}
		after := sm.lines[i+1]
		padded = padded || after[0] == ' ' && (len(after) < column || after[column-1] == ' ')
		rest = rest || trimmed && after[0] != ' ' && !isFooter(after) && !bytes.HasPrefix(after, []byte("hbase"))
	}
	if padded || rest && cells > 1 { // what stands behind a trimmed cell may be its next piece
		return column
	}
	return 0
}
