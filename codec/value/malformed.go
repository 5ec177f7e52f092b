package value

import "unicode/utf8"

// Replaced returns s as UTF-8: each malformed sequence becomes one U+FFFD.
func Replaced(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	out := make([]byte, 0, len(s)+8)
	for i := 0; i < len(s); {
		if r, n := utf8.DecodeRuneInString(s[i:]); r != utf8.RuneError || n > 1 {
			out = append(out, s[i:i+n]...)
			i += n
			continue
		}
		out = utf8.AppendRune(out, utf8.RuneError)
		i += malformed(s[i:])
	}
	return string(out)
}

// malformed returns how many of the bytes at the start of s, which are not UTF-8, one U+FFFD stands
// for: as many as the JDK's decoder replaces at once (new String(bytes, UTF_8), JDK 8 to 21). It
// replaces a character that was cut off, and half of a surrogate pair, as a whole.
func malformed(s string) int {
	switch b := s[0]; {
	case b>>4 == 0xe:
		return malformed3(s)
	case b>>3 == 0x1e:
		return malformed4(s)
	}
	return 1
}

func malformed3(s string) int {
	switch {
	case len(s) > 1 && (!continues(s[1]) || s[0] == 0xe0 && s[1] < 0xa0):
		return 1
	case len(s) < 3:
		return len(s)
	case !continues(s[2]):
		return 2
	}
	return 3 // half of a surrogate pair
}

func malformed4(s string) int {
	switch {
	case s[0] > 0xf4:
		return 1
	case len(s) > 1 && (!continues(s[1]) || s[0] == 0xf0 && s[1] < 0x90 || s[0] == 0xf4 && s[1] > 0x8f):
		return 1
	case len(s) > 2 && !continues(s[2]):
		return 2
	}
	return min(len(s), 3)
}

func continues(b byte) bool { return b&0xc0 == 0x80 }
