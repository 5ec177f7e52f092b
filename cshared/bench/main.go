// Command bench compares the cost of calls to the C library with that of the same
// work in Go, and prints a table. With -merge it adds the rows to a file of golden/bench.
//
//	make -C cshared bench
//
// Chunks of rows in Go and in C take turns, so that both run under the same conditions. It compares processor time, and of
// that the 10th percentile of each side, because a busy machine spoils a few chunks. With -calls it measures another
// program instead of C's, that of a package in golden/bench/packages; -name says what that program measures, -ops which
// operations it has.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// percentile is the percentile of a measurement's chunks that is reported.
const percentile = 10

// settings says what to measure.
type settings struct {
	calls, vectors, name string
	ops                  []string
	record               string // empty for all
	rows, chunks         int
}

// names are the names of operations in the table.
var names = map[string]string{
	"batch": "batch/decode", "records": "batch/read", "columns": "batch/columns", "single": "single/decode", "kind": "kind/decode",
	"encode": "batch/encode", "part": "single/encode",
}

// kinds are the record kinds to decode: a short record and a typical one.
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
	var x settings
	flag.StringVar(&x.calls, "calls", "", "the `program` made of calls/calls.c, or another one that answers alike")
	flag.StringVar(&x.vectors, "vectors", "", "the `folder` golden/vectors")
	flag.StringVar(&x.name, "name", "c", "what the program measures")
	flag.StringVar(&x.record, "record", "", "only this record `kind`")
	flag.IntVar(&x.rows, "rows", 256, "rows of a chunk")
	flag.IntVar(&x.chunks, "chunks", 600, "chunks of each measurement")
	ops := flag.String("ops", "batch,columns,single,kind,encode", "the `operations`, separated by commas")
	merge := flag.String("merge", "", "add the rows to this `file`")
	flag.Parse()
	x.ops = strings.Split(*ops, ",")
	if x.rows < 1 || x.chunks < 1 {
		fmt.Fprintln(os.Stderr, "bench: expected at least one row and one chunk")
		os.Exit(2)
	}
	if err := run(&x, *merge); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(x *settings, merge string) error {
	var all []row
	fmt.Printf("| %-42s | %8s | %8s | %5s |\n|%s|%s:|%s:|%s:|\n",
		fmt.Sprintf("%d rows, to and from CBOR, ns per row", x.rows), x.name, "Go", "ratio",
		"--------------------------------------------", "---------", "---------", "------")
	for _, k := range kinds {
		if x.record != "" && x.record != k.record {
			continue
		}
		set, err := read(x.vectors, k.format, k.record, k.parts, x.rows)
		if err != nil {
			return err
		}
		measured, err := measure(x, set)
		if err != nil {
			return err
		}
		for _, r := range measured {
			fmt.Printf("| %-42s | %8.1f | %8.1f | %5.2f |\n", r.Name, r.Value, r.PeerValue, r.Ratio)
		}
		all = append(all, measured...)
	}
	if merge == "" {
		return nil
	}
	return add(merge, all)
}

// measure compares the native decoder with each of the operations.
func measure(x *settings, s *rowSet) ([]row, error) {
	c, err := start(x.calls, s)
	if err != nil {
		return nil, err
	}
	defer c.stop()
	native, err := nativeOf(s)
	if err != nil {
		return nil, err
	}
	var list []row
	for _, op := range x.ops {
		var theirs, inGo []float64
		for range x.chunks {
			ns, err := c.chunk(op)
			if err != nil {
				return nil, err
			}
			theirs, inGo = append(theirs, ns), append(inGo, native())
		}
		ours, peer := low(theirs), low(inGo)
		name := fmt.Sprintf("%s/%s-%s-%s", s.format, s.record, x.name, names[op])
		if s.rows != 256 {
			name += fmt.Sprintf("-%d", s.rows)
		}
		list = append(list, row{Name: name, Unit: "ns/op", Value: ours, Peer: "rowlens-go", PeerValue: peer, Ratio: round(ours/peer, 3)})
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
		from := processorTime()
		for i := range s.rows {
			in.Entry.Reset()
			for _, p := range s.parts {
				in.Entry.Add(p.name, p.cells[i])
			}
			w.Reset()
			if err := r.Decode(in, nil, &w); err != nil {
				failed = err
			}
		}
		return float64(processorTime()-from) / float64(s.rows)
	}
	chunk()
	return chunk, failed
}

// processorTime returns the processor time of this process so far, in ns.
func processorTime() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}

func low(ns []float64) float64 {
	slices.Sort(ns)
	return round(ns[len(ns)*percentile/100], 2)
}

func round(f float64, digits int) float64 {
	unit := math.Pow10(digits)
	return math.Round(f*unit) / unit
}

// add appends rows to a JSON array, replacing earlier rows with the same names.
func add(file string, rows []row) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var all []row
	if err := json.Unmarshal(text, &all); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	all = slices.DeleteFunc(all, func(r row) bool {
		return slices.ContainsFunc(rows, func(own row) bool { return own.Name == r.Name })
	})
	if text, err = json.MarshalIndent(append(all, rows...), "", "  "); err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
