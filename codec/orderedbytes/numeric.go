package orderedbytes

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Headers of numerics, ascending.
const (
	numNegInf   = 0x07
	numNegLarge = 0x08
	numNegZero  = 0x13 // medium negative with exponent 0
	numNegSmall = 0x14
	numZero     = 0x15
	numPosSmall = 0x16
	numPosZero  = 0x17 // medium positive with exponent 0
	numPosLarge = 0x22
	numPosInf   = 0x23
	numNaN      = 0x26
)

// mediumMax is the largest centimal exponent stored in the header.
const mediumMax = 10

// roundedToOne is the exponent that 2.5.10 writes for a number below 1 that it rounded up to 1:
// minus one as an unsigned number.
const roundedToOne = math.MaxUint64

// specialHeaders are the headers of numerics that are not decimal numbers.
var specialHeaders = [...]byte{NaN: numNaN, PosInf: numPosInf, NegInf: numNegInf}

// decodeNumeric reads what follows a numeric header h (in ascending form): the exponent and
// mantissa, if it has them.
func (v *Value) decodeNumeric(r *wire.Reader, f *span.Field, h, x byte) {
	switch h {
	case numNaN:
		v.Special = NaN
		return
	case numNegInf:
		v.Special = NegInf
		return
	case numPosInf:
		v.Special = PosInf
		return
	case numZero:
		return
	}
	neg := h < numZero
	if neg {
		x = ^x // in a negative number, everything is complemented once more
	}
	var e int64
	switch h {
	case numPosLarge, numNegLarge:
		at := r.Offset()
		if e = exponent(r, f, x, false); e <= mediumMax {
			odd(r, f, at, "an exponent above 10 with this header", strconv.FormatInt(e, 10), "an exponent that has a header of its own")
		}
	case numPosSmall, numNegSmall:
		e = exponent(r, f, ^x, true)
	case numPosZero, numNegZero:
		odd(r, f, r.Offset()-1, "the header of a small number for the exponent 0", "",
			"exponent 0 in the header; HBase writes it as a small number")
	default:
		if e = int64(h) - numPosZero; neg {
			e = numNegZero - int64(h)
		}
	}
	small := h == numPosSmall || h == numNegSmall
	v.Dec = mantissa(r, f, x, e, small)
	v.Dec.neg = neg && v.Dec.n > 0
}

// odd refuses a form that no version writes; a lenient reader only marks it.
func odd(r *wire.Reader, f *span.Field, at int, expected, found, note string) {
	if r.Lenient() {
		r.Group().NonCanonical(note)
	} else {
		r.FailAt(wire.NonCanonical, f, at, expected, found)
	}
}

// exponent reads the varuint of a large or small number; that of a small one counts downwards.
func exponent(r *wire.Reader, f *span.Field, x byte, small bool) int64 {
	at := r.Offset()
	u := decodeVaruint(r, &fExponent, x)
	if small && u == roundedToOne {
		r.Group().NonCanonical("a number that HBase 2.5 rounded up to 1; it sorts before every other small number")
		return 1
	}
	if u > exponentMax {
		r.FailAt(wire.BadValue, f, at, "an exponent of at most "+strconv.Itoa(exponentMax), strconv.FormatUint(u, 10))
		return 0
	}
	if small {
		return -int64(u)
	}
	return int64(u)
}

// mantissa reads centimals up to the one with bit 0 clear. In a small number, a single centimal of
// 100 is how HBase up to 2.4 wrote a number that it rounded up to 1. No writer produces any other
// centimal above 99, or a zero at either end.
func mantissa(r *wire.Reader, f *span.Field, x byte, e int64, small bool) (d Decimal) {
	b := r.Ahead()
	n := 0
	for n < len(b) && (b[n]^x)&1 == 1 {
		n++
	}
	if !r.OK() || n == len(b) {
		r.FailAt(wire.Unterminated, f, r.Offset()+n, "a last centimal, bit 0 clear", "end of input")
		return d
	}
	b = b[:n+1]
	for i, c := range b {
		c = (c ^ x) >> 1
		switch {
		case 0 < c && c <= 99, c == 0 && 0 < i && i < n:
		case c == 100 && small && n == 0:
			r.Group().NonCanonical("a number that HBase up to 2.4 rounded up to 1")
		case r.Lenient():
			r.Group().NonCanonical("a centimal that no version writes; versions read it differently")
		default:
			r.FailAt(wire.NonCanonical, f, r.Offset()+i, "a centimal from 1 to 99 (0 only inside)", strconv.Itoa(int(c)))
			return d
		}
	}
	if digitsOf(b, x) > precision {
		odd(r, f, r.Offset(), "at most 31 digits", "more", "more than 31 digits, which are rounded")
		if !r.OK() {
			return d
		}
	}
	d.setCentimals(b, x)
	if d.n > 0 {
		d.exp += 2 * e
	}
	at := r.Offset()
	r.Skip(n + 1)
	if t := r.Rec(); t != nil {
		t.Raw(&fMantissa, at, at+n+1)
	}
	return d
}

