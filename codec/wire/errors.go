package wire

import "strconv"

// Code is the kind of a decoding failure. Numbers and names never change.
type Code uint8

const (
	OK           Code = iota // no failure
	Truncated                // the input ends inside a field
	BadHeader                // the first byte of a value is not a known header
	BadType                  // a known header of a type that the field does not have
	Unterminated             // text without its terminator
	Trailing                 // bytes remain after the last field
	BadValue                 // a code, enum or number outside its range
	BadText                  // text that is not valid UTF-8, or contains forbidden characters
	BadJSON                  // JSON text that does not parse
	NullValue                // null where the format needs a value
	Missing                  // a required field or part is missing
	Limit                    // a limit of the reader (depth, size, count) was reached
	BadCheck                 // a check value that does not match, where that is fatal
	NonCanonical             // a form that no writer produces, refused by a strict reader
)

var codeNames = [...]string{
	"ok", "truncated", "bad-header", "bad-type", "unterminated", "trailing", "bad-value",
	"bad-text", "bad-json", "null", "missing", "limit", "bad-check", "non-canonical",
}

// String returns the code's kebab-case name, as in all JSON output.
func (c Code) String() string {
	if int(c) < len(codeNames) {
		return codeNames[c]
	}
	return "error"
}

// Codes lists all failure codes in the order of their numbers.
func Codes() []Code {
	all := make([]Code, 0, len(codeNames)-1)
	for c := Truncated; int(c) < len(codeNames); c++ {
		all = append(all, c)
	}
	return all
}

// Error says why bytes were refused, and where. Offset counts bytes from the start of the part; it
// is inside the part or one past its end.
type Error struct {
	Code     Code
	Own      string // the format's own word for the failure, if its specification has one
	Format   string // "actionbase"; set by the format
	Record   string // "edge-state"; set by the format
	Part     string // "row"; empty if there is only one part
	Offset   int
	Field    string // name of the field in the legend
	Expected string
	Found    string
}

// Name returns the format's own word for the failure, or otherwise the name of the code.
func (e *Error) Name() string {
	if e.Own != "" {
		return e.Own
	}
	return e.Code.String()
}

// Error returns one sentence, with the offset in decimal and hex:
// "actionbase edge-state row: source: expected 0x00 (end of string), found end of input at offset 9 (0x9)".
func (e *Error) Error() string {
	var b []byte
	for _, s := range [...]string{e.Format, e.Record, e.Part} {
		if s != "" {
			if len(b) > 0 {
				b = append(b, ' ')
			}
			b = append(b, s...)
		}
	}
	if len(b) > 0 {
		b = append(b, ": "...)
	}
	return string(e.appendSentence(b))
}

// Sentence is Error without the leading format, record and part.
func (e *Error) Sentence() string { return string(e.appendSentence(nil)) }

func (e *Error) appendSentence(b []byte) []byte {
	if e.Field != "" {
		b = append(append(b, e.Field...), ": "...)
	}
	b = append(append(b, "expected "...), e.Expected...)
	b = append(append(b, ", found "...), e.Found...)
	b = strconv.AppendInt(append(b, " at offset "...), int64(e.Offset), 10)
	b = strconv.AppendInt(append(b, " (0x"...), int64(e.Offset), 16)
	return append(b, ')')
}

// Is makes errors.Is(err, wire.ErrTruncated) true for every error with that code, and likewise for
// the other codes.
func (e *Error) Is(target error) bool {
	s, ok := target.(sentinel)
	return ok && Code(s) == e.Code
}

// Errors for errors.Is, one for each code.
var (
	ErrTruncated    error = sentinel(Truncated)
	ErrBadHeader    error = sentinel(BadHeader)
	ErrBadType      error = sentinel(BadType)
	ErrUnterminated error = sentinel(Unterminated)
	ErrTrailing     error = sentinel(Trailing)
	ErrBadValue     error = sentinel(BadValue)
	ErrBadText      error = sentinel(BadText)
	ErrBadJSON      error = sentinel(BadJSON)
	ErrNullValue    error = sentinel(NullValue)
	ErrMissing      error = sentinel(Missing)
	ErrLimit        error = sentinel(Limit)
	ErrBadCheck     error = sentinel(BadCheck)
	ErrNonCanonical error = sentinel(NonCanonical)
)

type sentinel Code

// Error returns the code's name.
func (s sentinel) Error() string { return Code(s).String() }
