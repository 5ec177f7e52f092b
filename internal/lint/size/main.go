// Command size prints the size of the WebAssembly, the share of Go's own runtime,
// and what each format adds.
//
//	go run ./internal/lint/size
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/rowlens/rowlens/internal/lint"
)

func main() {
	if err := report(); err != nil {
		fmt.Fprintln(os.Stderr, "size:", err)
		os.Exit(1)
	}
}

func report() error {
	root, err := lint.Root()
	if err != nil {
		return err
	}
	all, err := build(root, "./wasm")
	if err != nil {
		return err
	}
	nothing, err := empty()
	if err != nil {
		return err
	}
	fmt.Printf("%-28s %10s %10s\n", "", "raw", "brotli 11")
	fmt.Printf("%-28s %10d %10d\n", "rowlens.wasm", all.raw, all.brotli)
	fmt.Printf("%-28s %10d %10d\n", "empty program", nothing.raw, nothing.brotli)
	fmt.Printf("%-28s %10s %10.3f of at most %.1f\n", "ratio", "", ratio(all, nothing), budget)
	source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(list)))
	if err != nil {
		return err
	}
	for _, f := range formats(string(source)) {
		less, err := buildWithout(root, f)
		if err != nil {
			return err
		}
		fmt.Printf("%-28s %+10d %+10d\n", f+" adds", all.raw-less.raw, all.brotli-less.brotli)
	}
	return nil
}

func ratio(all, nothing size) float64 { return float64(all.brotli) / float64(nothing.brotli) }
