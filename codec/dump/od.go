package dump

import "bytes"

// byteColumn reads the lines of `od -tx1`, with or without offsets and with or without the text of `z`:
//
//	0000000 00 01 41 42 43 5c ff 0a  >..ABC\..<
//
// Offsets are octal, hex (-Ax) or decimal (-Ad). Without them (-An), a `*` loses the number of
// repeated lines. Exact otherwise.
type byteColumn struct{}

func (byteColumn) append(s *Scanner, dst, rest []byte) ([]byte, bool) {
	from := len(dst)
	var text []byte
	if i := bytes.Index(rest, []byte("  >")); i >= 0 && rest[len(rest)-1] == '<' {
		rest, text = rest[:i], rest[i+3:len(rest)-1]
	}
	for rest = bytes.TrimRight(rest, " "); len(rest) > 0; rest = rest[3:] {
		if len(rest) < 3 || rest[0] != ' ' || unhex[rest[1]]|unhex[rest[2]] > 15 {
			return dst[:from], false
		}
		dst = append(dst, unhex[rest[1]]<<4|unhex[rest[2]])
	}
	if len(text) == len(dst)-from && !textMatches(dst[from:], text) {
		s.inexact(noteColumn)
	}
	return dst, true
}

// charColumn reads the lines of `od -c`, in which each byte has a cell of four columns:
//
//	0000000  \0 001   A   B   C   \ 377  \n
//
// A space is itself. If an editor removed spaces at the end of a line, the next offset does not fit
// and the value is refused.
type charColumn struct{}

const odLetters = "0\x00a\ab\bt\tn\nv\vf\fr\r"

func (charColumn) append(_ *Scanner, dst, rest []byte) ([]byte, bool) {
	from := len(dst)
	for len(rest) > 0 {
		if len(rest) < 4 || rest[0] != ' ' {
			return dst[:from], false
		}
		b, ok := odChar(rest[1:4])
		if !ok {
			return dst[:from], false
		}
		dst = append(dst, b)
		rest = rest[4:]
	}
	return dst, true
}

// odChar reads the three columns of a character.
func odChar(cell []byte) (byte, bool) {
	if cell[0] != ' ' {
		v := 0
		for _, c := range cell {
			if c-'0' > 7 {
				return 0, false
			}
			v = v*8 + int(c-'0')
		}
		return byte(v), v < 256
	}
	if cell[1] == ' ' {
		return cell[2], cell[2] >= 0x20 && cell[2] < 0x7F
	}
	for i := 0; i < len(odLetters); i += 2 {
		if cell[1] == '\\' && cell[2] == odLetters[i] {
			return odLetters[i+1], true
		}
	}
	return 0, false
}

// fitBareOD detects lines of od -An that include a `*`; without one they are plain hex.
func fitBareOD(s *sample) fit {
	star := false
	for i, line := range s.lines {
		if string(line) == "*" && i > 0 {
			star = true
			continue
		}
		if _, ok := (byteColumn{}).append(&Scanner{}, nil, line); !ok {
			return no
		}
	}
	if star {
		return yes
	}
	return no
}

func fitODBytes(s *sample) fit {
	return max(fitAddressed(byteColumn{}, 6, 7)(s), fitBareOD(s))
}
