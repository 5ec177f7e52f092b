// Command generate writes the stubs of the C library and of the WebAssembly from the table of exports.
//
//	go generate ./internal/exports
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rowlens/rowlens/internal/exports/stubs"
)

func main() {
	root := flag.String("root", filepath.Join("..", ".."), "the folder of go.mod")
	flag.Parse()
	if err := run(*root); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	files, err := stubs.Files()
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
