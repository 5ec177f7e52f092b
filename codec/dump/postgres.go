package dump

import "bytes"

// pgBytea is the form "pg-bytea" (PostgreSQL 15): \x and hex digits, one value per line. In COPY
// text the backslash is doubled. Exact.
func pgBytea(_ *Scanner, dst, text []byte) ([]byte, *Error) {
	digits, ok := bytes.CutPrefix(bytes.TrimSpace(text), []byte(`\x`))
	if !ok {
		digits, ok = bytes.CutPrefix(bytes.TrimSpace(text), []byte(`\\x`))
	}
	b, even := appendHex(dst, digits)
	if !ok || !even {
		return dst, syntax(0, `\x and an even count of hex digits`, found(text))
	}
	return b, nil
}

// pgEscape is the form "pg-bytea-escape": bytea_output=escape and encode(…, 'escape'). \\ is a
// backslash, \ooo a byte 00..1f or 7f..ff, and other characters are themselves; psql shows a
// control byte as \x7F. Exact, except for spaces that a table loses.
func pgEscape(_ *Scanner, dst, text []byte) ([]byte, *Error) {
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			dst = append(dst, text[i])
			continue
		}
		rest := text[i+1:]
		switch {
		case len(rest) >= 1 && rest[0] == '\\':
			dst = append(dst, '\\')
			i++
		case len(rest) >= 3 && rest[0]-'0' < 4 && rest[1]-'0' < 8 && rest[2]-'0' < 8:
			dst = append(dst, (rest[0]-'0')<<6|(rest[1]-'0')<<3|(rest[2]-'0'))
			i += 3
		case len(rest) >= 3 && rest[0] == 'x' && unhex[rest[1]]|unhex[rest[2]] < 16:
			dst = append(dst, unhex[rest[1]]<<4|unhex[rest[2]])
			i += 3
		default:
			return dst, syntax(i, `\\ or \ and three octal digits`, found(text[i:]))
		}
	}
	return dst, nil
}

func fitBytea(s *sample) fit {
	if s.parsesLines(pgBytea) && !bytes.HasPrefix(s.first(), []byte(`\\`)) {
		return yes
	}
	return no
}

// fitPGEscape requires that all escapes are octal, and only for bytes that are not printed as themselves.
func fitPGEscape(s *sample) fit {
	octal := false
	strict := s.every(func(line []byte) bool {
		for i := 0; i < len(line); i++ {
			if line[i] != '\\' {
				continue
			}
			if i+1 < len(line) && line[i+1] == '\\' {
				i++
				continue
			}
			b, bad := pgEscape(nil, nil, line[i:min(i+4, len(line))])
			if bad != nil || len(b) != 1 || b[0] >= 0x20 && b[0] <= 0x7E || line[i+1] == 'x' {
				return false
			}
			octal = true
		}
		return true
	})
	if strict && octal {
		return yes
	}
	return no
}
