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
	// actionbase edge-count {"tableCode":693920529,"direction":"IN","directedSource":{"type":"string","value":"item-1"},"count":"3"}
	// actionbase edge-group {"tableCode":693920529,"direction":"IN","groupCode":863011730,"directedSource":{"type":"string","value":"item 2"},"groupValues":[{"type":"string","value":"2024-05-04"}],"sum":"1"}
}
