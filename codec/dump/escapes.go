package dump

import (
	"bytes"
	"unicode/utf8"
)

// escapeRules are the escapes that a language allows after a backslash in a string.
type escapeRules struct {
	letters  string // pairs of a letter and the byte that it stands for
	hexMost  int    // hex digits after \x: exactly this many, 0 for no \x, -1 for all that follow (C)
	octalMin int    // minimum of octal digits
	octalMax int    // maximum, 0 for no octal escapes
	unicode  bool   // \u with 4 digits and \U with 8
	unknown  bool   // an unknown escape keeps its backslash (Python); otherwise it is an error
	folds    bool   // a backslash before a line end joins the lines
}

const plainLetters = "a\a" + "b\b" + "f\f" + "n\n" + "r\r" + "t\t" + "v\v" + "\\\\" + "\"\""

var (
	cString    = escapeRules{letters: plainLetters + "''" + "??" + "e\x1b", hexMost: -1, octalMin: 1, octalMax: 3, unicode: true, folds: true}
	goString   = escapeRules{letters: plainLetters + "''", hexMost: 2, octalMin: 3, octalMax: 3, unicode: true}
	pyBytes    = escapeRules{letters: plainLetters + "''", hexMost: 2, octalMin: 1, octalMax: 3, unknown: true, folds: true}
	rustBytes  = escapeRules{letters: "0\x00" + "n\n" + "r\r" + "t\t" + "\\\\" + "''" + "\"\"", hexMost: 2, folds: true}
	jsonString = escapeRules{letters: "b\b" + "f\f" + "n\n" + "r\r" + "t\t" + "\\\\" + "\"\"" + "//", unicode: true}
)

// quotedText reads the inside of a string literal.
type quotedText struct {
	text  []byte
	i     int
	rules escapeRules
}

// read appends bytes up to the closing quote (0: the end of the text), and leaves q.i after it.
func (q *quotedText) read(dst []byte, quote byte) ([]byte, *Error) {
	for q.i < len(q.text) {
		c := q.text[q.i]
		switch {
		case c == quote && quote != 0:
			q.i++
			return dst, nil
		case c != '\\':
			dst = append(dst, c)
			q.i++
		default:
			var bad *Error
			if dst, bad = q.escape(dst); bad != nil {
				return dst, bad
			}
		}
	}
	if quote != 0 {
		return dst, syntax(q.i, "a closing "+string(quote), "the end")
	}
	return dst, nil
}

// escape appends the byte or character of the escape at q.i.
func (q *quotedText) escape(dst []byte) ([]byte, *Error) {
	at := q.i
	rest := q.text[q.i+1:]
	if len(rest) == 0 {
		return dst, syntax(at, "an escape", "the end")
	}
	c := rest[0]
	if q.rules.folds && (c == '\n' || c == '\r' && len(rest) > 1 && rest[1] == '\n') {
		q.i += 2
		if c == '\r' {
			q.i++
		}
		return dst, nil
	}
	if c-'0' < 8 && q.rules.octalMax > 0 {
		return q.octal(dst)
	}
	for k := 0; k < len(q.rules.letters); k += 2 {
		if q.rules.letters[k] == c {
			q.i += 2
			return append(dst, q.rules.letters[k+1]), nil
		}
	}
	switch {
	case c == 'x' && q.rules.hexMost != 0:
		return q.hex(dst)
	case c == 'u' && q.rules.unicode, c == 'U' && q.rules.unicode && q.rules.hexMost != 0:
		return q.codePoint(dst, c)
	case q.rules.unknown:
		q.i += 2
		return append(dst, '\\', c), nil
	}
	return dst, syntax(at, "an escape of this language", found(q.text[at:]))
}

func (q *quotedText) octal(dst []byte) ([]byte, *Error) {
	at, v, n := q.i, 0, 0
	for q.i++; q.i < len(q.text) && n < q.rules.octalMax && q.text[q.i]-'0' < 8; q.i++ {
		v = v*8 + int(q.text[q.i]-'0')
		n++
	}
	if n < q.rules.octalMin || v > 255 {
		return dst, syntax(at, "an octal escape of one byte", found(q.text[at:]))
	}
	return append(dst, byte(v)), nil
}

func (q *quotedText) hex(dst []byte) ([]byte, *Error) {
	at, v, n := q.i, 0, 0
	most := q.rules.hexMost
	for q.i += 2; q.i < len(q.text) && n != most && unhex[q.text[q.i]] < 16; q.i++ {
		v = min(v*16+int(unhex[q.text[q.i]]), 1<<16)
		n++
	}
	if n == 0 || most > 0 && n < most || v > 255 {
		return dst, syntax(at, "a hex escape of one byte", found(q.text[at:]))
	}
	return append(dst, byte(v)), nil
}

// codePoint appends the UTF-8 form of \uHHHH or \UHHHHHHHH. A surrogate pair, as JSON and JavaScript write one, is one character.
func (q *quotedText) codePoint(dst []byte, letter byte) ([]byte, *Error) {
	at := q.i
	r, ok := q.codeUnit(letter)
	if ok && r >= 0xD800 && r < 0xDC00 && bytes.HasPrefix(q.text[q.i:], []byte(`\u`)) {
		low, found := q.codeUnit('u')
		ok = found && low >= 0xDC00 && low < 0xE000
		r = 0x10000 + (r-0xD800)<<10 + (low - 0xDC00)
	}
	if !ok || !utf8.ValidRune(r) {
		return dst, syntax(at, "an escape of one character", found(q.text[at:]))
	}
	return utf8.AppendRune(dst, r), nil
}

func (q *quotedText) codeUnit(letter byte) (r rune, ok bool) {
	n := 4
	if letter == 'U' {
		n = 8
	}
	q.i += 2
	if len(q.text)-q.i < n {
		return 0, false
	}
	for _, c := range q.text[q.i : q.i+n] {
		if unhex[c] > 15 {
			return 0, false
		}
		r = r<<4 | rune(unhex[c])
	}
	q.i += n
	return r, true
}
