package javanum

import (
	"bytes"
	"cmp"
	"math"
	"math/bits"
)

// Elder reports whether text is what Double.toString of JDK 18 or earlier (bits 64)
// or its Float.toString (bits 32) prints for a finite f other than zero.
func Elder(text []byte, f float64, bits int) bool {
	if f == 0 || math.IsInf(f, 0) || f != f {
		return false
	}
	var room [40]byte
	return bytes.Equal(text, appendElder(room[:0], f, bits))
}

// AppendElder is AppendText (bits 64) or AppendText32 (bits 32) for JDK 18 and earlier.
func AppendElder(dst []byte, f float64, bits int) []byte {
	if f == 0 || math.IsInf(f, 0) || f != f {
		return appendText(dst, f, bits)
	}
	return appendElder(dst, f, bits)
}

// ElderDigits is Digits for JDK 18 and earlier.
func ElderDigits(dst []byte, f float64) (digits []byte, exp int) {
	if f == 0 || math.IsInf(f, 0) || f != f {
		return dst, 0
	}
	var e elder
	e.split(math.Abs(f), 64)
	if !e.whole() {
		e.develop()
	}
	digits = append(dst, e.digits[:e.n]...)
	for len(digits) > len(dst) && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	return digits, e.exp
}

// appendElder appends a finite f other than zero as those JDKs print it.
// They follow Steele and White, with faults: digits end as soon as the remainder is less than half
// the distance to the next number, so they need not be the nearest ones; one digit is never enough
// before an exponent; a whole number is printed with all of its digits except those below its
// precision.
func appendElder(dst []byte, f float64, width int) []byte {
	if math.Signbit(f) {
		dst = append(dst, '-')
	}
	var e elder
	e.split(f, width)
	if !e.whole() {
		e.develop()
	}
	return appendLayout(dst, e.digits[:e.n], e.exp)
}

// elder is a number being printed: mantissa times 2 to the power minus 52, then 0.D1D2… times 10 to the exp.
type elder struct {
	mantissa    uint64 // bit 52 is set
	power       int
	significant int // stored bits of the mantissa, 53 or 24 unless the number is subnormal
	zeros       int // trailing zeros of the mantissa
	fraction    int // bits after the binary point

	digits [20]byte
	n, exp int
}

// split takes the number apart.
func (e *elder) split(f float64, width int) {
	u := math.Float64bits(f)
	e.mantissa = u & (1<<52 - 1)
	e.power = int(u>>52)&0x7ff - 1023
	e.significant = 53
	least := -1022 // the power of the smallest normal number
	if width == 32 {
		e.significant, least = 24, -126
	}
	if e.power == -1023 { // subnormal as a double
		shift := bits.LeadingZeros64(e.mantissa) - 11
		e.mantissa <<= shift
		e.power = -1022 - shift
	}
	e.mantissa |= 1 << 52
	e.significant -= max(least-e.power, 0)
	e.zeros = bits.TrailingZeros64(e.mantissa)
	e.fraction = max(53-e.zeros-e.power-1, 0)
}

// whole prints a whole number below 2^63.
func (e *elder) whole() bool {
	if e.power < 0 || e.power > 62 || e.fraction > 0 {
		return false
	}
	n := e.mantissa >> (52 - min(e.power, 52)) << max(e.power-52, 0)
	if spare := e.power - e.significant - 1; spare > 1 {
		unit, worthless := uint64(1), 0
		for unit*10 <= 1<<spare {
			unit *= 10
			worthless++
		}
		rest := n % unit
		if n /= unit; worthless > 0 && rest >= unit/2 {
			n++
		}
		e.exp = worthless
	}
	var room [20]byte
	at := len(room)
	for ; n > 0; n /= 10 {
		at--
		room[at] = byte('0' + n%10)
	}
	e.n = copy(e.digits[:], room[at:])
	e.exp += e.n
	for e.digits[e.n-1] == '0' {
		e.n--
	}
	return true
}

// estimate returns the exponent of the first digit, or one more.
func (e *elder) estimate() int {
	d := math.Float64frombits(0x3ff<<52 | e.mantissa&(1<<52-1))
	// Each step is rounded as it is in Java: no fused multiply and add.
	slope := float64((d - 1.5) * 0.289529654)
	scale := float64(float64(e.power) * 0.301029995663981)
	return int(math.Floor(float64(slope+0.176091259) + scale))
}

// fives are the numbers of bits of the powers of five that fit into 64 bits, as the JDK counts them.
var fives = [...]int{0, 3, 5, 7, 10, 12, 14, 17, 19, 21, 24, 26, 28, 31, 33, 35, 38, 40, 42, 45, 47, 49, 52, 54, 56, 59, 61}

