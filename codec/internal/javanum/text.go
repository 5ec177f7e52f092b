package javanum

import (
	"bytes"
	"math"
	"strconv"
)

// AppendText appends f as Double.toString of JDK 19 and later prints it.
//
//	NaN, Infinity, -Infinity, 0.0, -0.0
//	10^-3 <= |f| < 10^7   digits on each side of the point: 1.0, 0.001, 9999999.0
//	else                  d.d…E<exponent>: 1.0E7, 4.9E-324
func AppendText(dst []byte, f float64) []byte { return appendText(dst, f, 64) }

// AppendText32 is AppendText for Float.toString.
func AppendText32(dst []byte, f float32) []byte { return appendText(dst, float64(f), 32) }

func appendText(dst []byte, f float64, bits int) []byte {
	switch {
	case f != f:
		return append(dst, "NaN"...)
	case math.Signbit(f):
		dst = append(dst, '-')
	}
	switch {
	case math.IsInf(f, 0):
		return append(dst, "Infinity"...)
	case f == 0:
		return append(dst, "0.0"...)
	}
	var room [32]byte
	digits, exp := shortest(room[:0], f, bits)
	return appendLayout(dst, digits, exp)
}

// appendLayout lays out the number 0.D1D2… times 10 to the exp.
func appendLayout(dst, digits []byte, exp int) []byte {
	switch {
	case exp > 7 || exp < -2:
		dst = append(append(dst, digits[0]), '.')
		if dst = append(dst, digits[1:]...); len(digits) == 1 {
			dst = append(dst, '0')
		}
		return strconv.AppendInt(append(dst, 'E'), int64(exp-1), 10)
	case exp <= 0:
		dst = append(dst, "0."...)
		for range -exp {
			dst = append(dst, '0')
		}
		return append(dst, digits...)
	}
	for i := range exp {
		if i < len(digits) {
			dst = append(dst, digits[i])
		} else {
			dst = append(dst, '0')
		}
	}
	if dst = append(dst, '.'); len(digits) <= exp {
		return append(dst, '0')
	}
	return append(dst, digits[exp:]...)
}

// Elder reports whether text, which reads as the finite f, may be what
// Double.toString of JDK 18 or earlier (bits 64) or its Float.toString (bits 32)
// printed where it differs from AppendText: longer than needed, at most 18 or 9
// digits, off by at most one in the last of them, in the same layout.
func Elder(text []byte, f float64, bits int) bool {
	most := 18
	if bits == 32 {
		most = 9
	}
	body := bytes.TrimPrefix(text, []byte{'-'})
	if f == 0 || math.IsInf(f, 0) || f != f || len(body) > most+8 {
		return false
	}
	var room [32]byte
	digits := room[:0]
	for _, c := range body {
		if c == 'E' {
			break
		}
		if '0' <= c && c <= '9' && (c != '0' || len(digits) > 0) {
			digits = append(digits, c)
		}
	}
	digits = bytes.TrimRight(digits, "0")
	n := len(digits)
	if n == 0 || n > most {
		return false
	}
	// The correctly rounded digits of that length, and their exponent.
	var near [40]byte
	want := strconv.AppendFloat(near[:0], math.Abs(f), 'e', n-1, bits)
	e := bytes.IndexByte(want, 'e')
	exp, _ := strconv.Atoi(string(want[e+1:]))
	a, _ := strconv.ParseUint(string(digits), 10, 64)
	b, _ := strconv.ParseUint(string(bytes.ReplaceAll(want[:e], []byte{'.'}, nil)), 10, 64)
	if a-b+1 > 2 { // a is b-1, b or b+1
		return false
	}
	var again [48]byte
	return bytes.Equal(body, appendLayout(again[:0], digits, exp+1))
}
