package dump

import "bytes"

// xxdColumn reads the lines of xxd (Debian 12):
//
//	00000000: 0001 4142 435c ff0a  ..ABC\..      groups of any width (-g), -u upper case, -d decimal offsets
//	00000000: 00000000 01000001    .A            -b: binary digits
//	00000000: 42410100 0aff5c43    ..ABC\..      -e: little-endian words
//
// The groups end at the first two spaces. The text column may hold anything and serves as a check:
// a printable byte must appear there as itself. Exact.
type xxdColumn struct {
	bits   bool
	little bool
}

const noteColumn = "the text column does not match the bytes"

func (x xxdColumn) append(s *Scanner, dst, rest []byte) ([]byte, bool) {
	if len(rest) < 3 || rest[0] != ':' || rest[1] != ' ' {
		return dst, false
	}
	rest = rest[2:]
	from := len(dst)
	var ok bool
	var text []byte
	if x.little {
		dst, text, ok = appendWords(dst, rest)
	} else {
		groups := rest
		if i := bytes.Index(rest, []byte("  ")); i >= 0 {
			groups, text = rest[:i], rest[i+2:]
		}
		dst, ok = x.groups(dst, groups)
	}
	if !ok || len(dst) == from {
		return dst[:from], false
	}
	if !textMatches(dst[from:], text) {
		s.inexact(noteColumn)
	}
	return dst, true
}

func (x xxdColumn) groups(dst, groups []byte) (b []byte, ok bool) {
	for len(groups) > 0 {
		group, rest, _ := bytes.Cut(groups, []byte{' '})
		groups = rest
		if !x.bits {
			if dst, ok = appendHex(dst, group); !ok || len(group) == 0 {
				return dst, false
			}
			continue
		}
		if len(group) != 8 {
			return dst, false
		}
		v := byte(0)
		for _, c := range group {
			if c != '0' && c != '1' {
				return dst, false
			}
			v = v<<1 | c&1
		}
		dst = append(dst, v)
	}
	return dst, true
}

// appendWords reads the groups of -e: words of 2, 4 or 8 bytes in cells of equal width. The last
// one may be short and is then right-aligned.
func appendWords(dst, rest []byte) (b, text []byte, ok bool) {
	width := 0
	for width < len(rest) && unhex[rest[width]] < 16 {
		width++
	}
	if width != 4 && width != 8 && width != 16 {
		return dst, nil, false
	}
	end := 0
	for cell := 0; cell < 32/width; cell++ { // 16 bytes per line
		at := cell * (width + 1)
		if at+width > len(rest) || at > 0 && rest[at-1] != ' ' {
			break
		}
		word := bytes.TrimLeft(rest[at:at+width], " ")
		if len(word) == 0 || len(word)%2 != 0 || !hexOnly(word) {
			break
		}
		for i := len(word) - 2; i >= 0; i -= 2 {
			dst, _ = appendHex(dst, word[i:i+2])
		}
		end = at + width
		if len(word) < width {
			break
		}
	}
	return dst, bytes.TrimPrefix(rest[end:], []byte("  ")), true
}

// textMatches compares the bytes with the text column, which may be padded at the start and may
// have lost trailing spaces.
func textMatches(b, text []byte) bool {
	if len(text) > len(b) {
		text = text[len(text)-len(b):]
	}
	for i, c := range text {
		if printable := b[i] >= 0x20 && b[i] <= 0x7E; printable && c != b[i] || !printable && c != '.' {
			return false
		}
	}
	return true
}

// fitXXD detects xxd. Words of -e look like groups of 4 bytes, so the text column decides between the two.
func fitXXD(x xxdColumn) func(*sample) fit {
	return func(s *sample) fit {
		if fitAddressed(x, -1)(s) == no {
			return no
		}
		plain, ok := s.columnMatches(xxdColumn{})
		little, _ := s.columnMatches(xxdColumn{little: true})
		switch {
		case x.bits:
			return yes
		case x.little && little && !plain:
			return yes
		case x.little && !little:
			return no
		case !x.little && little && !plain:
			return also
		case !x.little && ok && !fitsBits(s):
			return yes
		}
		return also
	}
}

// columnMatches reports whether all lines parse, and whether their text column matches.
func (s *sample) columnMatches(x xxdColumn) (matches, parse bool) {
	matches, parse = true, true
	for i, line := range s.lines {
		var sc Scanner
		sc.detail.Exact = true
		_, rest := cutOffset(line)
		if string(line) == "*" || i == 0 && len(s.lines) > 1 && !bytes.HasPrefix(rest, []byte(": ")) {
			continue // a prompt may come first
		}
		_, ok := x.append(&sc, nil, rest)
		parse = parse && ok
		matches = matches && ok && sc.detail.Exact
	}
	return matches, parse
}

// fitsBits reports whether all groups are eight binary digits.
func fitsBits(s *sample) bool {
	_, ok := s.columnMatches(xxdColumn{bits: true})
	return ok
}
