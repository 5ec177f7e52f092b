package dump

import (
	"bytes"
	"io"
	"slices"
)

// namedParts is the form "named-parts": declarations in any language, one per line, whose names are
// parts. A name that the entry already has, or a blank line, begins the next entry.
//
//	row = 95ca6243            hex
//	var value = []byte("…")   Go
//	byte[] key = {1, -2};     Java; also C, JavaScript, Python, Rust
//	row_start = …, row_stop = the bounds of a range: two rows
//
// Exact.
type namedParts struct {
	ahead []byte // a line that belongs to the next entry
	line  int    // its number
}

func openNamed(*Scanner, *sample) reader { return &namedParts{} }

// fitNamed requires that all lines are declarations of parts.
func fitNamed(s *sample) fit {
	var sc Scanner
	if !s.every(func(line []byte) bool {
		_, text, ok := cutNamed(line)
		if !ok {
			return false
		}
		_, bad := namedValue(&sc, nil, text)
		return bad == nil
	}) {
		return no
	}
	return yes
}

func (n *namedParts) next(s *Scanner) error {
	var names []string
	for {
		line, at, err := n.read(s)
		if err == io.EOF && len(names) > 0 {
			return nil
		}
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(line)) == 0 {
			if len(names) > 0 {
				return nil
			}
			continue
		}
		name, text, ok := cutNamed(line)
		if ok && slices.Contains(names, name) {
			n.ahead, n.line = bytes.Clone(line), at
			return nil
		}
		if len(names) == 0 {
			s.entry.Source.Line = at
		}
		if !ok {
			return &Error{Line: at, Offset: -1, Expected: "`<part> = <bytes>`", Found: found(line)}
		}
		from := len(s.buf)
		b, bad := namedValue(s, s.buf, text)
		if bad != nil {
			bad.Line, bad.Offset = at, -1
			return bad
		}
		s.buf = b
		s.add(name, s.buf[from:])
		names = append(names, name)
	}
}

// read returns the line that was put back, or the next one.
func (n *namedParts) read(s *Scanner) (line []byte, at int, err error) {
	if n.ahead != nil {
		line, n.ahead = n.ahead, nil
		return line, n.line, nil
	}
	line, err = s.lines.next()
	return line, s.lines.line, err
}

// cutNamed splits a declaration into the name of the part and the value. Words before the name, and
// a type after it, belong to the language.
func cutNamed(line []byte) (name string, text []byte, ok bool) {
	left, text, ok := bytes.Cut(line, []byte(" = "))
	if !ok {
		left, text, ok = bytes.Cut(line, []byte(" := "))
	}
	if !ok {
		return "", nil, false
	}
	left, _, _ = bytes.Cut(left, []byte{':'})
	left = bytes.TrimSuffix(bytes.TrimSpace(left), []byte("[]"))
	word := left[bytes.LastIndexByte(left, ' ')+1:]
	for _, bound := range [...]string{"_start", "_stop"} { // of a range: each is a separate row
		word = bytes.TrimSuffix(word, []byte(bound))
	}
	name = columnPart(word)
	return name, bytes.TrimRight(text, "; \t"), name != ""
}

// namedValue reads the text after the equals sign: a literal recognized by its start, otherwise
// hex. In double quotes, C and Go agree except for the escapes that only one of them has.
func namedValue(s *Scanner, dst, text []byte) ([]byte, *Error) {
	from := len(dst)
	switch text = bytes.TrimSpace(text); {
	case len(text) == 0:
		return dst, nil
	case text[0] == '"':
		if b, bad := goText(s, dst, text); bad == nil {
			return b, nil
		}
		return cStringText(s, dst[:from], text)
	case startsGoBytes(text):
		return goBytes(s, dst, text)
	case startsJava(text), text[0] == '{':
		return javaArray(s, dst, text)
	case startsTypedArray(text):
		return jsTypedArray(s, dst, text)
	case startsPython(text):
		return pythonBytes(s, dst, text)
	case text[0] == '[':
		return numberList(s, dst, text)
	}
	return hexText(s, dst, text)
}
