package dump

import "bytes"

// hexText is the form "hex": hex digits in the notations of people and tools.
//
//	00ff  0x00FF  \x00\xff  X'00ff'  h'00ff'  "00ff"  00 ff  00:ff  00-ff  0x0, 0xff  00h ffh
//
// Plain digits may also be folded inside of a byte, as a terminal does: see unfolded.
// Between bytes there may be spaces, line ends and : - , _. Each run of digits may have 0x before
// it or h after it, or all bytes have \x before them. A run of one digit is a byte only in a list
// of bytes: after 0x, or between runs of two. Any other odd run is an error; it is never padded.
// Exact.
func hexText(_ *Scanner, dst, text []byte) ([]byte, *Error) {
	if b, ok := appendHex(dst, text); ok {
		return b, nil
	}
	if joined := unfolded(text); joined != nil {
		if b, ok := appendHex(dst, joined); ok {
			return b, nil
		}
	}
	inner, from := unwrapHex(text)
	text = text[:from+len(inner)]
	list := hexList{text: text, single: -1, bare: -1}
	quoted := from > 0 && text[from-1] > ' ' // then \x is an escape of some language
	list.escaped = !quoted && len(inner) > 0 && inner[0] == '\\'
	for i := from; ; {
		at, digits, next, bad := hexRun(text, i)
		if bad == nil && next >= 0 {
			bad = list.take(at, digits, i == from && next == len(text))
		}
		if bad != nil {
			return dst, bad
		}
		if next < 0 {
			return dst, list.end(from)
		}
		if len(digits) == 1 {
			dst = append(dst, unhex[digits[0]])
		} else {
			dst, _ = appendHex(dst, digits)
		}
		i = next
	}
}

// hexList counts the kinds of runs in a text, because a single digit is a byte only next to certain other runs.
type hexList struct {
	text    []byte
	escaped bool // all runs have \x before them
	runs    int
	pairs   int  // runs of two digits
	long    bool // there is a longer run
	single  int  // position of the first run of one digit, or -1
	bare    int  // position of the last such run without 0x
	bares   int
}

func (l *hexList) take(at int, digits []byte, only bool) *Error {
	l.runs++
	n := len(digits)
	prefixed := at >= 2 && l.text[at-1]|0x20 == 'x'
	escaped := prefixed && l.text[at-2] == '\\'
	if escaped != l.escaped || escaped && n != 2 && !only {
		return syntax(at, `\x and two digits for each byte or for none`, found(l.text[at:]))
	}
	switch {
	case n == 0 && !only:
		return syntax(at, "hex digits", found(l.text[at:]))
	case n == 1:
		if l.single < 0 {
			l.single = at
		}
		if !prefixed {
			l.bare = at
			l.bares++
		}
	case n%2 != 0:
		return syntax(at, "an even count of hex digits", itoa(n))
	case n == 2:
		l.pairs++
	case n > 2:
		l.long = true
	}
	return nil
}

// end judges the runs of one digit. One at the end is probably a byte that is still being typed.
func (l *hexList) end(from int) *Error {
	if l.runs == 0 {
		return syntax(from, "hex digits", found(bytes.TrimSpace(l.text)))
	}
	typing := l.bares == 1 && l.bare == len(l.text)-1
	if l.single >= 0 && (l.runs < 2 || l.long || l.bares > 0 && (l.pairs == 0 || l.runs < 3 || typing)) {
		return syntax(l.single, "an even count of hex digits", "1")
	}
	return nil
}

// appendHex appends the bytes of plain hex digits, which is all that most dumps contain. For
// anything else, ok is false and dst is unchanged.
func appendHex(dst, text []byte) (b []byte, ok bool) {
	if len(text)%2 != 0 {
		return dst, false
	}
	n := len(dst)
	if cap(dst)-n < len(text)/2 {
		grown := make([]byte, n, 2*n+len(text)/2+64)
		copy(grown, dst)
		dst = grown
	}
	out := dst[n : n+len(text)/2]
	i := 0
	for j := 1; j < len(text); j += 2 { // in this form text needs no bounds check
		hi, lo := unhex[text[j-1]], unhex[text[j]]
		if hi|lo > 15 {
			return dst, false
		}
		out[i] = hi<<4 | lo
		i++
	}
	return dst[:n+len(out)], true
}

