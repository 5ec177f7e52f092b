// Command table writes the cells of a generated Actionbase table, in the format of the HBase shell, and its model.
// It generates, for measurements, what `make large` verifies.
//
//	go run ./cmd/internal/generate/table -cells 1000000 -out FOLDER
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rowlens/rowlens/cmd/internal/generate"
)

func main() {
	cells := flag.Int("cells", 1_000_000, "about how many cells")
	out := flag.String("out", ".", "write table.txt and model.json to this `folder`")
	flag.Parse()
	if err := write(*cells, *out); err != nil {
		fmt.Fprintln(os.Stderr, "table:", err)
		os.Exit(1)
	}
}

// cellsOfSource is the number of cells per source.
const cellsOfSource = 54

func write(cells int, folder string) error {
	if err := os.WriteFile(filepath.Join(folder, "model.json"), []byte(generate.Model), 0o644); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(folder, "table.txt"))
	if err != nil {
		return err
	}
	table := generate.Table{Sources: max(cells/cellsOfSource, 1)}
	err = table.Write(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
