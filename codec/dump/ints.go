package dump

import "bytes"

// intList reads byte literals one after another, as arrays in all languages write them. A byte is a
// number from -128 to 255: decimal, 0x, 0o or 0 octal, or 0b, with _ between digits, with a cast
// like (byte) before it or a suffix like u8 after it. Or it is a character in single quotes.
// Commas, white space and comments separate bytes. A negative number means that the bytes are
// signed, so another one above 127 is refused unless it has a cast.
type intList struct {
	text     []byte
	i        int
	negative bool
	above    int // position of a number above 127 without a cast, or -1
}

// read appends bytes up to the closing bracket (0: the end of the text), and leaves l.i after it.
func (l *intList) read(dst []byte, closing byte) ([]byte, *Error) {
	l.above = -1
	for {
		if bad := l.space(); bad != nil {
			return dst, bad
		}
		if l.i == len(l.text) {
			if closing != 0 {
				return dst, syntax(l.i, "`"+string(closing)+"`", "the end")
			}
			return dst, l.signs()
		}
		if l.text[l.i] == closing && closing != 0 {
			l.i++
			return dst, l.signs()
		}
		b, bad := l.number()
		if bad != nil {
			return dst, bad
		}
		dst = append(dst, b)
		if l.i < len(l.text) && l.text[l.i] != closing && bytes.IndexByte([]byte(", \t\r\n/"), l.text[l.i]) < 0 {
			return dst, syntax(l.i, "the end of a number", found(l.text[l.i:]))
		}
	}
}

func (l *intList) signs() *Error {
	if l.negative && l.above >= 0 {
		return syntax(l.above, "numbers of -128 to 127, as another one is negative", found(l.text[l.above:]))
	}
	return nil
}

// space skips white space, commas and comments.
func (l *intList) space() *Error {
	for l.i < len(l.text) {
		rest := l.text[l.i:]
		switch {
		case bytes.IndexByte([]byte(", \t\r\n"), rest[0]) >= 0:
			l.i++
		case bytes.HasPrefix(rest, []byte("//")):
			end := bytes.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			l.i += end
		case bytes.HasPrefix(rest, []byte("/*")):
			end := bytes.Index(rest[2:], []byte("*/"))
			if end < 0 {
				return syntax(l.i, "the end of a comment", "the end")
			}
			l.i += end + 4
		default:
			return nil
		}
	}
	return nil
}

func (l *intList) number() (byte, *Error) {
	at := l.i
	cast := l.cast()
	if l.i < len(l.text) && l.text[l.i] == '\'' {
		return l.character()
	}
	neg := false
	if l.i < len(l.text) && (l.text[l.i] == '-' || l.text[l.i] == '+') {
		neg = l.text[l.i] == '-'
		l.i++
	}
	v, ok := l.digits()
	if !ok || v > 255 || neg && v > 128 {
		return 0, syntax(at, "a number from -128 to 255", found(l.text[at:]))
	}
	for _, suffix := range []string{"u8", "i8", "_u8", "_i8", "u", "U"} {
		if bytes.HasPrefix(l.text[l.i:], []byte(suffix)) {
			l.i += len(suffix)
			break
		}
	}
	if bytes.HasPrefix(l.text[l.i:], []byte(".toByte()")) { // Kotlin's cast
		l.i += len(".toByte()")
		cast = true
	}
	if neg {
		l.negative = l.negative || !cast
		return byte(-v), nil
	}
	if v > 127 && !cast && l.above < 0 {
		l.above = at
	}
	return byte(v), nil
}

// cast skips `(byte)` and similar casts.
func (l *intList) cast() bool {
	if l.i == len(l.text) || l.text[l.i] != '(' {
		return false
	}
	end := bytes.IndexByte(l.text[l.i:min(len(l.text), l.i+24)], ')')
	if end < 0 {
		return false
	}
	for _, c := range l.text[l.i+1 : l.i+end] {
		if (c|0x20 < 'a' || c|0x20 > 'z') && c != ' ' && c != '_' && c != '8' {
			return false
		}
	}
	l.i += end + 1
	for l.i < len(l.text) && l.text[l.i] == ' ' {
		l.i++
	}
	return true
}

// digits reads an unsigned number. A number over 255 stays over 255.
func (l *intList) digits() (v int, ok bool) {
	base := 10
	if rest := l.text[l.i:]; len(rest) >= 2 && rest[0] == '0' {
		base = 8
		switch rest[1] | 0x20 {
		case 'x':
			base = 16
		case 'o':
		case 'b':
			base = 2
		default:
			l.i--
		}
		l.i += 2
		if base == 8 && rest[1]|0x20 != 'o' {
			ok = true // the leading zero is a digit
		}
	}
	for ; l.i < len(l.text); l.i++ {
		c := l.text[l.i]
		if c == '_' && ok && l.i+1 < len(l.text) && unhex[l.text[l.i+1]] < 16 {
			continue
		}
		if int(unhex[c]) >= base {
			break
		}
		v, ok = min(v*base+int(unhex[c]), 1<<16), true
	}
	return v, ok
}

// character reads a character of one byte in single quotes.
func (l *intList) character() (byte, *Error) {
	at := l.i
	rest := l.text[l.i+1:]
	end := 1
	if len(rest) > 0 && rest[0] == '\\' {
		end = 2
	}
	for end < len(rest) && end < 8 && rest[end] != '\'' {
		end++
	}
	if end >= len(rest) || rest[end] != '\'' {
		return 0, syntax(at, "a character in single quotes", found(l.text[at:]))
	}
	q := quotedText{text: rest[:end], rules: goString}
	b, bad := q.read(nil, 0)
	if bad != nil || len(b) != 1 {
		return 0, syntax(at, "a character of one byte", found(l.text[at:]))
	}
	l.i += end + 2
	return b[0], nil
}
