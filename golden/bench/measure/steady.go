package main

import (
	"math"
	"slices"
	"testing"
	"time"
)

// samples is how many different inputs each operation gets in turn, so that branch
// predictors do not memorise one of them. It is a power of two.
const samples = 64

// op is one measured operation, on sample i.
type op func(i int)

// Timing of short chunks: a busy machine takes the core away for milliseconds at a
// time, which spoils a few chunks and leaves the 10th percentile unaffected.
const (
	chunkCalls = 256
	opBudget   = 250 * time.Millisecond
	chunksMin  = 100
	percentile = 10
)

// pair returns the cost in nanoseconds of a call of each of two operations. Their
// chunks and those of an empty loop, which is subtracted, take turns, so that all
// run under the same conditions.
func pair(a, b op) (costA, costB float64) {
	ops := [...]op{func(int) {}, a, b}
	var chunks [len(ops)][]float64
	for _, f := range ops { // warm up caches and reused buffers
		chunk(f)
	}
	for start := time.Now(); time.Since(start) < 2*opBudget || len(chunks[0]) < chunksMin; {
		for k, f := range ops {
			chunks[k] = append(chunks[k], chunk(f))
		}
	}
	var cost [len(ops)]float64
	for k := range ops {
		slices.Sort(chunks[k])
		cost[k] = chunks[k][len(chunks[k])*percentile/100]
	}
	return max(cost[1]-cost[0], 0.1), max(cost[2]-cost[0], 0.1)
}

func chunk(f op) float64 {
	start := time.Now()
	for i := range chunkCalls {
		f(i & (samples - 1))
	}
	return float64(time.Since(start)) / chunkCalls
}

// allocations returns the number of allocations per call.
func allocations(f op) float64 {
	i := 0
	return testing.AllocsPerRun(4*samples, func() {
		f(i & (samples - 1))
		i++
	})
}

// row is one line of the result.
type row struct {
	Name      string  `json:"name"`
	Unit      string  `json:"unit"`
	Value     float64 `json:"value"`
	Allocs    float64 `json:"allocs"`
	Peer      string  `json:"peer"`
	PeerValue float64 `json:"peer_value"`
	Ratio     float64 `json:"ratio"`
}

func newRow(name, peer string, value, allocs, peerValue float64) row {
	value, peerValue = round(value, 2), round(peerValue, 2)
	return row{Name: name, Unit: "ns/op", Value: value, Allocs: allocs, Peer: peer, PeerValue: peerValue, Ratio: round(value/peerValue, 3)}
}

func round(f float64, digits int) float64 {
	p := math.Pow10(digits)
	return math.Round(f*p) / p
}

// beside measures our operation against a peer's.
func beside(name, peer string, ours, theirs op) row {
	value, peerValue := pair(ours, theirs)
	return newRow(name, peer, value, allocations(ours), peerValue)
}
