package dump

import "bytes"

// unhex is the value of a hex digit, 0xFF for any other byte.
var unhex = func() (t [256]byte) {
	for i := range t {
		t[i] = 0xFF
	}
	for i := byte(0); i < 10; i++ {
		t['0'+i] = i
	}
	for i := byte(0); i < 6; i++ {
		t['a'+i], t['A'+i] = 10+i, 10+i
	}
	return t
}()

// quirks are deviations of an escaped text from what its program prints.
type quirks uint8

const (
	lowerHex  quirks = 1 << iota // \x1f where the program prints \x1F
	stray                        // a backslash that starts no escape
	unescaped                    // a byte that the program would have escaped
)

const (
	noteLowerHex  = `an escape has lower-case hex digits, which HBase and Accumulo do not print`
	noteStray     = `a backslash starts no \xHH escape and was taken as itself`
	noteCut       = `the text ends inside an escape, so its end was probably cut off; what is left of the escape was taken as itself`
	noteUnescaped = `a byte outside printable ASCII is not escaped and was taken as itself`
)

// appendBinary appends what HBase's Bytes.toStringBinary printed as text: bytes 20..7e except the
// backslash are themselves, \xHH is any other byte. It also reads hand-written text and reports its
// quirks.
func appendBinary(dst, text []byte) ([]byte, quirks) {
	var q quirks
	n := len(dst)
	if cap(dst)-n < len(text) {
		grown := make([]byte, n, 2*n+len(text)+64)
		copy(grown, dst)
		dst = grown
	}
	out := dst[:n+len(text)] // an escape never gets longer
	for i := 0; i < len(text); {
		c := text[i]
		if c != '\\' {
			if c < 0x20 || c > 0x7E {
				q |= unescaped
			}
			out[n] = c
			n++
			i++
			continue
		}
		if len(text)-i >= 4 && text[i+1] == 'x' {
			hi, lo := unhex[text[i+2]], unhex[text[i+3]]
			if hi|lo < 16 {
				if text[i+2] >= 'a' || text[i+3] >= 'a' {
					q |= lowerHex
				}
				out[n] = hi<<4 | lo
				n++
				i += 4
				continue
			}
		}
		q |= stray
		out[n] = c
		n++
		i++
	}
	return out[:n], q
}

// mention puts the quirks of an escaped text into the entry's detail.
func (s *Scanner) mention(q quirks) {
	switch {
	case q == 0:
	case q&stray != 0:
		s.inexact(noteStray)
	case q&unescaped != 0:
		s.remark(noteUnescaped)
	default:
		s.remark(noteLowerHex)
	}
}

// toStringBinary is the form "tostringbinary": one value per line as HBase's Bytes.toStringBinary
// prints it (the same in 0.94, 1.4 and 2.4). Exactly reversible; an empty line is an empty value.
func toStringBinary(s *Scanner, dst, text []byte) ([]byte, *Error) {
	whole := len(text) - cutEscape(text)
	dst, q := appendBinary(dst, text[:whole])
	s.mention(q)
	if whole < len(text) {
		dst = append(dst, text[whole:]...)
		s.inexact(noteCut)
	}
	return dst, nil
}

// cutEscape returns the length of the begun escape at the end of text: `\`, `\x`, or `\x` and a hex digit.
func cutEscape(text []byte) int {
	i := bytes.LastIndexByte(text, '\\')
	if i < 0 || len(text)-i > len(`\xH`) {
		return 0
	}
	for at, c := range text[i+1:] {
		if at == 0 && c != 'x' || at == 1 && unhex[c] > 15 {
			return 0
		}
	}
	return len(text) - i
}

func fitToStringBinary(s *sample) fit {
	escapes, odd := false, 0
	var dst []byte
	at := 0
	escaped := func(line []byte) bool {
		if at++; s.whole && at == len(s.lines) { // a key that was copied only in part
			line = line[:len(line)-cutEscape(line)]
		}
		b, q := appendBinary(dst[:0], line)
		dst = b
		escapes = escapes || len(b) < len(line)
		if q&stray != 0 {
			odd++
		}
		return len(b) < len(line)
	}
	mostly := s.mostly(escaped)
	switch {
	case mostly && 10*odd <= len(s.lines): // one key in ten may be damaged
		return yes
	case escapes:
		return also
	}
	return no
}
