package javanum

import (
	"cmp"
	"math/bits"
)

// natural is a whole number of up to 1,536 bits, least significant word first. Printing a double
// needs fewer than 1,200.
type natural struct {
	words [24]uint64
	n     int // words in use; the top one is not 0
}

// set sets x to n times 5 to the p5 times 2 to the p2.
func (x *natural) set(n uint64, p5, p2 int) {
	x.words[0], x.n = n, 1
	const most = 27 // largest power of five that fits into a word
	for ; p5 >= most; p5 -= most {
		x.mul(7450580596923828125)
	}
	x.mul(pow5(p5))
	x.shift(p2)
}

// mul multiplies by a word, which must not be 0.
func (x *natural) mul(by uint64) {
	var carry uint64
	for i := range x.words[:x.n] {
		hi, lo := bits.Mul64(x.words[i], by)
		var more uint64
		x.words[i], more = bits.Add64(lo, carry, 0)
		carry = hi + more
	}
	if carry > 0 && x.n < len(x.words) {
		x.words[x.n] = carry
		x.n++
	}
}

// shift multiplies by 2 to the k.
func (x *natural) shift(k int) {
	if k%64 > 0 {
		x.mul(1 << (k % 64))
	}
	whole := min(k/64, len(x.words)-x.n)
	copy(x.words[whole:], x.words[:x.n])
	clear(x.words[:whole])
	x.n += whole
}

// sub subtracts a number that is not larger.
func (x *natural) sub(y *natural) {
	var borrow uint64
	for i := range x.words[:x.n] {
		x.words[i], borrow = bits.Sub64(x.words[i], y.words[i], borrow)
	}
	for x.n > 0 && x.words[x.n-1] == 0 {
		x.n--
	}
}

// cmp returns -1, 0 or 1.
func (x *natural) cmp(y *natural) int {
	if x.n != y.n {
		return cmp.Compare(x.n, y.n)
	}
	for i := x.n - 1; i >= 0; i-- {
		if x.words[i] != y.words[i] {
			return cmp.Compare(x.words[i], y.words[i])
		}
	}
	return 0
}

// cmpSum compares with the sum of two numbers.
func (x *natural) cmpSum(a, b *natural) int {
	sum := *a
	sum.n = min(max(a.n, b.n)+1, len(sum.words))
	var carry uint64
	for i := range sum.words[:sum.n] {
		sum.words[i], carry = bits.Add64(a.words[i], b.words[i], carry)
	}
	for sum.n > 0 && sum.words[sum.n-1] == 0 {
		sum.n--
	}
	return x.cmp(&sum)
}

// digit returns the quotient by s, which is below ten, and leaves ten times the remainder.
func (x *natural) digit(s *natural) (q byte) {
	for x.cmp(s) >= 0 {
		x.sub(s)
		q++
	}
	x.mul(10)
	return q
}
