package dump

import (
	"bytes"
	"io"

	"github.com/rowlens/rowlens/codec/store"
)

// hbaseRows compares the rows of a scan with the shell's count at the end, `N row(s)`, which counts rows, not cells.
// After a get the number is that of its cells (1.x) or 1 (2.x). What other commands count, such as count and list, was
// not read here.
type hbaseRows struct {
	count
	cells int64
	begun bool   // a header or a cell came after the last count
	seen  bool   // a header or a cell came at all
	head  bool   // the header came after the last count
	parts bool   // the scan asks for pieces of rows, each of which the shell counts
	last  []byte // row of the last cell

	lone     int64 // a count, in a text that so far has nothing else
	loneLine int
}

const (
	noteNoCount = "a scan ends without the count of its rows, so it may be cut"
	noteTail    = "the shell counts more rows than the text has: those in front of it are missing"
)

// begin records a header.
func (r *hbaseRows) begin(s *Scanner) {
	parts := r.parts
	r.command(s, nil)
	r.begun, r.seen, r.head, r.parts = true, true, true, parts
}

// command records what was typed into the shell: what follows belongs to it.
func (r *hbaseRows) command(s *Scanner, text []byte) {
	if r.head {
		s.unended(noteNoCount)
	}
	parts := bytes.Contains(text, []byte("BATCH")) || bytes.Contains(text, []byte("ALLOW_PARTIAL_RESULTS"))
	*r = hbaseRows{last: r.last[:0], seen: r.seen, parts: parts, lone: r.lone, loneLine: r.loneLine}
}

// add records the result of a cell.
func (r *hbaseRows) add(s *Scanner, err error, get bool) {
	r.begun, r.seen = true, true
	if err != nil {
		r.count.add(err)
		return
	}
	if r.cells++; get {
		r.entries++
		return
	}
	row, _ := s.entry.Part(store.Row)
	if r.cells > 1 && bytes.Equal(row, r.last) {
		return
	}
	r.entries++
	r.last = append(r.last[:0], row...)
}

// check compares with the count in the last returned line.
func (r *hbaseRows) check(s *Scanner, said int64, get bool) error {
	was := *r
	r.head = false
	r.command(s, nil)
	switch {
	case !was.begun:
		if r.lone == 0 {
			r.lone, r.loneLine = said, s.lines.line
		}
		return nil
	case get:
		was.entries = min(was.entries, said)
	case was.parts && was.entries <= said && said <= was.cells+was.damaged:
		return nil
	case !s.opt.Dump && !was.head && was.entries < said:
		s.note(noteTail) // the end of a scan was pasted
		return nil
	}
	return was.count.check(s, said, "rows")
}

// end handles the end of the text, or an error of its reader.
func (r *hbaseRows) end(s *Scanner, err error) error {
	if err != io.EOF {
		r.damaged++
		return err
	}
	if r.head {
		s.unended(noteNoCount)
	}
	if r.lone > 0 && !r.seen {
		bad := miscounted(r.loneLine, r.lone, count{}, "rows")
		r.lone = 0
		return bad // the next call returns the end
	}
	return err
}
