// Package javanum prints floating-point numbers as a JVM does. Formats that
// store the text of a number, or the digits of that text, depend on it.
package javanum

import (
	"bytes"
	"math"
	"strconv"
)

// Digits appends the significant decimal digits of a finite f, without sign or
// point, as Double.toString of JDK 19 and later chooses them, and returns the
// exponent e with which |f| is 0.D1D2… times 10 to the e. Zero has no digits.
//
// The rule (JDK-4511638): the shortest digits that read back as f, the nearest
// such ones; but where one digit would do, the nearest of two digits.
func Digits(dst []byte, f float64) (digits []byte, exp int) { return shortest(dst, f, 64) }

func shortest(dst []byte, f float64, bits int) ([]byte, int) {
	f = math.Abs(f)
	if f == 0 {
		return dst, 0
	}
	var room [32]byte
	text := strconv.AppendFloat(room[:0], f, 'e', -1, bits)
	// The nearest digits of that length, ties to even, which the shortest ones need not be; of
	// length two where one digit would do.
	n := max(bytes.IndexByte(text, 'e')-2, 1)
	var more [32]byte
	near := strconv.AppendFloat(more[:0], f, 'e', n, bits)
	if !bytes.Equal(near, text) {
		if back, err := strconv.ParseFloat(string(near), bits); err == nil && back == f {
			text = near
		}
	}
	exp := 0
	for i, c := range text {
		if c == 'e' {
			exp, _ = strconv.Atoi(string(text[i+1:]))
			break
		}
		if c != '.' {
			dst = append(dst, c)
		}
	}
	for dst[len(dst)-1] == '0' {
		dst = dst[:len(dst)-1]
	}
	return dst, exp + 1
}
