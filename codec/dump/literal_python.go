package dump

import "bytes"

// pythonBytes is the form "python-bytes": what repr prints of bytes.
//
//	b'…'   b"…"   rb'…' (raw)   bytearray(b'…')   bytes([0, 255])   '…\x00…' of Python 2, Ruby and messages of HBase
//
// \x has 2 digits, octal up to 3; an unknown escape keeps its backslash. Exact.
func pythonBytes(_ *Scanner, dst, text []byte) ([]byte, *Error) {
	inner, from := trimLiteral(text)
	end := from + len(inner)
	for _, call := range []string{"bytearray(", "bytes(", "memoryview("} {
		if !bytes.HasPrefix(inner, []byte(call)) || inner[len(inner)-1] != ')' {
			continue
		}
		from += len(call)
		end--
		if from < end && text[from] == '[' {
			dst, rest, bad := listIn(dst, text[:end], from, ']')
			if bad != nil {
				return dst, bad
			}
			return dst, nothingBehind(text[:end], rest)
		}
		if bytes.TrimSpace(text[from:end]) == nil || len(bytes.TrimSpace(text[from:end])) == 0 {
			return dst, nil
		}
	}
	for from < end { // adjacent literals join
		b, rest, bad := pythonLiteral(dst, text[:end], from)
		if bad != nil {
			return dst, bad
		}
		dst = b
		from = end - len(bytes.TrimLeft(rest, " \t\r\n"))
	}
	return dst, nil
}

// pythonLiteral reads b'…' and its raw form.
func pythonLiteral(dst, text []byte, at int) (b, rest []byte, bad *Error) {
	isBytes, raw := false, false
	for ; at < len(text) && (text[at]|0x20 == 'b' || text[at]|0x20 == 'r'); at++ {
		isBytes = isBytes || text[at]|0x20 == 'b'
		raw = raw || text[at]|0x20 == 'r'
	}
	if !isBytes && (at == len(text) || text[at] != '\'') {
		return dst, nil, syntax(at, "b and a quote", found(text[min(at, len(text)):]))
	}
	if !raw {
		return stringIn(dst, text, at, pyBytes)
	}
	if at == len(text) || text[at] != '"' && text[at] != '\'' {
		return dst, nil, syntax(at, "a quote", found(text[at:]))
	}
	for i := at + 1; i < len(text); i++ {
		if text[i] == text[at] {
			return append(dst, text[at+1:i]...), text[i+1:], nil
		}
		if text[i] == '\\' {
			i++ // a raw string keeps the backslash, but the quote does not end it
		}
	}
	return dst, nil, syntax(len(text), "a closing quote", "the end")
}

var startsPython = prefixed("b'", `b"`, "B'", `B"`, "rb'", `rb"`, "br'", `br"`, "Rb'", "bR'", "bytearray(", "bytes(", "memoryview(")

// fitPython leaves b"…" to Rust unless Python would choose those quotes: for a text with single
// quotes and no double ones.
func fitPython(s *sample) fit {
	f := literal{starts: func(text []byte) bool {
		return startsPython(text) || text[0] == '\'' && bytes.Contains(text, []byte(`\x`)) // others are words, or hex
	}, parse: pythonBytes}.fit(s)
	if f == yes && bytes.HasPrefix(s.first(), []byte(`b"`)) && parses(rustText, s.text) &&
		(bytes.IndexByte(s.text, '\'') < 0 || bytes.Contains(s.text, []byte(`\"`))) {
		return also
	}
	return f
}
