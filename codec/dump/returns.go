package dump

import (
	"bytes"
	"io"
)

// Some programs, such as spreadsheets that save for an old Macintosh, end lines with a carriage return alone.

const noteReturns = "the lines end in a carriage return alone"

// splitAtReturns makes line feeds of carriage returns if the text has only those and is a dump with
// them, and reports whether it did.
func (s *Scanner) splitAtReturns(whole bool) bool {
	text := s.lines.buf[s.lines.pos:]
	at := bytes.IndexByte(text, '\r')
	if at < 0 || at == len(text)-1 || bytes.IndexByte(text, '\n') >= 0 {
		return false
	}
	split := bytes.ReplaceAll(s.lines.buf, []byte{'\r'}, []byte{'\n'})
	as := func(text []byte) score {
		sm := newSample(text, whole)
		sm.dump = s.opt.Dump
		sm, _ = unwrap(sm, s.opt)
		rated, _ := rate(sm, s.opt)
		return rated
	}
	if after := as(split[s.lines.pos:]); after.rank < 2 || as(text).beats(after) {
		return false
	}
	s.lines.buf = split
	if s.lines.r != nil {
		s.lines.r = returns{s.lines.r}
	}
	return true
}

// returns reads a text with line feeds in place of carriage returns.
type returns struct{ r io.Reader }

func (r returns) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	for i, c := range p[:n] {
		if c == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}
