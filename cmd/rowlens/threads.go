package main

import (
	"runtime"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/ahead"
	"github.com/rowlens/rowlens/codec/file"
)

// threadsFlag adds the flag that says on how many cores a command works.
func (x *storing) threadsFlag(cmd *cobra.Command) {
	cmd.Flags().UintVar(&x.threads, "threads", 0, "work on `N` cores (default all); the output is the same with any number")
	undefaulted(cmd, "threads")
	completesNothing(cmd, "threads")
}

// manyThreads is from how many threads on one goroutine does not scan as fast as the others decode.
const manyThreads = 4

// scanner is how tables of stores are scanned: see storage.Scan.
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
