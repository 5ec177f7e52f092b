// Command stores measures how rowlens reads the files of databases, against the databases' own tools:
//
//	cd golden/bench && go run ./stores -rowlens ../../bin/rowlens -data ../../dist/bench-stores
//
// The files have a million entries, and are made by mdb_load, ldb, HBase and Accumulo. If one of these
// programs is missing, the command says so and leaves out its rows. It measures the processor time, user
// and system, of the whole process. Both sides take turns, and their outputs are compared first.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	b := &bench{}
	flag.StringVar(&b.rowlens, "rowlens", filepath.Join("..", "..", "bin", "rowlens"), "the command, built")
	flag.StringVar(&b.data, "data", filepath.Join("..", "..", "dist", "bench-stores"), "`folder` for the files; those that are there are used again")
	flag.StringVar(&b.only, "only", "", "measure only rows whose name contains this `text`")
	flag.IntVar(&b.entries, "entries", 1_000_000, "entries of a file")
	flag.IntVar(&b.runs, "runs", 5, "runs of each side")
	flag.IntVar(&b.large, "large", 0, "measure only the memory of scans of stores of about this many `GB`")
	out := flag.String("out", "", "write the rows as JSON to this `file`")
	scan := flag.String("scan", "", "print what scans of a store's `file` cost in this process, and do nothing else")
	flag.Parse()
	err := error(nil)
	if *scan != "" {
		err = scans(*scan)
	} else {
		err = b.run(*out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "stores:", err)
		os.Exit(1)
	}
}

// bench is the options of a run.
type bench struct {
	rowlens, data, only  string
	entries, runs, large int

	classpath string // of golden/bench/scans
}

func (b *bench) run(out string) error {
	for _, path := range []*string{&b.rowlens, &b.data} {
		absolute, err := filepath.Abs(*path)
		if err != nil {
			return err
		}
		*path = absolute
	}
	if err := os.MkdirAll(b.data, 0o755); err != nil {
		return err
	}
	if b.large > 0 {
		return b.memory()
	}
	var rows []row
	printHead()
	for _, group := range []func() ([]row, error){b.tools, b.jvm} {
		more, err := group()
		if err != nil {
			return err
		}
		rows = append(rows, more...)
	}
	if out == "" {
		return nil
	}
	text, err := json.MarshalIndent(rows, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(out, append(text, '\n'), 0o644)
}

func (b *bench) wants(name string) bool { return strings.Contains(name, b.only) }

// row is one measurement.
type row struct {
	Name   string  `json:"name"`
	Ours   cost    `json:"ours"`
	Peer   string  `json:"peer"`
	Theirs cost    `json:"theirs"`
	Ratio  float64 `json:"ratio"` // of the lowest costs
	Goal   float64 `json:"goal,omitempty"`
}

func newRow(name string, ours cost, peer string, theirs cost, goal float64) row {
	r := row{name, ours, peer, theirs, ours.Min / theirs.Min, goal}
	text := ""
	if goal > 0 {
		text = fmt.Sprintf("%.1f", goal)
	}
	fmt.Printf("| %-34s | %5.2f | %6.2f | %-24s | %5.2f | %6.2f | %5.2f | %4s |\n",
		r.Name, r.Ours.Min, r.Ours.Median, r.Peer, r.Theirs.Min, r.Theirs.Median, r.Ratio, text)
	return r
}

func printHead() {
	fmt.Printf("| %-34s | %5s | %6s | %-24s | %5s | %6s | %5s | %4s |\n", "name", "s", "median", "beside", "s", "median", "ratio", "goal")
	fmt.Printf("|%s|%s:|%s:|%s|%s:|%s:|%s:|%s:|\n", strings.Repeat("-", 36), strings.Repeat("-", 6), strings.Repeat("-", 7),
		strings.Repeat("-", 26), strings.Repeat("-", 6), strings.Repeat("-", 7), strings.Repeat("-", 6), strings.Repeat("-", 5))
}
