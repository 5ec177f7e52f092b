package stream_test

import (
	"fmt"
	"os"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// Reads a dump: the decoder learns the format from the rows and writes the fields of
// each as JSON.
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
	var fields value.Writer
	for entry, err := range rows.All() {
		if err != nil {
			fmt.Println(err) // of this row only
			continue
		}
		fields.Reset()
		format, record, bad := decoder.Decode(entry, &fields)
		if bad != nil {
			fmt.Println(bad)
			continue
		}
		fmt.Println(format.ID, record.Name, string(fields.Buf))
		if entry.Source.Line == 3 {
			break
		}
	}
	// Output:
}
