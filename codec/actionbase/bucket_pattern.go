package actionbase

import (
	"strconv"
	"strings"
)

// appendPattern prints t by the pattern.
func appendPattern(dst []byte, pattern string, t *civil) ([]byte, error) {
	for i := 0; i < len(pattern); {
		c := pattern[i]
		var err error
		switch {
		case c == '\'':
			if dst, i, err = appendQuotation(dst, pattern, i); err != nil {
				return nil, err
			}
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
			n := 1
			for i+n < len(pattern) && pattern[i+n] == c {
				n++
			}
			if dst, err = appendLetters(dst, c, n, t); err != nil {
				return nil, err
			}
			i += n
		case strings.IndexByte("[]{}#", c) >= 0:
			return nil, refuse("format", "the character "+string(rune(c))+" has a meaning in patterns that is not supported here")
		default:
			dst = append(dst, c)
			i++
		}
	}
	return dst, nil
}

// checkPattern refuses a pattern that cannot be printed.
func checkPattern(pattern string) error {
	t := civil{year: 1970, month: 1, day: 1}
	_, err := appendPattern(nil, pattern, &t)
	return err
}

// appendQuotation copies the quoted text that begins at pattern[i] and returns the index after
// it. Two quotes mean one, inside quoted text too.
func appendQuotation(dst []byte, pattern string, i int) ([]byte, int, error) {
	from := i
	for i++; i < len(pattern); i++ {
		if pattern[i] != '\'' {
			dst = append(dst, pattern[i])
			continue
		}
		if i+1 < len(pattern) && pattern[i+1] == '\'' {
			dst = append(dst, '\'')
			i++
			continue
		}
		if i == from+1 { // nothing between the quotes
			dst = append(dst, '\'')
		}
		return dst, i + 1, nil
	}
	return nil, 0, refuse("format", "expected a closing quote in the pattern")
}

// yearDigitsMax is the widest year that Java pads.
const yearDigitsMax = 19

// appendLetters prints the field that n repetitions of the letter c stand for.
func appendLetters(dst []byte, c byte, n int, t *civil) ([]byte, error) {
	var field int64
	most := 2
	switch c {
	case 'y':
		most = yearDigitsMax
	case 'M':
		field = t.month
	case 'd':
		field = t.day
	case 'H':
		field = t.hour
	case 'm':
		field = t.minute
	case 's':
		field = t.second
	case 'S':
		most = 9
	default:
		return nil, refuse("format", "unknown pattern letter "+string(rune(c))+"; supported are y M d H m s S")
	}
	if n > most {
		return nil, refuse("format", strconv.Itoa(n)+" times the pattern letter "+string(rune(c))+"; at most "+strconv.Itoa(most)+" are supported")
	}
	switch c {
	case 'y':
		return appendYear(dst, n, t.year), nil
	case 'S':
		return append(dst, appendPadded(nil, int64(t.nano), 9)[:n]...), nil
	}
	return appendPadded(dst, field, n), nil
}

// appendYear prints the year of its era, so 1 BC is year 1. Two letters print its last two digits;
// with four or more letters, a year that needs more digits gets a plus sign.
func appendYear(dst []byte, n int, year int64) []byte {
	if year <= 0 {
		year = 1 - year
	}
	if n == 2 {
		return appendPadded(dst, year%100, 2)
	}
	if digits := len(strconv.FormatInt(year, 10)); n >= 4 && digits > n {
		dst = append(dst, '+')
	}
	return appendPadded(dst, year, n)
}

// appendPadded prints a non-negative number with at least width digits.
func appendPadded(dst []byte, n int64, width int) []byte {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits); i < width; i++ {
		dst = append(dst, '0')
	}
	return append(dst, digits...)
}
