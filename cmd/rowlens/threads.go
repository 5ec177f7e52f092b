package main

import (
	"runtime"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/ahead"
	"github.com/rowlens/rowlens/codec/file"
)

// threadsFlag adds the flag for the number of cores that a command uses.
func (x *storing) threadsFlag(cmd *cobra.Command) {
	cmd.Flags().UintVar(&x.threads, "threads", 0, "work on `N` cores (default all); the output is the same with any number")
	undefaulted(cmd, "threads")
	completesNothing(cmd, "threads")
}

// manyThreads is the number of threads from which on one goroutine scans more slowly than the others decode.
const manyThreads = 4

// scanner returns how tables of stores are scanned: see storage.Scan.
func (x *storing) scanner() func(file.Store, int, file.Query) (file.Cursor, error) {
	n := int(x.threads)
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	if x.apart && n < manyThreads {
		n = 1
	}
	return ahead.Reader{Threads: n}.Scan
}
