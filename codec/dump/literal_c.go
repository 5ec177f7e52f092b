package dump

import (
	"bytes"
	"strconv"
)

// cArray is the form "c-array": what `xxd -i` prints, or any initializer.
//
//	unsigned char v_bin[] = { 0x00, 0x01 };
//	unsigned int v_bin_len = 2;              checked
//	{0x00, 'a', 255}
//
// Exact.
func cArray(_ *Scanner, dst, text []byte) ([]byte, *Error) {
	open := bytes.IndexByte(text, '{')
	if open < 0 {
		return dst, syntax(0, "`{`", found(text))
	}
	from := len(dst)
	dst, rest, bad := listIn(dst, text, open, '}')
	if bad != nil {
		return dst, bad
	}
	rest = bytes.TrimLeft(rest, " \t\r\n;")
	at := len(text) - len(rest)
	if !bytes.Contains(rest, []byte("_len")) {
		return dst, nothingBehind(text, rest)
	}
	_, count, _ := bytes.Cut(rest, []byte{'='})
	count = bytes.TrimRight(bytes.TrimSpace(count), "; ")
	if n, err := strconv.Atoi(string(count)); err != nil || n != len(dst)-from {
		return dst, syntax(at, "a length of "+itoa(len(dst)-from), found(rest))
	}
	return dst, nil
}

// startsCArray recognizes a declaration with brackets, or a brace before a number.
func startsCArray(text []byte) bool {
	open := bytes.IndexByte(text, '{')
	if open < 0 {
		return false
	}
	if open == 0 {
		inner := bytes.TrimLeft(text[1:], " \t\r\n")
		return len(inner) > 0 && (inner[0] == '-' || inner[0] == '\'' || inner[0]-'0' < 10)
	}
	head := text[:open]
	return bytes.IndexByte(head, '[') > 0 && bytes.IndexByte(head, '=') > 0 && bytes.IndexByte(head, '\n') < 0 &&
		prefixed("unsigned ", "static ", "const ", "constexpr ", "char ", "signed ", "uint8_t ", "int8_t ", "byte ", "BYTE ", "u8 ")(text)
}

// cStringText is the form "c-string": "…" with \a \b \f \n \r \t \v \\ \' \" \?, one to three octal
// digits, \x with all hex digits that follow (more than one byte is an error), and \u and \U as
// UTF-8. Adjacent strings are joined. Exact.
func cStringText(_ *Scanner, dst, text []byte) ([]byte, *Error) {
	inner, at := trimLiteral(text)
	end := at + len(inner)
	for at < end {
		b, rest, bad := stringIn(dst, text[:end], at, cString)
		if bad != nil || text[at] != '"' {
			return dst, orQuote(bad, at, text)
		}
		dst = b
		at = end - len(bytes.TrimLeft(rest, " \t\r\n"))
	}
	return dst, nil
}

func orQuote(bad *Error, at int, text []byte) *Error {
	if bad == nil {
		bad = syntax(at, "a double quote", found(text[at:]))
	}
	return bad
}

// fitCString prefers C for what Go does not write: octal escapes and joined strings.
func fitCString(s *sample) fit {
	l := literal{starts: prefixed(`"`), parse: cStringText, joins: true}
	if f := l.fit(s); f != yes {
		return f
	}
	if (hasOctal(s.text) || !parses(goText, s.text)) && !spellsBytes(s) {
		return yes
	}
	return also
}

// hasOctal reports whether a backslash is followed by an octal digit.
func hasOctal(text []byte) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '\\' {
			i++
			if text[i]-'0' < 8 {
				return true
			}
		}
	}
	return false
}

// cEscaped is the form "c-escaped": the content of C strings without quotes, one value per line, as
// logs and debuggers show bytes (`\200\000a\n`). Exact.
func cEscaped(_ *Scanner, dst, text []byte) ([]byte, *Error) {
	rules := cString
	rules.hexMost = 2 // without quotes to end a string, all printers use two digits
	q := quotedText{text: text, rules: rules}
	return q.read(dst, 0)
}

func fitCEscaped(s *sample) fit {
	if !s.some(len(s.lines), func(line []byte) bool { return bytes.IndexByte(line, '\\') >= 0 }) || !s.parsesLines(cEscaped) {
		return no
	}
	if fitToStringBinary(s) == yes || !s.mostly(func(line []byte) bool { return bytes.IndexByte(line, '\\') >= 0 }) {
		return also
	}
	return yes
}
