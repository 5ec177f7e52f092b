package dump

import "bytes"

// document is a text that is read as a whole, because its rows span lines or share one. rest is what is unread.
type document struct {
	all, rest []byte
	loaded    bool
	line      int // line of all[at]
	start     int // where that line starts
	at        int
}

// load reads the text, once.
func (d *document) load(s *Scanner) error {
	if d.loaded {
		return nil
	}
	d.loaded = true
	d.line = s.lines.line + 1
	text, err := s.lines.rest()
	d.all, d.rest = text, text
	return err
}

// lineAt returns the line in which a piece of the text starts. Pieces are asked for in their order.
func (d *document) lineAt(piece []byte) int {
	at := min(max(cap(d.all)-cap(piece), d.at), len(d.all)) // both end where the memory of the text does
	between := d.all[d.at:at]
	if i := bytes.LastIndexByte(between, '\n'); i >= 0 {
		d.line += bytes.Count(between, []byte{'\n'})
		d.start = d.at + i + 1
	}
	d.at = at
	return d.line
}

// wrong returns an error about a piece, after which reading goes on.
func (d *document) wrong(piece []byte, expected string) *Error {
	line := d.lineAt(piece)
	return &Error{Line: line, Offset: d.at - d.start, Expected: expected, Found: found(piece)}
}

// fail returns an error about a piece, after which nothing can be read.
func (d *document) fail(piece []byte, expected string) *Error {
	d.rest = d.rest[len(d.rest):]
	return d.wrong(piece, expected)
}
