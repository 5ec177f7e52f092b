package stats

import (
	"math/bits"
	"slices"
)

// Histogram counts numbers of any size in bins that are exact below 256, and above that at most
// 1/128 of their numbers wide. The zero Histogram is empty.
//
//	number            bin                       width
//	0 … 255           number                    1
//	2^e·128 … 2^e·256 e·128 + number>>e         2^e     e = 1, 2, …
//
// The result depends only on the numbers, not on their order, and takes 128 counts for each
// doubling of the largest number: 20 kB for sizes up to 16 MiB.
type Histogram struct {
	Count    int64
	Sum      int64
	Min, Max int64

	bins []int64
}

// subBits is how many bits of a number a bin keeps.
const subBits = 7

func binOf(v int64) int {
	e := max(bits.Len64(uint64(v))-subBits-1, 0)
	return e<<subBits + int(v>>e)
}

// binStart returns the smallest number of a bin.
func binStart(bin int) int64 {
	if bin < 2<<subBits {
		return int64(bin)
	}
	e := bin>>subBits - 1
	return int64(bin-e<<subBits) << e
}

// Add counts a number, which must not be negative.
func (h *Histogram) Add(v int64) {
	bin := binOf(v)
	if bin >= len(h.bins) {
		h.bins = append(h.bins, make([]int64, bin+1-len(h.bins))...)
	}
	if h.Count == 0 || v < h.Min {
		h.Min = v
	}
	h.Max = max(h.Max, v)
	h.bins[bin]++
	h.Count++
	h.Sum += v
}

// Merge adds the numbers of another histogram.
func (h *Histogram) Merge(o *Histogram) {
	if o.Count == 0 {
		return
	}
	if h.Count == 0 || o.Min < h.Min {
		h.Min = o.Min
	}
	h.Max = max(h.Max, o.Max)
	h.Count += o.Count
	h.Sum += o.Sum
	if n := len(o.bins) - len(h.bins); n > 0 {
		h.bins = append(h.bins, make([]int64, n)...)
	}
	for i, n := range o.bins {
		h.bins[i] += n
	}
}

func (h *Histogram) clone() *Histogram {
	c := *h
	c.bins = slices.Clone(h.bins)
	return &c
}

// Quantile returns a quantile (500 is the median, 1000 the largest number): the number at position ⌈perMille/1000 ·
// Count⌉ in sorted order, or at most 1/128 more; exact below 256. It is 0 if there are no numbers.
func (h *Histogram) Quantile(perMille int64) int64 {
	want := (h.Count*perMille + 999) / 1000
	var seen int64
	for bin, n := range h.bins {
		if seen += n; seen >= want && n > 0 {
			return min(binStart(bin+1)-1, h.Max)
		}
	}
	return h.Max
}

// Bar counts the numbers from From up to and including To.
type Bar struct{ From, To, Rows int64 }

// Bars returns the histogram in at most most bars (at least 8): of equal width or, if nearly all numbers are much
// smaller than the largest, each twice as wide as the previous one. The bars are exact.
func (h *Histogram) Bars(most int) (bars []Bar, doubling bool) {
	if h.Count == 0 {
		return nil, false
	}
	if h.Max/16 > h.Quantile(950) {
		return h.doubling(), true
	}
	shift := max(bits.Len64(uint64(h.Max))-subBits-1, 0) // no bar is narrower than the bins in it
	for h.Max>>shift-h.Min>>shift >= int64(most) {
		shift++
	}
	first := h.Min >> shift
	bars = make([]Bar, h.Max>>shift-first+1)
	for i := range bars {
		from := (first + int64(i)) << shift
		bars[i] = Bar{From: from, To: from + 1<<shift - 1}
	}
	for bin, n := range h.bins {
		if n > 0 {
			bars[binStart(bin)>>shift-first].Rows += n
		}
	}
	return bars, false
}

// doubling returns bars that start at powers of two.
func (h *Histogram) doubling() []Bar {
	first, last := bits.Len64(uint64(h.Min)), bits.Len64(uint64(h.Max))
	bars := make([]Bar, last-first+1)
	for i := range bars {
		k := first + i
		bars[i] = Bar{From: int64(1) << k >> 1, To: int64(1)<<k - 1}
	}
	for bin, n := range h.bins {
		if n > 0 {
			bars[bits.Len64(uint64(binStart(bin)))-first].Rows += n
		}
	}
	return bars
}
