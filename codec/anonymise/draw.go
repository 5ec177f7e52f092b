package anonymise

import (
	"cmp"
	"math/bits"

	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// draws is a sequence of random numbers that a seed determines (SplitMix64). It hides nothing: what is drawn does
// not depend on what it replaces.
type draws uint64

func (d *draws) next() uint64 {
	*d += 0x9e3779b97f4a7c15
	z := uint64(*d)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number below n, which is not 0.
func (d *draws) below(n uint64) uint64 {
	hi, _ := bits.Mul64(d.next(), n)
	return hi
}

// listedMax is the most places that are listed in order to choose among those that are free.
const listedMax = 1 << 16

// places chooses a place among n for each of some, which are sorted: other places in the same order, none of which
// passes refuses, if at least as many are free. Otherwise all are moved by the same step around.
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

// fresh draws k numbers below n, sorted, which are not taken: there must be as many again.
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

// some chooses k of a list, sorted.
func (d *draws) some(list []uint64, k int) []uint64 {
	for i := range k {
		j := i + int(d.below(uint64(len(list)-i)))
		list[i], list[j] = list[j], list[i]
	}
	ascending(list[:k])
	return list[:k]
}

func ascending(list []uint64) { sorting.Func(list, cmp.Compare[uint64]) }
