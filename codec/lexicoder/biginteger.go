package lexicoder

import (
	"encoding/binary"
	"math/bits"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// bigMax is the size in bytes of the longest biginteger that is read or written. Conversion to
// decimal text takes quadratic time; up to this size that is a few milliseconds, so the work for
// any input stays linear.
const bigMax = 8192

// decimalMax is more digits than a number of bigMax bytes has.
const decimalMax = bigMax*241/100 + 2

// AppendBigInteger appends a number given as two's complement, big-endian and minimal (as from
// Java's BigInteger.toByteArray):
//
//	length 4   count of bytes, negated for a negative number; sign bit flipped
//	number     its bytes, the sign bit flipped
//
// Order: as the numbers. It refuses a number that is empty, not minimal or too long.
func AppendBigInteger(dst, twos []byte) ([]byte, error) {
	if len(twos) == 0 || len(twos) > bigMax || !minimal(twos) {
		return dst, format.Refuse("value", "expected a minimal number of 1 to "+strconv.Itoa(bigMax)+" bytes")
	}
	n := int32(len(twos))
	if twos[0]&0x80 != 0 {
		n = -n
	}
	dst = binary.BigEndian.AppendUint32(dst, uint32(n)^1<<31)
	at := len(dst)
	dst = append(dst, twos...)
	dst[at] ^= 0x80
	return dst, nil
}

// minimal reports whether no leading byte is redundant.
func minimal(twos []byte) bool {
	return len(twos) < 2 || twos[0] != 0 && twos[0] != 0xff || (twos[0]^twos[1])&0x80 != 0
}

// bigHead is the size of the length, which is negative for negative numbers.
const bigHead = 4

// bigLength reads the length at the start of b, of at least bigHead bytes.
func bigLength(b []byte) (n int64, negative bool) {
	n = int64(int32(binary.BigEndian.Uint32(b) ^ 1<<31))
	if n < 0 {
		return -n, true
	}
	return n, false
}

// decodeBig reads a biginteger that fills n bytes. Its two's complement is made in the reader's
// memory. Upstream's reader ignores the sign of the length, and any bytes after the number.
func decodeBig(r *wire.Reader, n int) []byte {
	f := &fields[BigInteger]
	b := r.Ahead()
	if n < bigHead || len(b) < n {
		r.FailFound(wire.Truncated, f, "a length of 4 bytes", strconv.Itoa(n))
		return nil
	}
	b = b[:n]
	count, negative := bigLength(b)
	switch at := r.Offset(); {
	case count == 0:
		r.FailFound(wire.BadValue, f, "a length that is not 0", "0")
	case count > int64(n-bigHead):
		r.FailFound(wire.Truncated, f, utoa(uint64(count))+" bytes after the length", strconv.Itoa(n-bigHead))
	case count > bigMax:
		r.FailFound(wire.Limit, f, "at most "+strconv.Itoa(bigMax)+" bytes after the length", utoa(uint64(count)))
	case int(count) < n-bigHead && !r.Lenient():
		r.FailAt(wire.Trailing, f, at+bigHead+int(count), utoa(uint64(count))+" bytes after the length", strconv.Itoa(n-bigHead))
	}
	if !r.OK() {
		return nil
	}
	end := bigHead + int(count)
	m := r.Memory()
	from := len(*m)
	*m = append(*m, b[bigHead:end]...)
	twos := (*m)[from:len(*m):len(*m)]
	twos[0] ^= 0x80
	odd := negative != (twos[0]&0x80 != 0) || !minimal(twos)
	if odd && !r.Lenient() {
		r.FailFound(wire.NonCanonical, f, "a length with the sign of the number, and the fewest bytes", "another form")
		return nil
	}
	at := r.Offset()
	r.Skip(n)
	if t := r.Rec(); t != nil {
		t.Leaf(&fBigLength, at, at+bigHead, span.IntValue(int64(int32(binary.BigEndian.Uint32(b)^1<<31))))
		t.Raw(&fDigits, at+bigHead, at+end)
		ignored(r, at+end, at+n)
		if odd {
			r.Group().NonCanonical("no writer makes this form; read as upstream does")
		}
	}
	return twos
}

// Decimal text is made and read nineteen digits at a time, the most that fit in 64 bits.
const (
	chunkDigits = 19
	chunk       = 1e19
)

// appendDecimal appends two's complement as decimal text.
func appendDecimal(dst, twos []byte) []byte {
	var room [16]uint64
	words := magnitude(room[:0], twos)
	if len(twos) > 0 && twos[0]&0x80 != 0 {
		dst = append(dst, '-')
	}
	from := len(dst)
	for {
		for len(words) > 0 && words[len(words)-1] == 0 {
			words = words[:len(words)-1]
		}
		var rem uint64
		for i := len(words) - 1; i >= 0; i-- {
			words[i], rem = bits.Div64(rem, words[i], chunk)
		}
		last := len(words) == 0 || len(words) == 1 && words[0] == 0
		for i := 0; i < chunkDigits && (!last || rem > 0 || i == 0 && len(dst) == from); i++ {
			dst = append(dst, byte('0'+rem%10))
			rem /= 10
		}
		if last {
			break
		}
	}
	for i, j := from, len(dst)-1; i < j; i, j = i+1, j-1 {
		dst[i], dst[j] = dst[j], dst[i]
	}
	return dst
}

// magnitude appends the absolute value of a two's complement as words, least
// significant first.
func magnitude(words []uint64, twos []byte) []uint64 {
	negative := len(twos) > 0 && twos[0]&0x80 != 0
	carry := uint64(1)
	for end := len(twos); end > 0; end -= 8 {
		var w uint64
		for i, shift := end-1, 0; i >= 0 && shift < 64; i, shift = i-1, shift+8 {
			w |= uint64(twos[i]) << shift
		}
		if negative {
			if end < 8 {
				w |= ^uint64(0) << (8 * end) // sign
			}
			w, carry = bits.Add64(^w, 0, carry)
		}
		words = append(words, w)
	}
	return words
}

// parseDecimal reads decimal text into minimal two's complement.
func parseDecimal(s string) ([]byte, bool) {
	negative := len(s) > 0 && s[0] == '-'
	if negative {
		s = s[1:]
	}
	if len(s) == 0 || len(s) > decimalMax {
		return nil, false
	}
	var words []uint64
	for len(s) > 0 {
		n := (len(s)-1)%chunkDigits + 1 // the first chunk may be shorter
		var v, scale uint64 = 0, 1
		for _, c := range []byte(s[:n]) {
			if c < '0' || c > '9' {
				return nil, false
			}
			v, scale = v*10+uint64(c-'0'), scale*10
		}
		for i := range words {
			hi, lo := bits.Mul64(words[i], scale)
			lo, carry := bits.Add64(lo, v, 0)
			words[i], v = lo, hi+carry
		}
		if v > 0 {
			words = append(words, v)
		}
		s = s[n:]
	}
	return twosComplement(words, negative), true
}

func twosComplement(words []uint64, negative bool) []byte {
	b := []byte{0} // room for the sign
	for i := len(words) - 1; i >= 0; i-- {
		b = binary.BigEndian.AppendUint64(b, words[i])
	}
	if negative {
		carry := true
		for i := len(b) - 1; i >= 0; i-- {
			if b[i] = ^b[i]; carry {
				b[i]++
				carry = b[i] == 0
			}
		}
	}
	for !minimal(b) {
		b = b[1:]
	}
	return b
}
