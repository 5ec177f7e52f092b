package orderedbytes

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/internal/javanum"
)

// precision is how many significant decimal digits a numeric keeps.
const precision = 31

// exponentMax limits the centimal exponent E of a Decimal in both directions: the scale of a Java
// BigDecimal has 32 bits, and a centimal is two digits.
const exponentMax = 1 << 30

// Decimal is a decimal number as a numeric can hold it, with at most 31 significant digits. The
// zero Decimal is 0. Two Decimals are the same number if and only if they are equal (==). A Decimal
// allocates nothing.
//
// It is ±0.D1D2… times 10 to the power of exp; neither the first nor the last digit is 0.
type Decimal struct {
	exp    int64
	digits [precision + 1]byte // ASCII; one more digit than is kept, which decides the rounding
	n      uint8
	neg    bool
}

// ParseDecimal reads the text of a number: an optional sign, digits with an optional point, and an
// optional exponent. It rounds to 31 significant digits, half away from zero. ok is false if the
// text is not a number, or if the exponent is out of range for a Java BigDecimal.
func ParseDecimal(s string) (d Decimal, ok bool) {
	i, seen, point := 0, 0, -1
	neg := false
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		neg = s[i] == '-'
		i++
	}
	for ; i < len(s) && (s[i] == '.' || '0' <= s[i] && s[i] <= '9'); i++ {
		if s[i] != '.' {
			d.add(s[i])
			seen++
		} else if point < 0 {
			point = seen
		} else {
			return Decimal{}, false
		}
	}
	if seen == 0 {
		return Decimal{}, false
	}
	if point < 0 {
		point = seen
	}
	if i < len(s) {
		e, ok := parseExponent(s[i:])
		if !ok {
			return Decimal{}, false
		}
		d.exp += e
	}
	d.exp += int64(point)
	d.neg = neg
	d.finish()
	if e := d.centimalExponent(); e < -exponentMax || e > exponentMax {
		return Decimal{}, false
	}
	return d, true
}

func parseExponent(s string) (int64, bool) {
	if len(s) < 2 || s[0] != 'e' && s[0] != 'E' {
		return 0, false
	}
	e, err := strconv.ParseInt(s[1:], 10, 32)
	return e, err == nil
}

// DecimalOf returns an integer, exactly.
func DecimalOf(n int64) Decimal {
	var d Decimal
	var room [20]byte
	u := uint64(n)
	if d.neg = n < 0; d.neg {
		u = -u
	}
	text := strconv.AppendUint(room[:0], u, 10)
	d.n = uint8(copy(d.digits[:], text))
	d.exp = int64(len(text))
	if n == 0 {
		return Decimal{}
	}
	d.finish()
	return d
}

// DecimalOfFloat returns the digits that a JVM (JDK 19 or later) prints for a
// finite number.
func DecimalOfFloat(f float64) Decimal {
	var room [32]byte
	if math.IsInf(f, 0) {
		return Decimal{}
	}
	digits, exp := javanum.Digits(room[:0], f)
	return decimalOfDigits(digits, exp, f < 0)
}

// printed reports whether some JVM prints a double with these digits, that is, whether a writer of
// doubles can produce the number.
func (d *Decimal) printed() bool {
	f := d.Float()
	if *d == DecimalOfFloat(f) {
		return true
	}
	return *d == decimalOfElder(f)
}

// decimalOfElder is DecimalOfFloat for JDK 18 and earlier.
func decimalOfElder(f float64) Decimal {
	var room [32]byte
	if math.IsInf(f, 0) {
		return Decimal{}
	}
	digits, exp := javanum.ElderDigits(room[:0], f)
	return decimalOfDigits(digits, exp, f < 0)
}

func decimalOfDigits(digits []byte, exp int, neg bool) (d Decimal) {
	if len(digits) > 0 {
		d.neg, d.exp = neg, int64(exp)
		d.n = uint8(copy(d.digits[:], digits))
	}
	return d
}

