package dump

import "bytes"

// literal is a form that writes a value in a programming language. Text such as a declaration may
// precede the bytes; starts recognizes it.
type literal struct {
	starts func(text []byte) bool
	parse  spelling
	joins  bool // literals on several lines are one value
}

// open reads one value, or one per line if each sampled line is a literal.
func (l literal) open(_ *Scanner, sm *sample) reader {
	if !l.joins && len(sm.lines) > 1 && sm.parsesLines(l.parse) {
		return &list{parse: l.parse}
	}
	return &folded{parse: l.parse}
}

// fit detects the form by how the text starts, because an incomplete text cannot be parsed yet.
func (l literal) fit(s *sample) fit {
	text := bytes.TrimSpace(s.text)
	if len(text) == 0 || !l.starts(text) {
		return no
	}
	sound := !s.whole || parses(l.parse, s.text) || !l.joins && len(s.lines) > 1 && s.parsesLines(l.parse)
	if !s.whole && text[0] == '"' && len(s.lines) > 1 { // such a text ends in its line, as a cell of a table does
		sound = s.mostly(func(line []byte) bool { return parses(l.parse, line) })
	}
	if sound {
		return yes
	}
	return no
}

// prefixed returns a test for any of several prefixes.
func prefixed(starts ...string) func([]byte) bool {
	return func(text []byte) bool {
		for _, start := range starts {
			if bytes.HasPrefix(text, []byte(start)) {
				return true
			}
		}
		return false
	}
}

// trimLiteral returns the literal without surrounding white space and a trailing ; or , and where
// it starts in text.
func trimLiteral(text []byte) (inner []byte, from int) {
	inner = bytes.TrimLeft(text, " \t\r\n")
	from = len(text) - len(inner)
	return bytes.TrimRight(inner, " \t\r\n;,"), from
}

// listIn reads numbers between the brackets, of which the opening one is text[open]. rest is the
// text after them.
func listIn(dst, text []byte, open int, closing byte) (b, rest []byte, bad *Error) {
	l := intList{text: text, i: open + 1}
	b, bad = l.read(dst, closing)
	return b, text[l.i:], bad
}

// nothingBehind returns an error if a literal is followed by anything but white space, closing
// brackets or semicolons.
func nothingBehind(text, rest []byte) *Error {
	rest = bytes.TrimLeft(rest, " \t\r\n;,)")
	if len(rest) == 0 {
		return nil
	}
	return syntax(len(text)-len(rest), "the end", found(rest))
}

// stringIn reads a quoted string at text[at] by the rules of a language.
func stringIn(dst, text []byte, at int, rules escapeRules) (b, rest []byte, bad *Error) {
	if at >= len(text) || text[at] != '"' && text[at] != '\'' {
		return dst, nil, syntax(at, "a quote", found(text[min(at, len(text)):]))
	}
	q := quotedText{text: text, i: at + 1, rules: rules}
	b, bad = q.read(dst, text[at])
	return b, text[q.i:], bad
}
