package filter_test

import (
	"fmt"
	"os"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// Counts the rows of a dump that an expression accepts.
func ExampleParse() {
	where, err := filter.Parse("record = edge-index and target = 77")
	if err != nil {
		fmt.Println(err)
		return
	}
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
	var fields value.Writer
	for entry, err := range rows.All() {
		if err == nil && where.Take(&stream.Row{Entry: entry}, &decoder, &fields) {
			fmt.Println(entry.Source.Line, string(fields.Buf[:60]), "…")
		}
	}
	// Output:
	// 22 {"tableCode":693920529,"direction":"IN","indexCode":-3738696 …
	// 25 {"tableCode":693920529,"direction":"IN","indexCode":22523757 …
	// 31 {"tableCode":693920529,"direction":"IN","indexCode":-3738696 …
	// 34 {"tableCode":693920529,"direction":"IN","indexCode":22523757 …
	// 74 {"tableCode":693920529,"direction":"IN","indexCode":-3738696 …
	// 77 {"tableCode":693920529,"direction":"IN","indexCode":22523757 …
}

// An expression that cannot be read says what was expected.
func ExampleParse_error() {
	_, err := filter.Parse("record = ")
	fmt.Println(err)
	// Output:
	// expected a value after =, found the end
}
