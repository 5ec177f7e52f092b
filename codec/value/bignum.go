package value

import (
	"strconv"
	"strings"
)

// bignumMax is the most bytes that an integer of CBOR may have: 2,466 digits.
const bignumMax = 1024

// Tags of numbers (RFC 8949, 3.4.3 and 3.4.4): of integers n and -1 - n of more than 64 bits, and of a decimal number.
const (
	tagBignum    = 2
	tagNegBignum = 3
	tagDecimal   = 4
)

// tagged reads the number that a tag is of.
func (p *cborParser) tagged(tag uint64) Value {
	if tag != tagDecimal {
		return p.bignum(tag == tagNegBignum)
	}
	major, _, n := p.head()
	if p.err == nil && (major != majorArray || n != 2) {
		p.fail("an exponent and an integer")
	}
	exponent, ok := p.integer().Int()
	if p.err == nil && !ok {
		p.fail("an exponent of 64 bits")
	}
	integer := p.integer()
	if exponent == 0 {
		return integer
	}
	return ofText(Number, decimalText(integer.Raw(), exponent))
}

// integer reads an integer of any size, and nothing that nests.
func (p *cborParser) integer() Value {
	major, _, n := p.head()
	switch {
	case p.err != nil:
	case major == majorUint:
		return ofBits(formUint, n)
	case major == majorNeg:
		return p.negative(n)
	case major == majorTag && (n == tagBignum || n == tagNegBignum):
		return p.bignum(n == tagNegBignum)
	default:
		p.fail("an integer")
	}
	return Value{}
}

// decimalText returns an integer times a power of ten, with a point if it is among or near the digits.
func decimalText(integer string, exponent int64) string {
	const near = 6 // zeros, as Java has it
	digits := strings.TrimPrefix(integer, "-")
	whole := int64(len(digits)) + exponent
	if exponent >= 0 || whole <= -near {
		return integer + "e" + strconv.FormatInt(exponent, 10)
	}
	sign := integer[:len(integer)-len(digits)]
	if whole <= 0 {
		digits = strings.Repeat("0", int(1-whole)) + digits
		whole = 1
	}
	return sign + digits[:whole] + "." + digits[whole:]
}

// bignum reads the byte string n of an integer, most significant byte first.
func (p *cborParser) bignum(negative bool) Value {
	major, _, size := p.head()
	if p.err == nil && (major != majorBytes || size > bignumMax) {
		p.fail("at most " + strconv.Itoa(bignumMax) + " bytes of an integer")
	}
	if p.err != nil {
		return Value{}
	}
	end, _ := p.span(size)
	v := ofText(Number, bignumText(p.b[p.i:end], negative))
	p.i = end
	return v
}

// bignumText returns the decimal digits of n, or of -1 - n.
func bignumText(n []byte, negative bool) string {
	const limb, width = 1_000_000_000, 9 // digits in a limb, the lowest first
	var limbs []uint64
	add := func(factor, carry uint64) {
		for i := range limbs {
			carry += limbs[i] * factor
			limbs[i] = carry % limb
			carry /= limb
		}
		if carry != 0 {
			limbs = append(limbs, carry)
		}
	}
	for _, b := range n {
		add(256, uint64(b))
	}
	text := make([]byte, 0, 1+width*(len(limbs)+1))
	if negative {
		add(1, 1)
		text = append(text, '-')
	}
	if len(limbs) == 0 {
		return "0"
	}
	for i := len(limbs) - 1; i >= 0; i-- {
		digits := strconv.AppendUint(nil, limbs[i], 10)
		for pad := len(digits); i < len(limbs)-1 && pad < width; pad++ {
			text = append(text, '0')
		}
		text = append(text, digits...)
	}
	return string(text)
}
