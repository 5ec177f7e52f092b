package dump

import (
	"bytes"
	"strconv"
)

// numberList is the form "int-list": a bare list of numbers, as Java's Arrays.toString, Python,
// JSON, Rust (&[0x00u8, 1]) and Go's %v ([0 1 97]) print bytes, NumPy (array([0, 1], dtype=uint8)), Erlang and
// Elixir (<<0, 1>>), and what Spark ([51 07 C1]) and Rust's {:02x?} print. Exact, but a list of 0..127 does not show
// whether bytes are signed.
func numberList(s *Scanner, dst, text []byte) ([]byte, *Error) {
	inner, from := trimLiteral(text)
	if bytes.HasPrefix(inner, []byte("<<")) {
		dst, rest, bad := listIn(dst, text, from+1, '>')
		if bad == nil && !bytes.HasPrefix(rest, []byte{'>'}) {
			bad = syntax(len(text)-len(rest), "`>>`", found(rest))
		}
		if bad != nil {
			return dst, bad
		}
		return dst, nothingBehind(text, rest[1:])
	}
	if list, ok := bytes.CutPrefix(inner, []byte("array(")); ok {
		list, _, _ = bytes.Cut(list, []byte(", dtype="))
		return numberList(s, dst, bytes.TrimSuffix(list, []byte{')'}))
	}
	open := 0
	for _, start := range []string{"&[", "vec![", "&vec!["} {
		if bytes.HasPrefix(inner, []byte(start)) {
			open = len(start) - 1
		}
	}
	if len(inner) == 0 || inner[open] != '[' {
		return dst, syntax(from, "`[`", found(inner))
	}
	if hex, ok := bytes.CutSuffix(inner[open+1:], []byte{']'}); ok && hexItems(hex) {
		return hexText(s, dst, hex)
	}
	dst, rest, bad := listIn(dst, text, from+open, ']')
	if bad != nil {
		return dst, bad
	}
	return dst, nothingBehind(text, rest)
}

// hexItems reports whether all items have two hex digits, and one of them is no decimal number.
func hexItems(list []byte) bool {
	hex := false
	for _, item := range bytes.Fields(list) {
		item = bytes.TrimSuffix(item, []byte{','})
		if len(item) != 2 || unhex[item[0]]|unhex[item[1]] > 15 {
			return false
		}
		hex = hex || item[0] == '0' || item[0] > '9' || item[1] > '9'
	}
	return hex
}

// javaArray is the form "java-array": new byte[]{-1, (byte) 0xFF}, JShell's byte[2] { -1, 0 }, Kotlin's byteArrayOf(…) and
// ubyteArrayOf(…), and Scala's Array(…). Two's complement; exact.
func javaArray(_ *Scanner, dst, text []byte) ([]byte, *Error) {
	open := bytes.IndexAny(text, "{(")
	if open < 0 {
		return dst, syntax(0, "`{` or `(`", found(text))
	}
	closing := byte('}')
	if text[open] == '(' {
		closing = ')'
	}
	dst, rest, bad := listIn(dst, text, open, closing)
	if bad != nil {
		return dst, bad
	}
	return dst, nothingBehind(text, rest)
}

func startsJava(text []byte) bool {
	if prefixed("byteArrayOf(", "ubyteArrayOf(", "Array(", "Array[Byte](")(text) {
		return true
	}
	rest, ok := bytes.CutPrefix(bytes.TrimPrefix(text, []byte("new ")), []byte("byte"))
	rest = bytes.TrimLeft(rest, " ")
	return ok && len(rest) > 0 && rest[0] == '['
}

// nodeBuffer is the form "node-buffer": <Buffer 00 01> as Node.js prints it. After 50 bytes Node
// prints only how many more there are; the rest is lost.
func nodeBuffer(s *Scanner, dst, text []byte) ([]byte, *Error) {
	inner, from := trimLiteral(text)
	body, ok := bytes.CutPrefix(inner, []byte("<Buffer"))
	body, closed := bytes.CutSuffix(body, []byte{'>'})
	if !ok || !closed {
		return dst, syntax(from, "<Buffer …>", found(inner))
	}
	if head, tail, cut := bytes.Cut(body, []byte("...")); cut {
		body = head
		s.inexact("the text was cut: it ends with `..." + string(bytes.TrimRight(tail, " ")[:min(len(tail), 40)]) + "`")
	}
	for body = bytes.TrimSpace(body); len(body) > 0; body = bytes.TrimLeft(body, " \r\n\t") {
		b, ok := appendHex(dst, body[:min(2, len(body))])
		if !ok || len(body) > 2 && body[2] > ' ' {
			return dst, syntax(from, "two hex digits a byte", found(body))
		}
		dst, body = b, body[2:]
	}
	return dst, nil
}

// jsTypedArray is the form "js-typed-array": Uint8Array(2) [ 0, 255 ] as Node.js prints it,
// possibly over several lines, and new Uint8Array([0, 255]), Buffer.from([…]). After 100 numbers
// Node prints only how many more there are.
func jsTypedArray(s *Scanner, dst, text []byte) ([]byte, *Error) {
	open := bytes.IndexByte(text, '[')
	if open < 0 {
		return dst, syntax(0, "`[`", found(text))
	}
	from := len(dst)
	list, rest := text, []byte(nil)
	var bad *Error
	if i := bytes.Index(text, []byte("... ")); i > open {
		s.inexact("the text was cut: only the first numbers are printed")
		list = text[:i]
		dst, _, bad = listIn(dst, list, open, 0)
	} else {
		dst, rest, bad = listIn(dst, list, open, ']')
	}
	if bad != nil {
		return dst, bad
	}
	if _, count, ok := bytes.Cut(text[:open], []byte{'('}); ok && s.detail.Note == "" {
		count, _, _ = bytes.Cut(count, []byte{')'})
		if n, err := strconv.ParseInt(string(count), 10, 64); err == nil && n != int64(len(dst)-from) {
			return dst, syntax(open, strconv.FormatInt(n, 10)+" numbers", itoa(len(dst)-from))
		}
	}
	return dst, nothingBehind(text, rest)
}

var startsTypedArray = prefixed("Uint8Array", "Int8Array", "Uint8ClampedArray", "new Uint8Array", "new Int8Array",
	"Buffer.from([", "Buffer(")
