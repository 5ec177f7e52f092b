// Command bench compares what a call of the C library costs with the same work in
// Go, and prints a table. With -merge it adds the rows to a file of golden/bench.
//
//	make -C cshared bench
//
// Chunks of 256 rows in Go and in C take turns, so that both see the same machine, and
// the 10th percentile of each counts: a busy machine spoils a few chunks.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"time"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Each measurement has this many chunks of this many rows.
const (
	chunks     = 600
	rows       = 256
	percentile = 10
)

// kinds are what is decoded: a short record and a usual one.
var kinds = []struct {
	format, record string
	parts          []string
}{
	{"actionbase", "value", []string{"value"}},
	{"actionbase", "edge-state", []string{"row", "value"}},
	{"actionbase", "edge-index", []string{"row", "value"}},
	{"maryk-core", "hlc", []string{"value"}},
}

// row is a line of dist/bench.json.
type row struct {
	Name      string  `json:"name"`
	Unit      string  `json:"unit"`
	Value     float64 `json:"value"`
	Allocs    float64 `json:"allocs"`
	Peer      string  `json:"peer"`
	PeerValue float64 `json:"peer_value"`
	Ratio     float64 `json:"ratio"`
}

func main() {
	calls := flag.String("calls", "", "the `program` made of calls/calls.c")
	vectors := flag.String("vectors", "", "the `folder` golden/vectors")
	merge := flag.String("merge", "", "add the rows to this `file`")
	flag.Parse()
	if err := run(*calls, *vectors, *merge); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(calls, vectors, merge string) error {
	var all []row
	fmt.Printf("| %-38s | %8s | %8s | %5s |\n|%s|%s:|%s:|%s:|\n", "to and from CBOR, ns per row", "C", "Go", "ratio",
		"----------------------------------------", "---------", "---------", "------")
	for _, k := range kinds {
		set, err := read(vectors, k.format, k.record, k.parts)
		if err != nil {
			return err
		}
		measured, err := measure(calls, set)
		if err != nil {
			return err
		}
		for _, r := range measured {
			fmt.Printf("| %-38s | %8.1f | %8.1f | %5.2f |\n", r.Name, r.Value, r.PeerValue, r.Ratio)
		}
		all = append(all, measured...)
	}
	if merge == "" {
		return nil
	}
	return add(merge, all)
}

// measure compares the native decoder with a batch, with single calls, with single calls of a
// kind that was opened once, and with encoding a batch again, all parts of each row.
func measure(calls string, s *rowSet) ([]row, error) {
	c, err := start(calls, s)
	if err != nil {
		return nil, err
	}
	defer c.stop()
	native, err := nativeOf(s)
	if err != nil {
		return nil, err
	}
	var list []row
	for _, op := range []struct{ call, name string }{
		{"batch", "batch/decode"}, {"single", "single/decode"}, {"kind", "kind/decode"}, {"encode", "batch/encode"}} {
		var inC, inGo []float64
		for range chunks {
			ns, err := c.chunk(op.call)
			if err != nil {
				return nil, err
			}
			inC, inGo = append(inC, ns), append(inGo, native())
		}
		ours, peer := low(inC), low(inGo)
		list = append(list, row{Name: s.format + "/" + s.record + "-c-" + op.name, Unit: "ns/op", Value: ours,
			Peer: "rowlens-go", PeerValue: peer, Ratio: round(ours/peer, 3)})
	}
	return list, nil
}

// nativeOf returns a function that decodes all rows and returns ns per row.
func nativeOf(s *rowSet) (func() float64, error) {
	r := codec.Find(s.format).Record(s.record)
	in := &format.Input{}
	var w value.Writer
	w.CBOR = true
	var failed error
	chunk := func() float64 {
		from := time.Now()
		for i := range rows {
			in.Entry.Reset()
			for _, p := range s.parts {
				in.Entry.Add(p.name, p.cells[i])
			}
			w.Reset()
			if err := r.Decode(in, nil, &w); err != nil {
				failed = err
			}
		}
		return float64(time.Since(from)) / rows
	}
	chunk()
	return chunk, failed
}

func low(ns []float64) float64 {
	slices.Sort(ns)
	return round(ns[len(ns)*percentile/100], 2)
}

func round(f float64, digits int) float64 {
	unit := math.Pow10(digits)
	return math.Round(f*unit) / unit
}

// add appends rows to a JSON array, in place of earlier ones of the same names.
func add(file string, rows []row) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var all []row
	if err := json.Unmarshal(text, &all); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	all = slices.DeleteFunc(all, func(r row) bool { return r.Peer == "rowlens-go" })
	if text, err = json.MarshalIndent(append(all, rows...), "", "  "); err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
