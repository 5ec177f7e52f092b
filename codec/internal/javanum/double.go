// Package javanum prints floating-point numbers as a JVM does. Formats that store such text, or its
// digits, depend on it.
package javanum

import (
	"bytes"
	"math"
	"strconv"
)

// Digits appends the significant decimal digits of a finite f, without sign or point, as
// Double.toString of JDK 19 and later chooses them, and returns the exponent e for which |f| is
// 0.D1D2… times 10 to the e. Zero has no digits.
//
// The rule (JDK-4511638): the shortest digits that read back as f, and of these the nearest to f;
// but if one digit is enough, the nearest two digits.
func Digits(dst []byte, f float64) (digits []byte, exp int) { return shortest(dst, f, 64) }

func shortest(dst []byte, f float64, bits int) ([]byte, int) {
	f = math.Abs(f)
	if f == 0 {
		return dst, 0
	}
	var room [32]byte
	text := strconv.AppendFloat(room[:0], f, 'e', -1, bits)
	// The nearest digits of that length, ties to even, which the shortest ones need not be; two
	// digits if one would be enough.
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