// unfolded joins lines that have one odd width, and a last one that is shorter, as a terminal folds a long line. None of them
// could be a value. It returns nil for any other text, also for one of decimal digits, which may be numbers.
func unfolded(text []byte) []byte {
	text = bytes.TrimSpace(text)
	if bytes.IndexByte(text, '\n') < 0 {
		return nil
	}
	lines := bytes.Split(bytes.ReplaceAll(text, []byte("\r\n"), []byte{'\n'}), []byte{'\n'})
	width, last := len(lines[0]), len(lines)-1
	for i, line := range lines {
		if !hexOnly(line) || i < last && len(line) != width {
			return nil
		}
	}
	joined := bytes.Join(lines, nil)
	if width%2 == 0 || len(lines[last]) >= width || decimal(joined) {
		return nil
	}
	return joined
}

// unwrapHex strips quotes and the wrappers X'…' and h'…'. from is where the
// inner text starts.
func unwrapHex(text []byte) (inner []byte, from int) {
	inner = bytes.TrimLeft(text, " \t\r\n")
	from = len(text) - len(inner)
	inner = bytes.TrimRight(inner, " \t\r\n;,")
	if len(inner) >= 3 && (inner[0]|0x20 == 'x' || inner[0]|0x20 == 'h') && inner[1] == '\'' {
		inner, from = inner[1:], from+1
	}
	if n := len(inner); n >= 2 && inner[0] == inner[n-1] && (inner[0] == '"' || inner[0] == '\'' || inner[0] == '`') {
		inner, from = inner[1:n-1], from+1
	}
	return inner, from
}

// hexRun finds the next run of hex digits from i on: its position, its digits, and where to
// continue; next is -1 at the end.
func hexRun(text []byte, i int) (at int, digits []byte, next int, bad *Error) {
	for i < len(text) && separates(text[i]) {
		i++
	}
	if i == len(text) {
		return 0, nil, -1, nil
	}
	prefixed := false
	if len(text)-i >= 2 && (text[i] == '0' || text[i] == '\\') && text[i+1]|0x20 == 'x' {
		i += 2
		prefixed = true
	}
	at = i
	for i < len(text) && unhex[text[i]] < 16 {
		i++
	}
	digits = text[at:i]
	if i < len(text) && text[i]|0x20 == 'h' && !prefixed && len(digits) > 0 {
		i++
	}
	if i < len(text) && !separates(text[i]) && text[i] != '\\' || len(digits) == 0 && !prefixed {
		return at, nil, 0, syntax(i, "a hex digit", found(text[i:]))
	}
	return at, digits, i, nil
}

func separates(b byte) bool {
	switch b {
	case ' ', '\t', '\r', '\n', ':', '-', ',', '_':
		return true
	}
	return false
}

// fitHex detects one value in hex, on one line or folded.
func fitHex(s *sample) fit {
	if !s.parsesWhole(hexText) {
		return no
	}
	if s.hexShape() == listed && unfolded(s.text) == nil {
		return also
	}
	return yes
}

// hexShape gives shape the line widths of od -An -tx1 and xxd -p.
func (s *sample) hexShape() shape { return s.shape(47, 48, 60) }

// fitHexLines detects a list of values in hex, one per line.
func fitHexLines(s *sample) fit {
	if !s.several() || !s.parsesLines(hexText) {
		return no
	}
	if s.hexShape() == listed {
		return yes
	}
	return also
}

// hexWaits reports whether a text is hex except for one missing digit at the end, as while somebody types.
func hexWaits(text []byte) bool {
	text = bytes.TrimRight(text, " \t\r\n'\"")
	n := len(text)
	if n == 0 || unhex[text[n-1]] > 15 {
		return false
	}
	return !parses(hexText, text) && parses(hexText, append(bytes.Clone(text), '0'))
}
