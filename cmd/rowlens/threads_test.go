package main

import (
	goflag "flag"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/cmd/internal/rows"
)

// Under the race detector a single number is enough: any run will do, and the detector makes each one slow.
var threadCounts = goflag.String("threads", "1,2,8", "numbers of threads; what the first prints, the others must print")

func TestTheNumberOfThreadsChangesNothing(t *testing.T) {
	for name, format := range map[string]string{
		"lmdb/implexus-good": "implexus", "lmdb/implexus-corrupt": "implexus", "lmdb/damaged-page-number": "",
		"rocksdb/history-v6": "", "rocksdb/damaged-data-block": "", "maryk-rocksdb/keepall": "", "rfile/social": "accumulograph",
		"hfile/maryk": "",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			anyThreads(t, storeOf(t, name), format)
		})
	}
}

// anyThreads runs commands on a store with each number of threads.
func anyThreads(t *testing.T, dir, format string) {
	t.Helper()
	for _, args := range [][]string{
		{"dump"}, {"dump", "--stored"}, {"dump", "--salvage", "--as", "hex"}, {"dump", "--start", "6b", "--stop", "7a"},
		{"decode", "--limit", "7"}, {"decode", "--stored"}, {"order", "--file"},
		{"stats", "--json"}, {"verify", "--json"}, {"assemble"},
		{"diff", "--stored", "--json", dir},
	} {
		if args[0] == "decode" && format != "" {
			args = append(args, "--format", format)
		}
		args = append(args, dir)
		counts := strings.Split(*threadCounts, ",")
		one := rowlens(t, "", append(args, "--threads", counts[0])...)
		if one.code > exitDifferences || strings.Contains(one.err, "goroutine ") { // the race detector ends a program with 66
			t.Errorf("%s: exit code %d\n%s", strings.Join(args, " "), one.code, one.err)
		}
		for _, n := range counts[1:] {
			r := rowlens(t, "", append(args, "--threads", n)...)
			// Threads read ahead of a limit, and may meet damage that a single thread does not reach.
			notes := slices.Contains(args, "--limit") || untimed(r.err) == untimed(one.err)
			if r.out != one.out || r.code != one.code || !notes {
				t.Errorf("%s with %s threads: exit code %d, want %d, %d bytes, want %d\n%s\nwant\n%s",
					strings.Join(args, " "), n, r.code, one.code, len(r.out), len(one.out), r.err, one.err)
			}
		}
	}
}

// untimed removes the note that appears after a second of identifying rows, which depends on how busy
// the machine is.
func untimed(said string) string {
	var kept []string
	for line := range strings.Lines(said) {
		if !strings.Contains(line, rows.Slow.Error()) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}
