package anonymise

import (
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// size is the shape of a number. For whole numbers it is the sign and the number of bits, so that they take as many
// bytes in every encoding; for others, sign and exponent.
type size struct {
	kind byte // 'u' from 0, 'n' below 0, 'd' for doubles, 'f' for floats
	high uint64
}

// The bits of a fraction, and how many of them are drawn: few enough to keep numbers short as text, and to fit a float.
const (
	fraction = 52
	drawn    = 20
)

// numbers are the numbers of all rows, by size, and their replacements.
type numbers map[size]map[uint64]uint64

// add counts a number.
func (x numbers) add(s size, low uint64) {
	if x[s] == nil {
		x[s] = map[uint64]uint64{}
	}
	x[s][low] = low
}

// assign draws the replacement of each number.
func (x numbers) assign(d *draws) {
	sizes := make([]size, 0, len(x))
	for s := range x {
		sizes = append(sizes, s)
	}
	sorting.Func(sizes, func(a, b size) int {
		if a.kind != b.kind {
			return int(a.kind) - int(b.kind)
		}
		return int(min(a.high, 1<<20)) - int(min(b.high, 1<<20))
	})
	for _, s := range sizes {
		from := make([]uint64, 0, len(x[s]))
		for low := range x[s] {
			from = append(from, low)
		}
		ascending(from)
		for i, low := range d.numbers(s, from) {
			x[s][from[i]] = low
		}
	}
}

func (d *draws) numbers(s size, from []uint64) []uint64 {
	never := func(uint64) bool { return false }
	if s.kind == 'u' || s.kind == 'n' {
		return d.places(1<<(max(s.high, 1)-1), from, never)
	}
	if len(from) > 1<<(drawn-1) {
		return d.places(1<<fraction, from, never)
	}
	some := d.fresh(1<<drawn, len(from), map[uint64]bool{0: true}) // they may equal the first bits of others
	for i := range some {
		some[i] <<= fraction - drawn
	}
	return some
}

// whole splits a whole number. It returns false for text that is not a number of 64 bits, and for numbers too small to
// reveal anything.
func whole(text string) (s size, low uint64, ok bool) {
	n, err := strconv.ParseUint(text, 10, 64)
	s.kind = 'u'
	if err != nil {
		v, err := strconv.ParseInt(text, 10, 64)
		if err != nil || v >= 0 {
			return s, 0, false
		}
		s.kind, n = 'n', uint64(^v) // as in two's complement: -128 has as many bits as 127
	}
	s.high = uint64(bits.Len64(n))
	if s.high < 2 || text[0] == '0' {
		return s, 0, false
	}
	return s, n &^ (1 << (s.high - 1)), true
}

// whole returns the replacement of a whole number.
func (x numbers) whole(text string) string {
	s, low, ok := whole(text)
	if !ok {
		return text
	}
	n := x[s][low] | 1<<(s.high-1)
	if s.kind == 'n' {
		return strconv.FormatInt(^int64(n), 10)
	}
	return strconv.FormatUint(n, 10)
}

// real splits a number with a fraction. It returns false for zero, for text that is not a number, and for numbers that
// have fewer bits than are drawn.
func real(text string, single bool) (s size, low uint64, ok bool) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f == 0 || math.IsInf(f, 0) || math.IsNaN(f) {
		return s, 0, false
	}
	b := math.Float64bits(f)
	s = size{kind: 'd', high: b >> fraction}
	least := 0x1p-1022
	if single {
		s.kind, least = 'f', 0x1p-126
	}
	return s, b & (1<<fraction - 1), math.Abs(f) >= least
}

// real returns the replacement of a number with a fraction.
func (x numbers) real(text string, single bool) string {
	s, low, ok := real(text, single)
	if !ok {
		return text
	}
	form := byte('f')
	if strings.ContainsAny(text, "eE") {
		form = 'g'
	}
	return strconv.FormatFloat(math.Float64frombits(s.high<<fraction|x[s][low]), form, -1, 64)
}
