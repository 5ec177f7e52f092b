package dump

import "bytes"

// canonicalColumn reads the lines of `hexdump -C`:
//
//	00000000  00 01 41 42 43 5c ff 0a  00 00 00 00 00 00 00 00  |..ABC\..........|
//
// At most 16 bytes, then their text between bars. Exact, even with `*`, because of the offsets.
// offsets.
type canonicalColumn struct{}

func (canonicalColumn) append(s *Scanner, dst, rest []byte) ([]byte, bool) {
	if len(rest) == 0 {
		return dst, true
	}
	if !bytes.HasPrefix(rest, []byte("  ")) {
		return dst, false
	}
	from := len(dst)
	for len(dst)-from < 16 {
		rest = bytes.TrimLeft(rest, " ")
		if len(rest) < 2 || unhex[rest[0]]|unhex[rest[1]] > 15 || len(rest) > 2 && rest[2] != ' ' {
			break
		}
		dst = append(dst, unhex[rest[0]]<<4|unhex[rest[1]])
		rest = rest[2:]
	}
	rest = bytes.TrimLeft(rest, " ")
	if len(rest) == 0 {
		return dst, len(dst) > from
	}
	if rest[0] != '|' {
		return dst[:from], false
	}
	text := bytes.TrimSuffix(rest[1:], []byte{'|'})
	if len(text) == len(dst)-from && !textMatches(dst[from:], text) {
		s.inexact(noteColumn)
	}
	return dst, true
}

// wordColumn reads lines of 16-bit words in the byte order of the machine, little
// endian: `hexdump` and `od -x` (hex), plain `od` (octal).
//
//	0000000 0100 4241 5c43 0aff
//	0000000 000400 041101 056103
//
// An odd last byte is printed as a word with 00 on top; the final offset reveals it.
type wordColumn struct{ octal bool }

func (w wordColumn) append(_ *Scanner, dst, rest []byte) ([]byte, bool) {
	from := len(dst)
	digits, base := 4, 16
	if w.octal {
		digits, base = 6, 8
	}
	for {
		rest = bytes.TrimLeft(rest, " ")
		if len(rest) == 0 {
			return dst, true
		}
		if len(rest) < digits || len(rest) > digits && rest[digits] != ' ' {
			return dst[:from], false
		}
		v := 0
		for _, c := range rest[:digits] {
			if int(unhex[c]) >= base {
				return dst[:from], false
			}
			v = v*base + int(unhex[c])
		}
		if v > 0xFFFF {
			return dst[:from], false
		}
		dst = append(dst, byte(v), byte(v>>8))
		rest = rest[digits:]
	}
}
