package stats_test

import (
	"fmt"
	"os"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/stats"
	"github.com/rowlens/rowlens/codec/stream"
)

// Counts the rows of a dump in two halves, as two cores would.
func Example() {
	file, err := os.Open("../../golden/actionbase/actionbase-hbase-shell.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	rows, err := dump.Open(file, dump.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var decoder stream.Decoder
	first, second := stats.New(stats.Options{}), stats.New(stats.Options{})
	n := 0
	for entry, err := range rows.All() {
		if err != nil {
			continue
		}
		half := first
		if n++; n > 50 {
			half = second
		}
		half.Add(&stream.Row{Entry: entry}, &decoder)
	}
	first.Merge(second)
	r := first.Report(2)
	fmt.Println(r.Rows, "rows of", r.Keys.N, "keys,", r.Bytes(), "bytes")
	for _, k := range r.Records[:3] {
		fmt.Println(k.Title, k.Rows)
	}
	for _, e := range r.Entities.ByRows {
		fmt.Println(e.Text(), e.Rows)
	}
	// Output:
	// 106 rows of 86 keys, 9296 bytes
	// edge index 46
	// edge cache 18
	// edge state 15
	// 1001 15
	// 1002 13
}
