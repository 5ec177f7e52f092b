package main

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strconv"
)

// tallyMax bounds the groups of --count with --select, which are kept in memory.
const tallyMax = 1_000_000

// tally counts records that have the same selected members.
type tally map[string]int64 // by their JSON

// Write counts the lines of a chunk, which ends with one.
func (x tally) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		if _, has := x[string(line)]; !has && len(x) >= tallyMax {
			return 0, usage("--count: more than %d groups; --select fewer members", tallyMax)
		}
		x[string(line)]++
	}
	return len(p), nil
}

// print writes one line per group, the largest group first: the number of records, then the members.
func (x tally) print(w io.Writer) error {
	lines := make([]string, 0, len(x))
	for line := range x {
		lines = append(lines, line)
	}
	slices.SortFunc(lines, func(a, b string) int { return cmp.Or(cmp.Compare(x[b], x[a]), cmp.Compare(a, b)) })
	var out []byte
	for _, line := range lines {
		out = strconv.AppendInt(append(out, `{"records":`...), x[line], 10)
		if line != "{}\n" {
			out = append(out, ',')
		}
		out = append(out, line[1:]...)
	}
	_, err := w.Write(out)
	return err
}
