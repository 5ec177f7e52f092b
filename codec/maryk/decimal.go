package maryk

import (
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
)

// A Decimal is a whole number and a scale: how many of its digits follow the point. The whole
// number is kept in Num if it fits in 64 bits, otherwise in Bytes. math/big is not used: it would
// add most to the size of the WebAssembly, and at most 128 bytes are ever converted.

// decimalDigitsMax is more digits than 128 bytes can hold.
const decimalDigitsMax = 400

// limbs is the magnitude of a number in base 2^32, least significant limb first.
type limbs []uint32

// mulAdd multiplies by m and adds a.
func (l limbs) mulAdd(m, a uint32) limbs {
	carry := uint64(a)
	for i := range l {
		carry += uint64(l[i]) * uint64(m)
		l[i] = uint32(carry)
		carry >>= 32
	}
	if carry != 0 {
		l = append(l, uint32(carry))
	}
	return l
}

// div divides in place and returns the remainder.
func (l limbs) div(d uint32) (limbs, uint32) {
	var rest uint64
	for i := len(l) - 1; i >= 0; i-- {
		rest = rest<<32 | uint64(l[i])
		l[i] = uint32(rest / uint64(d))
		rest %= uint64(d)
	}
	for len(l) > 0 && l[len(l)-1] == 0 {
		l = l[:len(l)-1]
	}
	return l, uint32(rest)
}

// unscaled returns the unscaled integer of a decimal: two's complement, big-endian, in the shortest
// form.
func (v *Value) unscaled(room []byte) []byte {
	if v.Bytes != nil {
		return v.Bytes
	}
	b := binary.BigEndian.AppendUint64(room, v.Num)
	return shorten(b)
}

// shorten drops leading bytes that only repeat the sign.
func shorten(b []byte) []byte {
	for len(b) > 1 && (b[0] == 0 && b[1] < 0x80 || b[0] == 0xff && b[1] >= 0x80) {
		b = b[1:]
	}
	return b
}

// setUnscaled sets the unscaled integer to the two's complement number b; if b is long, v keeps it.
func (v *Value) setUnscaled(b []byte) {
	b = shorten(b)
	if len(b) > 8 {
		v.Bytes = b
		return
	}
	v.Bytes, v.Num = nil, 0
	if len(b) > 0 && b[0] >= 0x80 {
		v.Num = ^uint64(0)
	}
	for _, c := range b {
		v.Num = v.Num<<8 | uint64(c)
	}
}

// appendDecimal appends a decimal at full scale: "0.00", "-1.28".
func (v *Value) appendDecimal(dst []byte) []byte {
	var room [8]byte
	b := v.unscaled(room[:0])
	negative := len(b) > 0 && b[0] >= 0x80
	mag := magnitude(b, negative)
	var digits []byte
	for len(mag) > 0 {
		var rest uint32
		mag, rest = mag.div(1_000_000_000)
		for range 9 {
			digits = append(digits, '0'+byte(rest%10))
			rest /= 10
		}
	}
	for len(digits) > 0 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	scale := int(v.Num2)
	for len(digits) <= scale {
		digits = append(digits, '0')
	}
	if negative {
		dst = append(dst, '-')
	}
	for i := len(digits) - 1; i >= 0; i-- {
		dst = append(dst, digits[i])
		if i == scale && i > 0 {
			dst = append(dst, '.')
		}
	}
	return dst
}

func magnitude(b []byte, negative bool) limbs {
	mag := make(limbs, (len(b)+3)/4)
	for i := range b {
		c := b[len(b)-1-i]
		if negative {
			c = ^c
		}
		mag[i/4] |= uint32(c) << (8 * (i % 4))
	}
	if negative {
		mag = mag.mulAdd(1, 1)
	}
	for len(mag) > 0 && mag[len(mag)-1] == 0 {
		mag = mag[:len(mag)-1]
	}
	return mag
}

// parseDecimal reads decimal text at a scale into v. Digits beyond the scale must be zeros. It
// returns the reason if it refuses the text.
func (v *Value) parseDecimal(s string, scale int) (why string) {
	negative, digits, behind, ok := decimalDigits(s)
	if !ok {
		return "expected a decimal number, found " + strconv.Quote(format.Cut(s))
	}
	for behind > scale {
		if digits == "" || digits[len(digits)-1] != '0' {
			return "cannot be represented at scale " + strconv.Itoa(scale)
		}
		digits, behind = digits[:len(digits)-1], behind-1
	}
	if len(digits)+scale-behind > decimalDigitsMax {
		return "expected at most " + strconv.Itoa(decimalDigitsMax) + " digits"
	}
	var mag limbs
	for _, c := range []byte(digits) {
		mag = mag.mulAdd(10, uint32(c-'0'))
	}
	for ; behind < scale; behind++ {
		mag = mag.mulAdd(10, 0)
	}
	v.Num2 = uint64(scale)
	v.setUnscaled(twosComplement(mag, negative))
	return ""
}

func twosComplement(mag limbs, negative bool) []byte {
	b := make([]byte, 4*len(mag)+1)
	for i, l := range mag {
		binary.BigEndian.PutUint32(b[len(b)-4*i-4:], l)
	}
	if !negative {
		return b
	}
	carry := true
	for i := len(b) - 1; i >= 0; i-- {
		b[i] = ^b[i]
		if carry {
			b[i]++
			carry = b[i] == 0
		}
	}
	return b
}

// decimalDigits splits the text of a decimal into its digits without the point, and the number of
// digits after the point.
func decimalDigits(s string) (negative bool, digits string, behind int, ok bool) {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		negative, s = s[0] == '-', s[1:]
	}
	if len(s) > decimalDigitsMax+1 {
		return false, "", 0, false
	}
	point := -1
	for i := range len(s) {
		switch {
		case s[i] == '.' && point < 0:
			point = i
		case s[i] < '0' || s[i] > '9':
			return false, "", 0, false
		}
	}
	switch point {
	case -1:
		return negative, s, 0, s != ""
	case 0, len(s) - 1:
		return false, "", 0, false
	}
	return negative, s[:point] + s[point+1:], len(s) - point - 1, true
}

// fitDecimal appends the number in exactly size bytes, two's complement; ok is false if it does
// not fit.
func (v *Value) fitDecimal(dst []byte, size int) (out []byte, ok bool) {
	var room [8]byte
	b := shorten(v.unscaled(room[:0]))
	if len(b) > size {
		return dst, false
	}
	fill := byte(0)
	if len(b) > 0 && b[0] >= 0x80 {
		fill = 0xff
	}
	for n := len(b); n < size; n++ {
		dst = append(dst, fill)
	}
	return append(dst, b...), true
}
