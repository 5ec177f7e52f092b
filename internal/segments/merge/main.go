// Command merge joins the data segments of a WebAssembly module in place:
//
//	go run ./internal/segments/merge dist/wasm/rowlens.wasm
package main

import (
	"fmt"
	"os"

	"github.com/rowlens/rowlens/internal/segments"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: merge MODULE.wasm")
		os.Exit(2)
	}
	if err := merge(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "merge %s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
}

func merge(name string) error {
	module, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if module, err = segments.Merge(module); err != nil {
		return err
	}
	return os.WriteFile(name, module, 0o644)
}
