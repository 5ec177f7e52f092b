// Command measure is the measuring program of golden/bench; see there.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// groups are the measurements, in the order of the table.
var groups = []struct {
	title string
	rows  func() ([]row, error)
}{
	{"composite key", compositeRows},
	{"single values", valueRows},
	{"XXH32", hashRows},
	{"fields", fieldRows},
	{"annotated decoding", annotateRows},
	{"HBase OrderedBytes and lexicoders", generalRows},
	{"Maryk", marykRows},
	{"Actionbase rows", jvmRows},
}

func main() {
	out := flag.String("out", "", "write the rows as JSON to this `file`")
	only := flag.String("only", "", "measure only groups whose title contains this `text`")
	flag.Parse()
	if err := run(*out, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(out, only string) error {
	var all []row
	printHead(os.Stdout)
	for _, g := range groups {
		if !strings.Contains(g.title, only) {
			continue
		}
		rows, err := g.rows()
		if err != nil {
			return fmt.Errorf("%s: %w", g.title, err)
		}
		printRows(os.Stdout, rows)
		all = append(all, rows...)
	}
	if out == "" {
		return nil
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(out, append(text, '\n'), 0o644)
}

func printHead(w io.Writer) {
	fmt.Fprintf(w, "| %-46s | %8s | %6s | %-17s | %8s | %5s |\n", "name", "ns", "allocs", "peer", "ns", "ratio")
	fmt.Fprintf(w, "|%s|%s:|%s:|%s|%s:|%s:|\n", strings.Repeat("-", 48), strings.Repeat("-", 9), strings.Repeat("-", 7),
		strings.Repeat("-", 19), strings.Repeat("-", 9), strings.Repeat("-", 6))
}

func printRows(w io.Writer, rows []row) {
	for _, r := range rows {
		fmt.Fprintf(w, "| %-46s | %8.1f | %6.0f | %-17s | %8.1f | %5.2f |\n", r.Name, r.Value, r.Allocs, r.Peer, r.PeerValue, r.Ratio)
	}
}
