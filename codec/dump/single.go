package dump

import (
	"bytes"
	"io"

	"github.com/rowlens/rowlens/codec/store"
)

// spelling decodes one byte string from its text. It appends to dst, may remark on s (the current
// entry), and returns an *Error whose Offset counts from the start of text.
type spelling func(s *Scanner, dst, text []byte) ([]byte, *Error)

// folded reads a whole text as one value.
type folded struct {
	parse spelling
	list  *list // reads the text if its lines cannot be one value
	done  bool
}

func (f *folded) next(s *Scanner) error {
	if f.done {
		return io.EOF
	}
	f.done = true
	line := s.lines.line + 1
	if f.list != nil && s.lines.longLine() {
		s.reader = f.list // it cannot be one value anyway; an overlong line must not affect the others
		err := s.reader.next(s)
		if bad, ok := err.(*Error); ok && s.lines.ended() {
			return s.lines.tooLong(bad.Line)
		}
		return err
	}
	text, err := s.lines.rest()
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return io.EOF
	}
	s.entry.Source.Line = line + bytes.Count(text[:len(text)-len(bytes.TrimLeft(text, " \t\r\n"))], []byte{'\n'})
	b, bad := f.parse(s, s.buf, text)
	if bad != nil {
		return bad.place(text, line)
	}
	s.buf = b
	if len(s.entry.Parts) == 0 {
		s.add(store.Bytes, b)
	}
	return nil
}

// list reads each line as one value. Blank lines at the end are not values. Others are empty values
// if the form can write an empty value as nothing.
type list struct {
	parse  spelling
	blanks bool // a blank line is an empty value
	held   int  // blank lines that count only if a value follows
	given  int  // how many of them were returned
}

func (l *list) next(s *Scanner) error {
	if l.given < l.held {
		l.given++
		s.entry.Source.Line = s.lines.line - l.held + l.given
		s.add(store.Bytes, nil)
		return nil
	}
	l.held, l.given = 0, 0
	blank := 0
	for {
		line, err := s.lines.next()
		if err != nil {
			return err
		}
		if len(line) == 0 || !l.blanks && len(bytes.TrimSpace(line)) == 0 {
			blank++
			continue
		}
		if blank > 0 && l.blanks {
			s.lines.back()
			l.held = blank
			return l.next(s)
		}
		s.entry.Source.Line = s.lines.line
		s.room(len(line))
		b, bad := l.parse(s, s.buf, line)
		if bad != nil {
			bad.Line = s.lines.line
			return bad
		}
		s.buf = b
		if len(s.entry.Parts) == 0 {
			s.add(store.Bytes, b)
		}
		return nil
	}
}

func openFolded(parse spelling) func(*Scanner, *sample) reader {
	return func(*Scanner, *sample) reader { return &folded{parse: parse} }
}

// openUnfolded is openFolded for a spelling that also occurs in lists.
func openUnfolded(parse spelling) func(*Scanner, *sample) reader {
	return func(*Scanner, *sample) reader { return &folded{parse: parse, list: &list{parse: parse}} }
}

func openList(parse spelling) func(*Scanner, *sample) reader {
	return func(*Scanner, *sample) reader { return &list{parse: parse} }
}

// parses reports whether a spelling reads a complete text.
func parses(parse spelling, text []byte) bool {
	var s Scanner
	_, bad := parse(&s, nil, text)
	return bad == nil
}

// parsesLines reports whether a spelling reads each sampled line.
func (s *sample) parsesLines(parse spelling) bool {
	var sc Scanner
	var dst []byte
	return s.every(func(line []byte) bool {
		b, bad := parse(&sc, dst[:0], line)
		dst = b
		return bad == nil
	})
}

// parsesWhole reports whether a spelling reads the sample as one value. A long line may have been
// cut inside a byte.
func (s *sample) parsesWhole(parse spelling) bool {
	if len(s.lines) == 0 {
		return false
	}
	if parses(parse, s.text) {
		return true
	}
	for cut := 1; cut < 4 && !s.whole && len(s.lines) == 1; cut++ {
		if parses(parse, s.text[:len(s.text)-cut]) {
			return true
		}
	}
	return false
}
