package dump

import "bytes"

// hexText is the form "hex": hex digits as people and tools spell them.
//
//	00ff  0x00FF  \x00\xff  X'00ff'  h'00ff'  "00ff"  00 ff  00:ff  00-ff  0x0, 0xff  00h ffh
//
// Between bytes there may be spaces, line ends and : - , _ ; each run of digits
// may have 0x or \x before it or h behind it. A run of one digit is a byte only
// in a list whose runs are bytes; any other odd run is an error, never padded.
// Exact.
func hexText(s *Scanner, dst, text []byte) ([]byte, *Error) {
	if b, ok := appendHex(dst, text); ok {
		return b, nil
	}
	inner, from := unwrapHex(text)
	runs, odd := 0, -1 // odd is where the first run of one digit starts
	long := false      // a run has more than two digits
	for i := from; ; {
		at, digits, next, bad := hexRun(text[:from+len(inner)], i)
		if bad != nil {
			return dst, bad
		}
		if next < 0 {
			break
		}
		runs++
		i = next
		long = long || len(digits) > 2
		if len(digits)%2 != 0 {
			if len(digits) > 1 {
				return dst, syntax(at, "an even count of hex digits", itoa(len(digits)))
			}
			if odd < 0 {
				odd = at
			}
			dst = append(dst, unhex[digits[0]])
			continue
		}
		dst, _ = appendHex(dst, digits)
	}
	if odd >= 0 && (long || runs < 2) {
		return dst, syntax(odd, "an even count of hex digits", "1")
	}
	if runs == 0 {
		return dst, syntax(from, "hex digits", found(bytes.TrimSpace(text)))
	}
	return dst, nil
}

// appendHex appends the bytes of plain hex digits, which is the whole grammar of
// most dumps. ok is false, and dst as it was, for anything else.
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
	for i := range out {
		hi, lo := unhex[text[2*i]], unhex[text[2*i+1]]
		if hi|lo > 15 {
			return dst, false
		}
		out[i] = hi<<4 | lo
	}
	return dst[:n+len(out)], true
}

// unwrapHex takes quotes and the wrappers X'…' and h'…' off. from is where the
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

// hexRun finds the next run of hex digits from i on: its place, digits, and
// where to go on; next is -1 at the end.
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
	if s.shape() == listed {
		return also
	}
	return yes
}

// fitHexLines detects a list of values in hex, one a line.
func fitHexLines(s *sample) fit {
	if len(s.lines) < 2 || !s.parsesLines(hexText) {
		return no
	}
	if s.shape() == listed {
		return yes
	}
	return also
}

// hexWaits reports whether a text is hex but for one digit that is missing at
// the end, as it is while somebody types.
func hexWaits(text []byte) bool {
	text = bytes.TrimRight(text, " \t\r\n'\"")
	n := len(text)
	if n == 0 || unhex[text[n-1]] > 15 {
		return false
	}
	return !parses(hexText, text) && parses(hexText, append(bytes.Clone(text), '0'))
}