// fiveBits returns how many bits 5 to the k has, or an estimate.
func fiveBits(k int) int {
	if k < len(fives) {
		return fives[k]
	}
	return 3 * k
}

// ratio is the fraction from which the digits are made: the number is b/s, and half the distance to
// the next number is m/s. Each of b, s and m is a power of 5 times a power of 2; b is also
// multiplied by the mantissa.
type ratio struct {
	b5, b2, s5, s2, m5, m2 int
}

// develop makes digits one by one.
func (e *elder) develop() {
	ten := e.estimate()
	r := ratio{b5: max(-ten, 0), s5: max(ten, 0)}
	width := 53 - e.zeros // of the mantissa without trailing zeros
	r.b2 = r.b5 + e.fraction + e.power
	r.s2 = r.s5 + e.fraction
	r.m5, r.m2 = r.b5, r.b2-e.significant
	r.b2 -= width - 1
	common := min(r.b2, r.s2)
	r.b2, r.s2, r.m2 = r.b2-common, r.s2-common, r.m2-common
	if width == 1 {
		r.m2-- // the number below a power of two is only half as far away
	}
	if r.m2 < 0 {
		r.b2, r.s2, r.m2 = r.b2-r.m2, r.s2-r.m2, 0
	}
	mantissa := e.mantissa >> e.zeros
	b, tens := width+r.b2+fiveBits(r.b5), r.s2+1+fiveBits(r.s5+1)
	// Each range of sizes has its own arithmetic, with different faults.
	switch {
	case b < 32 && tens < 32:
		developSmall[int32](e, r, mantissa, ten)
	case b < 64 && tens < 64:
		developSmall[int64](e, r, mantissa, ten)
	default:
		e.developLarge(r, mantissa, ten)
	}
}

// goOn reports whether a single digit before an exponent needs another one after it.
func goOn(ten int) bool { return ten < -3 || ten >= 8 }

// pow5 returns 5 to the k, which must fit.
func pow5(k int) uint64 {
	n := uint64(1)
	for range k {
		n *= 5
	}
	return n
}

// developSmall makes digits if everything fits into a Java integer, which wraps around.
func developSmall[T int32 | int64](e *elder, r ratio, mantissa uint64, ten int) {
	b := (T(mantissa) * T(pow5(r.b5))) << r.b2
	s := T(pow5(r.s5)) << r.s2
	m := T(pow5(r.m5)) << r.m2
	tens := 10 * s
	q := b / s
	b, m = 10*(b%s), 10*m
	low, high := b < m, b+m > tens
	if q == 0 && !high {
		ten--
	} else {
		e.add(byte(q))
	}
	if goOn(ten) {
		low, high = false, false
	}
	for !low && !high {
		q = b / s
		b, m = 10*(b%s), 10*m
		low, high = true, true // m may have overflowed
		if m > 0 {
			low, high = b < m, b+m > tens
		}
		e.add(byte(q))
	}
	e.exp = ten + 1
	e.round(low, high, cmp.Compare(b<<1-tens, 0))
}

// developLarge makes digits for numbers of any size. Here a tie ends them, too.
func (e *elder) developLarge(r ratio, mantissa uint64, ten int) {
	var b, s, m, tens natural
	b.set(mantissa, r.b5, r.b2)
	s.set(1, r.s5, r.s2)
	m.set(1, r.m5+1, r.m2+1)
	tens.set(1, r.s5+1, r.s2+1)
	q := b.digit(&s)
	low, high := b.cmp(&m) < 0, tens.cmpSum(&b, &m) <= 0
	if q == 0 && !high {
		ten--
	} else {
		e.add(q)
	}
	if goOn(ten) {
		low, high = false, false
	}
	for !low && !high {
		q = b.digit(&s)
		m.mul(10)
		low, high = b.cmp(&m) < 0, tens.cmpSum(&b, &m) <= 0
		e.add(q)
	}
	e.exp = ten + 1
	half := 0
	if low && high {
		b.mul(2)
		half = b.cmp(&tens)
	}
	e.round(low, high, half)
}

func (e *elder) add(digit byte) {
	if e.n < len(e.digits) {
		e.digits[e.n] = '0' + digit
		e.n++
	}
}

// round rounds the last digit: up if only the next number above ended the digits; if both
// neighbours did, up if the remainder is more than half, ties to even.
func (e *elder) round(low, high bool, half int) {
	if !high || low && (half < 0 || half == 0 && e.digits[e.n-1]&1 == 0) {
		return
	}
	i := e.n - 1
	for ; i > 0 && e.digits[i] == '9'; i-- {
		e.digits[i] = '0'
	}
	if e.digits[i] == '9' { // all nines
		e.digits[0] = '1'
		e.exp++
		return
	}
	e.digits[i]++
}
