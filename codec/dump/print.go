package dump

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Printer writes bytes in one notation.
type Printer struct {
	ID    string // the Form that reads it back
	Name  string // short name for options: hex, go, java …
	Title string
	// Append appends b as text to dst. In notations without delimiters, the text of an empty b is empty.
	Append func(dst, b []byte) []byte

	declare declaration
}

// declaration is how a notation names one of several parts.
type declaration struct {
	before, behind string                     // text around the name
	bare           func(dst, b []byte) []byte // replaces Append if that has no delimiters
	json           bool                       // parts are members of one object, for text that would be read as hex
}

// Printers returns all notations that this package writes. The form with the same ID reads each
// text back to the same bytes.
func Printers() []Printer {
	quoted := declaration{bare: appendString}
	object := declaration{json: true}
	return []Printer{
		{"hex", "hex", "Hex", AppendHex, declaration{}},
		{"tostringbinary", "hbase", "HBase escaped text", AppendToStringBinary, quoted},
		{"accumulo-escaped", "accumulo", "Accumulo escaped text", AppendAccumulo, quoted},
		{"base64", "base64", "Base64", AppendBase64, object},
		{"base64url", "base64url", "Base64, URL alphabet", AppendBase64URL, object},
		{"c-string", "c", "C string", AppendC, declaration{before: "const char ", behind: ";"}},
		{"go-bytes", "go", "Go byte slice", AppendGo, declaration{before: "var "}},
		{"java-array", "java", "Java byte array", AppendJava, declaration{before: "byte[] ", behind: ";"}},
		{"js-typed-array", "javascript", "JavaScript typed array", AppendJavaScript, declaration{before: "const ", behind: ";"}},
		{"python-bytes", "python", "Python bytes", AppendPython, declaration{}},
		{"rust-bytes", "rust", "Rust byte string", AppendRust, declaration{before: "let ", behind: ";"}},
		{"int-list", "json", "JSON list of numbers", AppendJSON, object},
	}
}

// Names reports whether several parts are written with their names. In hex they are known by their order.
func (p *Printer) Names() bool { return p.ID != "hex" }

// Lines reports whether several parts are written on one line.
func (p *Printer) Lines() bool { return p.declare.json }

// AppendParts appends the parts of an entry. A single part gets no name; each of several is
// declared under its name, so that the form "named-parts", or that of JSON Lines, reads back the
// same parts.
func (p *Printer) AppendParts(dst []byte, parts []store.Part) []byte {
	if len(parts) == 1 {
		return p.Append(dst, parts[0].Bytes)
	}
	return p.AppendNamed(dst, parts)
}

// AppendNamed is AppendParts that also names a single part.
func (p *Printer) AppendNamed(dst []byte, parts []store.Part) []byte {
	if p.declare.json {
		return p.appendObject(dst, parts)
	}
	print := p.Append
	if p.declare.bare != nil {
		print = p.declare.bare
	}
	for i, part := range parts {
		if i > 0 {
			dst = append(dst, '\n')
		}
		dst = append(append(dst, p.declare.before...), part.Name...)
		if p.ID == "c-string" {
			dst = append(dst, "[]"...)
		}
		dst = append(print(append(dst, " = "...), part.Bytes), p.declare.behind...)
	}
	return dst
}

// AppendAs is AppendNamed for bytes under any name.
func (p *Printer) AppendAs(dst []byte, name string, b []byte) []byte {
	return p.AppendNamed(dst, []store.Part{{Name: name, Bytes: b}})
}

func (p *Printer) appendObject(dst []byte, parts []store.Part) []byte {
	w := value.Writer{Buf: dst}
	w.Object()
	for _, part := range parts {
		w.AnyKey(part.Name)
		if text := p.Append(nil, part.Bytes); p.ID == "int-list" {
			w.JSON(text)
		} else {
			w.Text(text)
		}
	}
	w.EndObject()
	return w.Buf
}

const (
	lowerDigits = "0123456789abcdef"
	upperDigits = "0123456789ABCDEF"
)

// AppendHex appends two lower-case hex digits per byte.
func AppendHex(dst, b []byte) []byte {
	for _, c := range b {
		dst = append(dst, lowerDigits[c>>4], lowerDigits[c&15])
	}
	return dst
}

// AppendToStringBinary appends what HBase's Bytes.toStringBinary prints: bytes 20..7e except the
// backslash literally, others as \xHH.
func AppendToStringBinary(dst, b []byte) []byte {
	for _, c := range b {
		if printable(c) && c != '\\' {
			dst = append(dst, c)
			continue
		}
		dst = append(dst, '\\', 'x', upperDigits[c>>4], upperDigits[c&15])
	}
	return dst
}

// AppendAccumulo appends what Accumulo's DefaultFormatter prints: like AppendToStringBinary, but
// a backslash is doubled.
func AppendAccumulo(dst, b []byte) []byte {
	for _, c := range b {
		switch {
		case c == '\\':
			dst = append(dst, '\\', '\\')
		case printable(c):
			dst = append(dst, c)
		default:
			dst = append(dst, '\\', 'x', upperDigits[c>>4], upperDigits[c&15])
		}
	}
	return dst
}

