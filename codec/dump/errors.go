package dump

import (
	"bytes"
	"strconv"
)

// Error is why one entry of a text could not be read. Reading continues after it.
type Error struct {
	Line     int    // 1-based line of the text
	Offset   int    // bytes before the place in that line, -1 for the whole line
	Expected string // what the form requires there
	Found    string // what the text has there

	// Words is a failure message of the dumping tool, if the line is one: then the dump may be
	// incomplete.
	Words string
}

// Error returns one sentence with the line, what was expected and what was found.
func (e *Error) Error() string {
	s := "line " + itoa(e.Line)
	if e.Words != "" {
		return s + ": the tool that wrote the dump says: " + e.Words
	}
	if e.Offset > 0 {
		s += ", column " + itoa(e.Offset+1)
	}
	return s + ": expected " + e.Expected + ", found " + e.Found
}

// syntax is an Error inside a text that does not know on which line it starts.
func syntax(offset int, expected, found string) *Error {
	return &Error{Offset: offset, Expected: expected, Found: found}
}

// place turns the offset of e, which counts from the start of text, into a line
// and an offset in that line. The text starts on the given line.
func (e *Error) place(text []byte, line int) *Error {
	at := min(max(e.Offset, 0), len(text))
	e.Line = line + bytes.Count(text[:at], []byte{'\n'})
	e.Offset = at - 1 - bytes.LastIndexByte(text[:at], '\n')
	return e
}

// found quotes the start of the text at a place, short enough for a message.
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
