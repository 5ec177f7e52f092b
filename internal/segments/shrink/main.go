// Command shrink makes a WebAssembly module built by Go smaller, in place:
//
//	go run ./internal/segments/shrink dist/wasm/rowlens.wasm
package main

import (
	"fmt"
	"os"

	"github.com/rowlens/rowlens/internal/segments"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: shrink MODULE.wasm")
		os.Exit(2)
	}
	if err := shrink(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "shrink %s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
}

func shrink(name string) error {
	module, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if module, err = segments.Shrink(module); err != nil {
		return err
	}
	return os.WriteFile(name, module, 0o644)
}