// AppendBase64 appends base64 with padding.
func AppendBase64(dst, b []byte) []byte { return appendBase64(dst, b, "+/", true) }

// AppendBase64URL appends base64 in the URL alphabet, without padding.
func AppendBase64URL(dst, b []byte) []byte { return appendBase64(dst, b, "-_", false) }

func appendBase64(dst, b []byte, special string, pad bool) []byte {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	digit := func(v uint32) byte {
		if v &= 63; v < 62 {
			return alphabet[v]
		}
		return special[v&1]
	}
	for ; len(b) >= 3; b = b[3:] {
		v := uint32(b[0])<<16 | uint32(b[1])<<8 | uint32(b[2])
		dst = append(dst, digit(v>>18), digit(v>>12), digit(v>>6), digit(v))
	}
	switch len(b) {
	case 1:
		v := uint32(b[0]) << 16
		dst = append(dst, digit(v>>18), digit(v>>12))
	case 2:
		v := uint32(b[0])<<16 | uint32(b[1])<<8
		dst = append(dst, digit(v>>18), digit(v>>12), digit(v>>6))
	}
	if pad && len(b) > 0 {
		dst = append(dst, "=="[len(b)-1:]...)
	}
	return dst
}

// AppendC appends a C string literal. Bytes are escaped in octal, because a hex escape takes all
// digits that follow it; ? is escaped to prevent trigraphs.
func AppendC(dst, b []byte) []byte {
	dst = append(dst, '"')
	for _, c := range b {
		switch {
		case c == '"' || c == '\\' || c == '?':
			dst = append(dst, '\\', c)
		case printable(c):
			dst = append(dst, c)
		default:
			dst = append(dst, '\\', '0'+c>>6, '0'+c>>3&7, '0'+c&7)
		}
	}
	return append(dst, '"')
}

// AppendGo appends a Go expression: []byte("…").
func AppendGo(dst, b []byte) []byte {
	return append(appendQuoted(append(dst, "[]byte("...), b, '"', ""), ')')
}

// AppendPython appends a Python bytes literal, as repr does.
func AppendPython(dst, b []byte) []byte {
	quote := byte('\'')
	for _, c := range b {
		if c == '"' {
			quote = '\''
			break
		}
		if c == '\'' {
			quote = '"'
		}
	}
	return appendQuoted(append(dst, 'b'), b, quote, "")
}

// AppendRust appends a Rust byte string.
func AppendRust(dst, b []byte) []byte { return appendQuoted(append(dst, 'b'), b, '"', "") }

// appendQuoted appends b in quotes. Bytes that are not printable, and those in hidden, are written as \xHH.
func appendQuoted(dst, b []byte, quote byte, hidden string) []byte {
	dst = append(dst, quote)
	for _, c := range b {
		hide := !printable(c)
		for i := range len(hidden) {
			hide = hide || c == hidden[i]
		}
		switch {
		case hide:
			dst = append(dst, '\\', 'x', lowerDigits[c>>4], lowerDigits[c&15])
		case c == quote || c == '\\':
			dst = append(dst, '\\', c)
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, quote)
}

// AppendJava appends a Java expression: new byte[] {0, -1}.
func AppendJava(dst, b []byte) []byte {
	dst = append(dst, "new byte[] {"...)
	for i, c := range b {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = strconv.AppendInt(dst, int64(int8(c)), 10)
	}
	return append(dst, '}')
}

// AppendJavaScript appends a JavaScript expression: new Uint8Array([0, 255]).
func AppendJavaScript(dst, b []byte) []byte {
	return append(AppendJSON(append(dst, "new Uint8Array("...), b), ')')
}

// appendString appends a string in double quotes, as in Go and other languages.
func appendString(dst, b []byte) []byte { return appendQuoted(dst, b, '"', "") }

// AppendJSON appends a list of the numbers 0 to 255.
func AppendJSON(dst, b []byte) []byte {
	dst = append(dst, '[')
	for i, c := range b {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendUint(dst, uint64(c), 10)
	}
	return append(dst, ']')
}

// AppendHBaseGet appends a command for the HBase shell that reads one cell, or the whole row if
// column is nil. column is `family:qualifier`. The form "hbase-command" reads it back.
func AppendHBaseGet(dst []byte, table string, row, column []byte) []byte {
	dst = appendRuby(append(dst, "get "...), []byte(table))
	dst = appendRuby(append(dst, ", "...), row)
	if column != nil {
		dst = appendRuby(append(dst, ", "...), column)
	}
	return dst
}

// appendRuby appends a Ruby string in double quotes, in which an unescaped # could start code.
func appendRuby(dst, b []byte) []byte { return appendQuoted(dst, b, '"', "#") }

func printable(c byte) bool { return c >= 0x20 && c <= 0x7E }
