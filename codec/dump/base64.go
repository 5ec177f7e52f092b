package dump

import "bytes"

// base64Text is the forms "base64" and "base64url" (RFC 4648): the alphabet with + and / or the one
// with - and _, never both. Padding may be missing, but must be correct if present. White space is
// ignored. Exact; leftover bits that are not zero are noted.
func base64Text(s *Scanner, dst, text []byte) ([]byte, *Error) {
	from := len(dst)
	inner, at := unquote(text)
	b, _, bad := compactBase64(dst, inner)
	if bad != nil {
		bad.Offset += at
		return dst, bad
	}
	digits := b[from:]
	bare := bytes.TrimRight(digits, "=")
	if pad := len(digits) - len(bare); pad > 2 || pad > 0 && len(digits)%4 != 0 {
		return dst, syntax(len(text), "padding to a multiple of 4 characters", itoa(len(digits)))
	}
	if len(bare)%4 == 1 {
		return dst, syntax(len(text), "a count of characters that is not 4n+1", itoa(len(bare)))
	}
	out := digits[:0] // the output never gets ahead of the input
	var bits uint32
	for i, c := range bare {
		bits = bits<<6 | uint32(sextet[c])
		if i%4 == 3 {
			out = append(out, byte(bits>>16), byte(bits>>8), byte(bits))
		}
	}
	switch len(bare) % 4 {
	case 2:
		out = append(out, byte(bits>>4))
		bits <<= 4
	case 3:
		out = append(out, byte(bits>>10), byte(bits>>2))
		bits <<= 6
	default:
		bits = 0
	}
	if bits&0xFF != 0 {
		s.remark("the last base64 character has bits that no byte uses and that are not zero")
	}
	return b[:from+len(out)], nil
}

// sextet has the value of each character of either base64 alphabet.
var sextet = func() (t [256]byte) {
	for i := range byte(26) {
		t['A'+i], t['a'+i] = i, 26+i
	}
	for i := range byte(10) {
		t['0'+i] = 52 + i
	}
	t['+'], t['-'], t['/'], t['_'] = 62, 62, 63, 63
	return t
}()

// unquote strips white space and one pair of quotes.
func unquote(text []byte) (inner []byte, from int) {
	inner, from = trimLiteral(text)
	if n := len(inner); n >= 2 && inner[0] == inner[n-1] && (inner[0] == '"' || inner[0] == '\'') {
		return inner[1 : n-1], from + 1
	}
	return inner, from
}

// compactBase64 appends text without white space. special is '+' or '-' if the text shows which
// alphabet it is, otherwise 0.
func compactBase64(dst, text []byte) (b []byte, special byte, bad *Error) {
	padded := false
	for i, c := range text {
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			continue
		case c == '=':
			padded = true
		case padded:
			return dst, 0, syntax(i, "the end after the padding", found(text[i:]))
		case c == '+' || c == '/' || c == '-' || c == '_':
			kind := byte('+')
			if c == '-' || c == '_' {
				kind = '-'
			}
			if special != 0 && special != kind {
				return dst, 0, syntax(i, "one base64 alphabet", "both")
			}
			special = kind
		case c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9':
		default:
			return dst, 0, syntax(i, "a base64 character", found(text[i:]))
		}
		dst = append(dst, c)
	}
	return dst, special, nil
}

// fitBase64 detects base64 in the alphabet of + (special '+') or of -, as one value or as a list of
// lines. Ordinary words are valid base64 too, so detection requires padding, or letters of both
// cases beyond hex.
func fitBase64(special byte, list bool) func(*sample) fit {
	return func(s *sample) fit {
		if len(s.lines) == 0 || list && !s.several() {
			return no
		}
		if list && !s.parsesLines(base64Text) || !list && !s.parsesWhole(base64Text) {
			return no
		}
		joined, _ := unquote(bytes.Join(s.lines, nil))
		_, kind, _ := compactBase64(nil, joined)
		if kind == 0 {
			kind = '+'
		}
		if special == '-' && kind == '+' || special == '+' && kind == '-' {
			return no
		}
		padded, upper, lower, beyond, spaced := false, false, false, false, false
		for _, line := range s.lines {
			inner, _ := unquote(line)
			for _, c := range inner {
				padded = padded || c == '='
				upper = upper || c >= 'A' && c <= 'Z'
				lower = lower || c >= 'a' && c <= 'z'
				beyond = beyond || unhex[c] > 15
				spaced = spaced || c == ' ' || c == '\t'
			}
		}
		clear := !spaced && (padded || upper && lower && beyond)
		folds := s.shape(64, 76) != listed && !paddedInside(s)
		if clear && folds != list {
			return yes
		}
		return also
	}
}

// paddedInside reports whether a line before the last one ends in padding, so that each line is a value.
func paddedInside(s *sample) bool {
	for _, line := range s.lines[:len(s.lines)-1] {
		if bytes.HasSuffix(bytes.TrimSpace(line), []byte{'='}) {
			return true
		}
	}
	return false
}
