package dump

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/store"
)

// percentText is the form "percent" (RFC 3986): %HH in either case is a byte, other characters are
// their UTF-8, a stray % is an error, and + is a plus unless Options.FormText is set. Exact.
func percentText(s *Scanner, dst, text []byte) ([]byte, *Error) {
	return appendPercent(dst, text, s.opt.FormText)
}

func appendPercent(dst, text []byte, plusIsSpace bool) ([]byte, *Error) {
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '%':
			if len(text)-i < 3 || unhex[text[i+1]]|unhex[text[i+2]] > 15 {
				return dst, syntax(i, "two hex digits after %", found(text[i:]))
			}
			dst = append(dst, unhex[text[i+1]]<<4|unhex[text[i+2]])
			i += 2
		case c == '+' && plusIsSpace:
			dst = append(dst, ' ')
		default:
			dst = append(dst, c)
		}
	}
	return dst, nil
}

// formText is the form "form": k=v&k2=v2 (application/x-www-form-urlencoded), where + is a space.
// Each value is a part; if a name is not that of a known part, it is used as the part's name.
// Exact.
func formText(s *Scanner, dst, text []byte) ([]byte, *Error) {
	text = bytes.TrimSpace(text)
	for at := 0; at <= len(text); {
		pair, _, more := bytes.Cut(text[at:], []byte{'&'})
		name, content, ok := bytes.Cut(pair, []byte{'='})
		if !ok || len(name) == 0 || bytes.IndexByte(name, ' ') >= 0 {
			return dst, syntax(at, "name=value", found(pair))
		}
		from := len(dst)
		b, bad := appendPercent(dst, content, true)
		if bad != nil {
			bad.Offset += at + len(name) + 1
			return dst, bad
		}
		dst = b
		part := columnPart(name)
		if part == "" {
			plain, bad := appendPercent(nil, name, true)
			if bad != nil {
				return dst, bad
			}
			part = string(plain)
		}
		s.add(part, dst[from:])
		if !more {
			break
		}
		at += len(pair) + 1
	}
	return dst, nil
}

func fitPercent(s *sample) fit {
	escaped := func(line []byte) bool {
		for i := 0; i+2 < len(line); i++ {
			if line[i] == '%' && unhex[line[i+1]]|unhex[line[i+2]] < 16 {
				return true
			}
		}
		return false
	}
	switch {
	case !s.some(len(s.lines), escaped) || !s.parsesLines(percentText):
		return no
	case s.mostly(escaped):
		return yes
	}
	return also
}

func fitForm(s *sample) fit {
	if len(s.lines) != 1 || fitPercent(s) == no && bytes.IndexByte(s.text, '&') < 0 {
		return no
	}
	var sc Scanner
	if _, bad := formText(&sc, nil, s.lines[0]); bad != nil {
		return no
	}
	for _, p := range sc.entry.Parts {
		if !word(p.Name) {
			return no
		}
	}
	return yes
}

// word reports whether a form field could have that name.
func word(name string) bool {
	for _, c := range []byte(name) {
		if letter := c | 0x20; (letter < 'a' || letter > 'z') && c-'0' > 9 && c != '_' && c != '.' && c != '-' {
			return false
		}
	}
	return name != "" && name != store.Bytes+"="
}
