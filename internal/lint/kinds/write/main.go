// Command write writes the files of package kinds.
//
//	go run ./internal/lint/kinds/write
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/rowlens/rowlens/internal/lint"
	"github.com/rowlens/rowlens/internal/lint/kinds"
)

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, "kinds:", err)
		os.Exit(1)
	}
}

func write() error {
	root, err := lint.Root()
	if err != nil {
		return err
	}
	files, err := kinds.Files()
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
