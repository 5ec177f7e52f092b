// Command size prints the size of the WebAssembly, the share of Go's runtime, and
// what each format, each kind of store files and each of their codecs adds.
//
// All of it is measured with Go's own compiler, which takes seconds for a module and not minutes. The page's
// decoder, which TinyGo compiles, is about half as large: compare the parts with each other.
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
	all, err := build(best, root, "./wasm")
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
	fmt.Printf("%-28s %10s %10.3f\n", "ratio", "", float64(all.brotli)/float64(nothing.brotli))
	if all, err = build(quick, root, "./wasm"); err != nil {
		return err
	}
	fmt.Printf("\n%-28s %10s %10s\n", "", "raw", "brotli 9")
	fmt.Printf("%-28s %10d %10d\n", "rowlens.wasm", all.raw, all.brotli)
	adds := func(name string, less size, err error) error {
		if err == nil {
			fmt.Printf("%-28s %+10d %+10d\n", name+" adds", all.raw-less.raw, all.brotli-less.brotli)
		}
		return err
	}
	for i := range codecs {
		less, err := buildPart(root, &codecs[i])
		if err := adds(codecs[i].title, less, err); err != nil {
			return err
		}
	}
	for _, names := range [...]string{kindList, list} {
		source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(names)))
		if err != nil {
			return err
		}
		for _, name := range formats(string(source)) {
			less, err := buildWithout(root, names, name)
			if err := adds(name, less, err); err != nil {
				return err
			}
		}
	}
	return nil
}
