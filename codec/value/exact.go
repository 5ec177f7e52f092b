package value

import (
	"bytes"
	"math"
	"strconv"
)

// Exact is Float for callers that store the number. It also returns false if no number of the width has these digits,
// such as 16777217 with 32 bits; f is then the nearest number, or infinite if all numbers are too small. Digits are
// those of a number if its shortest text has them, or its exact value to the same precision. A float of CBOR or of a
// column has the digits of its shortest text, so 0.1 of 64 bits equals 0.1 of 32.
func (v Value) Exact(bits int) (f float64, ok bool) {
	if v.Kind != Number {
		return v.Float(bits)
	}
	if f, ok = v.float(bits); !ok && v.form == formText {
		f, _ = strconv.ParseFloat(v.text(), bits)
	}
	if (v.form == formFloat || v.form == formDouble) && f == math.Float64frombits(v.bits) {
		return f, ok // without comparing digits, which takes time
	}
	return f, ok && spells(v.Raw(), f, bits)
}

// spells reports whether the digits of a decimal number are those of f, to which it was rounded.
func spells(text string, f float64, bits int) bool {
	const most = 800 // digits: no number has more
	var room, other [64]byte
	digits, exponent := decimalDigits(room[:0], text)
	switch sure := sureDigits(f, bits); {
	case len(digits) == 0 || f == 0 || f-f != 0:
		return len(digits) == 0 && f == 0
	case len(digits) <= sure:
		return true
	case len(digits) > most:
		return false
	}
	for _, precision := range [...]int{len(digits) - 1, -1} {
		own, at := decimalDigits(other[:0], string(strconv.AppendFloat(nil, f, 'e', precision, bits)))
		if at == exponent && bytes.Equal(own, digits) {
			return true
		}
	}
	return tied(digits, exponent, f, bits)
}

// tied reports whether f is halfway between digits and their neighbour, so that programs differ in which they write:
// -2873461.25 is written as -2873461.2 or -2873461.3.
func tied(digits []byte, exponent int64, f float64, bits int) bool {
	var room [64]byte
	own, at := decimalDigits(room[:0], string(strconv.AppendFloat(nil, f, 'e', len(digits), bits)))
	last := len(digits) - 1
	if at != exponent || len(own) != len(digits)+1 || own[last+1] != '5' {
		return false
	}
	return bytes.Equal(own[:last], digits[:last]) && digits[last]-own[last] <= 1
}

// sureDigits returns how many digits of any number near f survive rounding to the width (C's FLT_DIG and DBL_DIG); 0
// for subnormal numbers, which have fewer bits.
func sureDigits(f float64, bits int) int {
	switch f = math.Abs(f); {
	case bits == 32 && f >= 0x1p-126:
		return 6
	case bits == 64 && f >= 0x1p-1022:
		return 15
	}
	return 0
}

// decimalDigits appends the digits of a decimal number without leading and trailing zeros, and returns the power of ten
// of the first digit.
func decimalDigits(dst []byte, text string) (digits []byte, exponent int64) {
	point, first, at := -1, -1, 0 // counts of digits: before the point, before the first that is not 0, in all
scan:
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '.':
			point = at
		case '0' <= c && c <= '9':
			if c != '0' && first < 0 {
				first = at
			}
			if first >= 0 {
				dst = append(dst, c)
			}
			at++
		case c == 'e' || c == 'E':
			exponent, _ = strconv.ParseInt(text[i+1:], 10, 64)
			break scan
		}
	}
	if point < 0 {
		point = at
	}
	return bytes.TrimRight(dst, "0"), exponent + int64(point-first) - 1
}
