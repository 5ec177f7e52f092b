package stats

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
)

// RegionsMax is the largest number of regions.
const RegionsMax = 1 << 16

const regionsUsual = 16

// regions are ranges of row keys: HBase's regions, Accumulo's tablets.
type regions struct {
	splits  [][]byte // nil if the ranges are equal
	tallies []Tally
}

func newRegions(o Options) regions {
	if len(o.Splits) > 0 {
		return regions{splits: o.Splits, tallies: make([]Tally, len(o.Splits)+1)}
	}
	n := o.Regions
	if n <= 0 {
		n = regionsUsual
	}
	return regions{tallies: make([]Tally, min(n, RegionsMax))}
}

func (r *regions) add(key []byte, size *Tally) { r.tallies[r.of(key)].add(size) }

// of returns the region of a row key. With equal ranges, the first 8 bytes of the key as a fraction decide.
func (r *regions) of(key []byte) int {
	if r.splits != nil {
		i, at := slices.BinarySearchFunc(r.splits, key, bytes.Compare)
		if at {
			i++
		}
		return i
	}
	var first [8]byte
	copy(first[:], key)
	region, _ := bits.Mul64(binary.BigEndian.Uint64(first[:]), uint64(len(r.tallies)))
	return int(region)
}

// start returns the smallest row key of a region, without trailing zeros.
func (r *regions) start(region int) []byte {
	switch {
	case region == 0:
		return nil
	case r.splits != nil:
		return r.splits[region-1]
	}
	n := uint64(len(r.tallies))
	least, rest := bits.Div64(uint64(region)%n, 0, n)
	if rest > 0 {
		least++
	}
	return bytes.TrimRight(binary.BigEndian.AppendUint64(nil, least), "\x00")
}

func (r *regions) merge(o *regions) {
	for i := range o.tallies {
		r.tallies[i].add(&o.tallies[i])
	}
}
