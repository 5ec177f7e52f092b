package value

import "strconv"

// bignumMax is the most bytes that an integer of CBOR may have: 2,466 digits.
const bignumMax = 1024

// Tags of integers of more than 64 bits (RFC 8949, 3.4.3): of n, and of -1 - n.
const (
	tagBignum    = 2
	tagNegBignum = 3
)

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
	v := Value{Kind: Number, text: bignumText(p.b[p.i:end], negative)}
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
