package dump

import (
	"bytes"
	"strconv"

	"github.com/rowlens/rowlens/codec/store"
)

// Error says why one entry of a text could not be read. Reading continues after it.
type Error struct {
	Line     int    // 1-based line of the text; 0 if Lineless
	Offset   int    // bytes before the place in that line, -1 for the whole line
	Lineless bool   // the form has no lines; At is the place
	At       int64  // bytes of the text before the place, if Lineless
	Expected string // what the form requires there
	Found    string // what the text has there

	// Words is the failure message of the dump tool, if the line is one: the dump may then be incomplete.
	Words string

	// Miscounted reports that the tool counted a different number of entries than the text has: some are missing or altered.
	Miscounted bool
}

// Error returns one sentence with the line, what was expected and what was found.
func (e *Error) Error() string {
	where := e.Source("")
	s := where.Spot()
	if e.Words != "" {
		return s + ": the tool that wrote the dump says: " + e.Words
	}
	if e.Offset > 0 {
		s += ", column " + itoa(e.Offset+1)
	}
	return s + ": expected " + e.Expected + ", found " + e.Found
}

// Source returns the place of e in a file.
func (e *Error) Source(file string) store.Source {
	return store.Source{File: file, Line: e.Line, Lineless: e.Lineless, Offset: e.At}
}

// lineless turns e into the Error of a form that has no lines.
func (e *Error) lineless(at int64) *Error {
	e.Line, e.Offset, e.Lineless, e.At = 0, -1, true, at
	return e
}

// syntax returns an Error inside a text whose first line is not yet known.
func syntax(offset int, expected, found string) *Error {
	return &Error{Offset: offset, Expected: expected, Found: found}
}

// place turns the offset of e, which counts from the start of text, into a line and an offset in
// that line. line is the number of the text's first line.
func (e *Error) place(text []byte, line int) *Error {
	at := min(max(e.Offset, 0), len(text))
	e.Line = line + bytes.Count(text[:at], []byte{'\n'})
	e.Offset = at - 1 - bytes.LastIndexByte(text[:at], '\n')
	return e
}

// found quotes the start of b, short enough for a message.
func found(b []byte) string {
	const most = 24
	if len(b) == 0 {
		return "the end"
	}
	if i := bytes.IndexByte(b, '\n'); i > 0 {
		b = b[:i]
	}
	if len(b) > most {
		return strconv.Quote(string(b[:most])) + "…"
	}
	return strconv.Quote(string(b))
}

func itoa(n int) string { return strconv.Itoa(n) }