// digitsOf returns the number of significant digits in centimals.
func digitsOf(b []byte, x byte) int {
	n := 2 * len(b)
	if (b[0]^x)>>1 < 10 {
		n--
	}
	if (b[len(b)-1]^x)>>1%10 == 0 {
		n--
	}
	return n
}

// setCentimals sets d to 0.M. Centimals from 100 to 127 are taken arithmetically: they carry into
// the previous one.
func (d *Decimal) setCentimals(b []byte, x byte) {
	const enough = precision/2 + 3 // centimals from the first nonzero one, plus one for a carry
	first := 0
	for first < len(b) && (b[first]^x)>>1 == 0 {
		first++
	}
	stop := min(first+enough, len(b))
	carry := byte(0)
	for i := len(b) - 1; i >= stop; i-- {
		carry = ((b[i]^x)>>1 + carry) / 100
	}
	var kept [enough]byte
	for i := stop - 1; i >= first; i-- {
		c := (b[i]^x)>>1 + carry
		carry, kept[i-first] = c/100, c%100
	}
	d.exp = -2 * int64(first)
	if carry > 0 {
		d.exp += 2
		d.add('0')
		d.add('1')
	}
	for _, c := range kept[:stop-first] {
		d.add('0' + c/10)
		d.add('0' + c%10)
	}
	d.finish()
}

// AppendNumeric appends a decimal.
//
//	zero          15
//	E > 10        22 varuint(E) M       negative: 08, the rest complemented
//	1 <= E <= 10  (17 + E) M            negative: (13 - E), M complemented
//	E <= 0        16 ~varuint(-E) M     negative: 14, the rest complemented
//
// Order: as the numbers.
func AppendNumeric(dst []byte, d Decimal, o order.Order) []byte {
	at := len(dst)
	if d.n == 0 {
		return append(dst, numZero^byte(o))
	}
	e := d.centimalExponent()
	switch {
	case e > mediumMax && !d.neg:
		dst = append(dst, numPosLarge)
	case e > mediumMax:
		dst = append(dst, numNegLarge)
	case e > 0 && !d.neg:
		dst = append(dst, numPosZero+byte(e))
	case e > 0:
		dst = append(dst, numNegZero-byte(e))
	case !d.neg:
		dst = append(dst, numPosSmall)
	default:
		dst = append(dst, numNegSmall)
	}
	body := len(dst)
	if e > mediumMax {
		dst = AppendVaruint(dst, uint64(e), false)
	} else if e <= 0 {
		dst = AppendVaruint(dst, uint64(-e), true)
	}
	dst = appendCentimals(dst, d.digits[:d.n], d.exp&1 != 0)
	if d.neg {
		invert(dst[body:])
	}
	if o == order.Desc {
		invert(dst[at:])
	}
	return dst
}

// appendCentimals appends digits in pairs; after an odd exponent the first pair
// begins with a zero.
func appendCentimals(dst, digits []byte, odd bool) []byte {
	if odd {
		dst = append(dst, (digits[0]-'0')*2+1)
		digits = digits[1:]
	}
	for len(digits) >= 2 {
		dst = append(dst, ((digits[0]-'0')*10+digits[1]-'0')*2+1)
		digits = digits[2:]
	}
	if len(digits) == 1 {
		dst = append(dst, (digits[0]-'0')*20+1)
	}
	dst[len(dst)-1]--
	return dst
}

// AppendLong appends an integer as a numeric, exactly.
func AppendLong(dst []byte, n int64, o order.Order) []byte {
	return AppendNumeric(dst, DecimalOf(n), o)
}

// AppendDouble appends a double as a numeric: NaN and the infinities as such, all others with the
// digits that a JVM (JDK 19 or later) prints, so -0.0 is 0.
func AppendDouble(dst []byte, f float64, o order.Order) []byte {
	if s := special(f); s != Finite {
		return append(dst, specialHeaders[s]^byte(o))
	}
	return AppendNumeric(dst, DecimalOfFloat(f), o)
}

// appendNumber appends a numeric as text.
func (v *Value) appendNumber(dst []byte) []byte {
	switch v.Special {
	case NaN:
		return append(dst, "NaN"...)
	case PosInf:
		return append(dst, "Infinity"...)
	case NegInf:
		return append(dst, "-Infinity"...)
	}
	return v.Dec.Append(dst)
}

// double returns a numeric as the nearest double.
func (v *Value) double() float64 {
	switch v.Special {
	case NaN:
		return math.NaN()
	case PosInf:
		return math.Inf(1)
	case NegInf:
		return math.Inf(-1)
	}
	return v.Dec.Float()
}

// setDouble makes v the numeric of a double.
func (v *Value) setDouble(f float64) {
	if v.Type, v.Special = Numeric, special(f); v.Special == Finite {
		v.Dec = DecimalOfFloat(f)
	}
}
