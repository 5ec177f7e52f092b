package dump

import "bytes"

// goText is the form "go-string": what %q and %+q print. \x has exactly 2 digits, octal exactly 3;
// \u with 4 and \U with 8 digits give UTF-8; back quotes are raw. Exact.
func goText(_ *Scanner, dst, text []byte) ([]byte, *Error) {
	inner, at := trimLiteral(text)
	if len(inner) >= 2 && inner[0] == '`' {
		end := bytes.IndexByte(inner[1:], '`') + 1
		if end != len(inner)-1 {
			return dst, syntax(at, "a closing `", found(inner))
		}
		return append(dst, inner[1:end]...), nil
	}
	if len(inner) == 0 || inner[0] != '"' {
		return dst, syntax(at, "a double quote", found(inner))
	}
	dst, rest, bad := stringIn(dst, text[:at+len(inner)], at, goString)
	if bad != nil {
		return dst, bad
	}
	return dst, nothingBehind(text, rest)
}

func fitGoString(s *sample) fit {
	l := literal{starts: prefixed(`"`, "`"), parse: goText}
	f := l.fit(s)
	if f == yes && (hasOctal(s.text) || spellsBytes(s) || len(s.lines) > 1 || inlineCode(s.first())) {
		return also
	}
	return f
}

// goBytes is the form "go-bytes": what %#v prints.
//
//	[]byte{0x0, 0x1, 'a', 255}   []uint8{…}   [2]byte{…}   []byte("…")   []byte(nil)
//
// Exact.
func goBytes(_ *Scanner, dst, text []byte) ([]byte, *Error) {
	inner, from := trimLiteral(text)
	for _, kind := range []string{"byte", "uint8"} {
		open := bytes.IndexByte(inner, ']') + 1 + len(kind)
		if open >= len(inner) || string(inner[open-len(kind):open]) != kind {
			continue
		}
		if bytes.HasSuffix(inner, []byte("(nil)")) && len(inner) == open+len("(nil)") {
			return dst, nil
		}
		var rest []byte
		var bad *Error
		text = text[:from+len(inner)]
		if inner[open] == '(' {
			dst, rest, bad = stringIn(dst, text, from+open+1, goString)
		} else if inner[open] == '{' {
			dst, rest, bad = listIn(dst, text, from+open, '}')
		} else {
			continue
		}
		if bad != nil {
			return dst, bad
		}
		return dst, nothingBehind(text, rest)
	}
	return dst, syntax(from, "`[]byte{` or `[]byte(`", found(inner))
}

// startsGoBytes recognizes [] or [N] and byte or uint8.
func startsGoBytes(text []byte) bool {
	end := bytes.IndexByte(text, ']')
	return end > 0 && text[0] == '[' && (end == 1 || decimal(text[1:end])) && prefixed("byte", "uint8")(text[end+1:])
}
