package anonymise

import (
	"cmp"
	"math/bits"

	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// draws is a sequence of random numbers that a seed determines (SplitMix64). It need not be secret: what is drawn does
// not depend on what it replaces.
type draws uint64

func (d *draws) next() uint64 {
	*d += 0x9e3779b97f4a7c15
	z := uint64(*d)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number below n, which must not be 0.
func (d *draws) below(n uint64) uint64 {
	hi, _ := bits.Mul64(d.next(), n)
	return hi
}

// listedMax is the largest number of places that are listed in order to choose among the free ones.
const listedMax = 1 << 16

// places chooses, for each of the sorted places in from, another one below n, in the same order. It avoids the places
// in from and those that refuses rejects, if enough others are free. Otherwise it moves all places by the same step,
// modulo n.
func (d *draws) places(n uint64, from []uint64, refuses func(uint64) bool) []uint64 {
	k := uint64(len(from))
	if n < 2 {
		return from
	}
	taken := make(map[uint64]bool, len(from))
	for _, v := range from {
		taken[v] = true
	}
	if n <= listedMax {
		var free []uint64
		for v := range n {
			if !taken[v] && !refuses(v) {
				free = append(free, v)
			}
		}
		if uint64(len(free)) >= k {
			return d.some(free, len(from))
		}
	} else if k <= n/2 {
		return d.fresh(n, len(from), taken)
	}
	to := make([]uint64, len(from))
	step := 1 + d.below(n-1)
	for i, v := range from {
		to[i] = (v + step) % n
	}
	return to
}

// fresh draws k numbers below n, sorted, that are not in taken. There must be at least as many again.
func (d *draws) fresh(n uint64, k int, taken map[uint64]bool) []uint64 {
	to := make([]uint64, 0, k)
	for len(to) < k {
		if v := d.below(n); !taken[v] {
			taken[v] = true
			to = append(to, v)
		}
	}
	ascending(to)
	return to
}

// some chooses k items of a list, sorted.
func (d *draws) some(list []uint64, k int) []uint64 {
	for i := range k {
		j := i + int(d.below(uint64(len(list)-i)))
		list[i], list[j] = list[j], list[i]
	}
	ascending(list[:k])
	return list[:k]
}

func ascending(list []uint64) { sorting.Func(list, cmp.Compare[uint64]) }