// add appends one more digit; leading zeros are ignored.
func (d *Decimal) add(c byte) {
	switch {
	case d.n == 0 && c == '0':
		d.exp--
	case int(d.n) < len(d.digits):
		d.digits[d.n] = c
		d.n++
	}
}

// finish rounds half away from zero to the kept precision and drops trailing zeros. Rounding needs
// only one more digit: later ones cannot change whether it is half or more.
func (d *Decimal) finish() {
	n := int(d.n)
	if n > precision {
		n = precision
		if d.digits[n] >= '5' {
			d.up()
		}
	}
	for n > 0 && d.digits[n-1] == '0' {
		n--
	}
	if n == 0 {
		*d = Decimal{}
		return
	}
	clear(d.digits[n:])
	d.n = uint8(n)
}

// up adds one unit in the last kept digit.
func (d *Decimal) up() {
	for i := precision - 1; i >= 0; i-- {
		if d.digits[i] != '9' {
			d.digits[i]++
			return
		}
		d.digits[i] = '0'
	}
	d.digits[0] = '1' // 0.999… became 1
	d.exp++
}

// centimalExponent returns the E for which the number is 0.M times 100 to the power of E, and 0.01
// <= 0.M < 1.
func (d *Decimal) centimalExponent() int64 { return (d.exp + 1) >> 1 }

// Sign returns -1, 0 or 1.
func (d *Decimal) Sign() int {
	switch {
	case d.n == 0:
		return 0
	case d.neg:
		return -1
	}
	return 1
}

// Append appends the number as a Java BigDecimal without trailing zeros prints itself, such as "0",
// "1E+1", "0.00123" or "1.5E-9".
func (d *Decimal) Append(dst []byte) []byte {
	digits := d.digits[:d.n]
	n := int64(len(digits))
	if n == 0 {
		return append(dst, '0')
	}
	if d.neg {
		dst = append(dst, '-')
	}
	const plainFrom = -6 // below this power of ten it is printed with an exponent
	scale, power := n-d.exp, d.exp-1
	switch {
	case scale == 0:
		return append(dst, digits...)
	case scale > 0 && power >= plainFrom && scale < n:
		return append(append(append(dst, digits[:n-scale]...), '.'), digits[n-scale:]...)
	case scale > 0 && power >= plainFrom:
		dst = append(dst, "0."...)
		for range scale - n {
			dst = append(dst, '0')
		}
		return append(dst, digits...)
	}
	dst = append(dst, digits[0])
	if n > 1 {
		dst = append(append(dst, '.'), digits[1:]...)
	}
	dst = append(dst, 'E')
	if power > 0 {
		dst = append(dst, '+')
	}
	return strconv.AppendInt(dst, power, 10)
}

// String returns the text that Append appends.
func (d Decimal) String() string { return string(d.Append(nil)) }

// Float returns the nearest double.
func (d *Decimal) Float() float64 {
	if d.n == 0 {
		return 0
	}
	var room [precision + 16]byte
	b := room[:0]
	if d.neg {
		b = append(b, '-')
	}
	b = append(append(b, d.digits[:d.n]...), 'e')
	b = strconv.AppendInt(b, d.exp-int64(d.n), 10)
	f, _ := strconv.ParseFloat(string(b), 64) // infinity if out of range, as in Java
	return f
}

// Long returns the integer part modulo 2^64, as a Java cast to long does.
func (d *Decimal) Long() int64 {
	const vanishes = 64 // 10^64 is a multiple of 2^64
	var v uint64
	for i := 0; i < int(d.n) && int64(i) < d.exp; i++ {
		v = v*10 + uint64(d.digits[i]-'0')
	}
	zeros := d.exp - int64(d.n)
	if zeros >= vanishes {
		return 0
	}
	for ; zeros > 0; zeros-- {
		v *= 10
	}
	if d.neg {
		v = -v
	}
	return int64(v)
}

// special returns the Special of a float, or Finite.
func special(f float64) Special {
	switch {
	case f != f:
		return NaN
	case math.IsInf(f, 1):
		return PosInf
	case math.IsInf(f, -1):
		return NegInf
	}
	return Finite
}
