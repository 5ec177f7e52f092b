package javanum

import (
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

// appendLayout writes the number 0.D1D2… times 10 to the exp.
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
