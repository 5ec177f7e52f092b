package anonymise

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// oneClass is how many numbers fit wherever any number fits: an int8 holds no more positive ones.
const oneClass = 127

// numbers are the whole numbers of all rows. Each becomes its place in order of appearance, negative ones among
// themselves, so that signs stay. If there are more than a byte holds, the small ones come first: a number must fit
// where the original fits.
type numbers struct{ above, below seen }

// add counts a whole number.
func (x *numbers) add(text string) {
	if n, negative, ok := whole(text); ok {
		x.of(negative).add(strconv.FormatUint(n, 10))
	}
}

// of returns the numbers above or below zero.
func (x *numbers) of(negative bool) *seen {
	if negative {
		return &x.below
	}
	return &x.above
}

// assign numbers the numbers.
func (x *numbers) assign() {
	for _, s := range []*seen{&x.above, &x.below} {
		classes := [65][]string{}
		for _, text := range s.list {
			n, _ := strconv.ParseUint(text, 10, 64)
			class := widthOf(n, s == &x.below)
			if len(s.list) <= oneClass {
				class = 0
			}
			classes[class] = append(classes[class], text)
		}
		next := uint64(0)
		for _, list := range classes {
			s.assign(list, func(string) string {
				next++
				return strconv.FormatUint(next, 10)
			})
		}
	}
}

// widthOf returns the least number of bits of an integer type, signed or not, that holds a magnitude.
func widthOf(n uint64, negative bool) int {
	if negative {
		n-- // as in two's complement: -128 has as many bits as 127
	}
	w := max(bits.Len64(n), 1)
	if w%8 == 0 {
		return w
	}
	return w/8*8 + 7
}

// whole splits a whole number of 64 bits. It returns false for 0, which stays, and for other texts.
func whole(text string) (n uint64, negative, ok bool) {
	digits, negative := strings.CutPrefix(text, "-")
	n, err := strconv.ParseUint(digits, 10, 64)
	return n, negative, err == nil && digits[0] >= '1' && digits[0] <= '9' && (!negative || n <= 1<<63)
}

// whole returns the replacement of a whole number.
func (x *numbers) whole(text string) string {
	n, negative, ok := whole(text)
	if !ok {
		return text
	}
	to := x.of(negative).to[strconv.FormatUint(n, 10)]
	if negative {
		return "-" + to
	}
	return to
}

// inForm returns a number in the form in which bytes hold another one: big-endian, with or without the sign bit inverted,
// or a varint of the same length. It returns nil for other forms.
func inForm(b []byte, from, to uint64) []byte {
	for _, form := range []func(uint64) []byte{
		func(v uint64) []byte { return bigEndian(v, len(b)) },
		func(v uint64) []byte { return flipped(bigEndian(v, len(b))) },
	} {
		if bytes.Equal(form(from), b) {
			return form(to)
		}
	}
	if !bytes.Equal(binary.AppendUvarint(nil, from), b) {
		return nil
	}
	if len(b) > 1 && len(binary.AppendUvarint(nil, to)) < len(b) {
		to += 1 << (7 * (len(b) - 1))
	}
	if v := binary.AppendUvarint(nil, to); len(v) == len(b) {
		return v
	}
	return nil
}

// bitsOf returns a whole number as its 64 bits.
func bitsOf(text string) uint64 {
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		return n
	}
	n, _ := strconv.ParseInt(text, 10, 64)
	return uint64(n)
}

// bigEndian returns the last bytes of a number, nil if it has fewer.
func bigEndian(v uint64, width int) []byte {
	if width > 8 || width == 0 {
		return nil
	}
	return binary.BigEndian.AppendUint64(nil, v)[8-width:]
}

// flipped inverts the sign bit, as forms that sort do.
func flipped(b []byte) []byte {
	if len(b) > 0 {
		b[0] ^= 0x80
	}
	return b
}

// fractional reports whether a number with a fraction is replaced: zero and what is not a number stay.
func fractional(text string) bool {
	f, err := strconv.ParseFloat(text, 64)
	return err == nil && f != 0 && !math.IsInf(f, 0) && !math.IsNaN(f)
}

// addReal counts a number that may have a fraction.
func (x *run) addReal(text string) {
	if _, _, ok := whole(text); ok {
		x.numbers.add(text)
	} else if fractional(text) {
		x.reals.add(strings.TrimPrefix(text, "-"))
	}
}

// real returns the replacement of a number that may have a fraction: 1.5, 2.5 and so on, which every type holds.
func (x *run) real(text string) string {
	if _, _, ok := whole(text); ok {
		return x.numbers.whole(text)
	}
	if !fractional(text) {
		return text
	}
	digits, negative := strings.CutPrefix(text, "-")
	to := x.reals.of(digits)
	if negative {
		return "-" + to
	}
	return to
}

// assignReals numbers the numbers with a fraction.
func (x *run) assignReals() {
	n := 0
	x.reals.assign(x.reals.list, func(string) string {
		n++
		return strconv.Itoa(n) + ".5"
	})
}

// mask returns the form of a number of any size, or of several, without their digits, and how many digits count. Zeros
// before the first other digit stay, and so does an exponent. A last zero stays, because writers may leave it out.
func mask(text string) (form string, n int) {
	b := []byte(text)
	for i, c := range b {
		if c == 'e' || c == 'E' {
			break
		}
		if c >= '1' && c <= '9' || c == '0' && n > 0 {
			b[i] = '#'
			n++
		}
	}
	if last := bytes.LastIndexByte(b, '#'); last >= 0 && text[last] == '0' {
		b[last], n = '0', n-1
	}
	return string(b), n
}

// countedMax is how many digits of a number count up; the others are 1.
const countedMax = 15

// digitsAt returns the i-th number of n digits, from 11…1 on; the first digit is never 0.
func digitsAt(i uint64, n int) string {
	ones := max(0, n-countedMax)
	first := uint64(1)
	for range n - ones - 1 {
		first *= 10
	}
	return strings.Repeat("1", ones) + strconv.FormatUint(first+(first/9+i)%(9*first), 10)
}

// inMask puts digits into a form. It returns false if the last one would be a zero that a writer may leave out.
func inMask(form string, digits string) (text string, ok bool) {
	last := strings.LastIndexByte(form, '#')
	b := []byte(form)
	for at, d := range b {
		if d == '#' {
			b[at], digits = digits[0], digits[1:]
		}
	}
	return string(b), b[last] != '0' || strings.HasPrefix(form[last+1:], "0")
}

// addDigits counts a number of any size, or a text of several.
func (x *run) addDigits(text string) {
	if _, _, ok := whole(text); ok {
		x.numbers.add(text)
	} else if _, n := mask(text); n > 0 {
		x.digits.add(text)
	}
}

// assignDigits numbers the numbers of any size of each form.
func (x *run) assignDigits() {
	form := func(text string) string { f, _ := mask(text); return f }
	for _, list := range x.digits.groups(form) {
		f, n := mask(list[0])
		i := uint64(0)
		x.digits.assign(list, func(string) string {
			for {
				text, ok := inMask(f, digitsAt(i, n))
				if i++; ok {
					return text
				}
			}
		})
	}
}

// manyDigits returns the replacement of a number of any size.
func (x *run) manyDigits(text string) string {
	if _, _, ok := whole(text); ok {
		return x.numbers.whole(text)
	}
	return x.digits.of(text)
}
