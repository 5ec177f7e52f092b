package main

import (
	"context"
	"errors"
	"math"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/spill"
	"github.com/rowlens/rowlens/codec/shuffle"
)

// sorting is shared by commands that sort more than fits in memory.
type sorting struct {
	tmp    string
	memory byteSize
}

const (
	memoryDefault byteSize = 256 << 20
	memoryLeast   byteSize = 1 << 20

	collectorLeast = 48 << 20

	// sortersMost is how many sorters can be full at once: rows of each round, messages, findings.
	sortersMost = 10
)

// sortingFlags adds the flags of sorting.
func (x *sorting) sortingFlags(cmd *cobra.Command) {
	x.memory = memoryDefault
	cmd.Flags().Var(&x.memory, "memory", "keep at most `SIZE` in memory, such as 512MiB; the rest goes to temporary files")
	cmd.Flags().StringVar(&x.tmp, "tmp", "", "make temporary files in `FOLDER`")
	undefaulted(cmd, "tmp")
}

// begin prepares sorting, and returns a maker of sorters within this budget.
func (x *sorting) begin(ctx context.Context) (func() shuffle.Sorter, error) {
	if err := x.ready(); err != nil {
		return nil, err
	}
	return func() shuffle.Sorter {
		return sorter{spill.New(spill.Options{Folder: x.tmp, Memory: int64(x.memory) / 2 / sortersMost}), ctx}
	}, nil
}

// ready prepares temporary files: it removes those that killed runs left, and limits memory.
func (x *sorting) ready() error {
	if x.memory < memoryLeast {
		return usage("--memory %s: expected at least 1MiB", &x.memory)
	}
	if x.tmp != "" {
		if err := spill.Usable(x.tmp); err != nil {
			return unreadable(err)
		}
	}
	spill.Sweep(x.tmp)
	// A fifth is for memory that the garbage collector does not count. With less than it needs, the collector would do
	// nothing but run.
	debug.SetMemoryLimit(max(int64(x.memory)/5*4, collectorLeast))
	return nil
}

// sortingError returns the command's error for an error of sorting.
func sortingError(err error) error {
	var file *spill.Error
	if errors.As(err, &file) {
		return unreadable(err)
	}
	return err
}

// sorter is a spill.Sorter that stops with a context.
type sorter struct {
	*spill.Sorter
	ctx context.Context
}

// Sort implements shuffle.Sorter.
func (s sorter) Sort() (shuffle.Sorted, error) { return s.Sorter.Sort(s.ctx) }

// byteSize is a flag whose value is a number of bytes.
type byteSize int64

// sizeUnits are the units of sizes, longest first.
var sizeUnits = [...]struct {
	name  string
	bytes int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}}

// String returns the size in the largest unit in which it is a whole number.
func (b *byteSize) String() string {
	for _, u := range sizeUnits[:3] {
		if n := int64(*b); n >= u.bytes && n%u.bytes == 0 {
			return strconv.FormatInt(n/u.bytes, 10) + u.name
		}
	}
	return strconv.FormatInt(int64(*b), 10)
}

// Set parses a size.
func (b *byteSize) Set(text string) error {
	digits, unit := text, int64(1)
	for _, u := range sizeUnits {
		if before, ok := strings.CutSuffix(text, u.name); ok {
			digits, unit = before, u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64/unit {
		return errors.New("expected a number of bytes, or one with KiB, MiB or GiB")
	}
	*b = byteSize(n * unit)
	return nil
}

// Type implements pflag.Value.
func (b *byteSize) Type() string { return "size" }
