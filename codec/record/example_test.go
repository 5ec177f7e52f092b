package record_test

import (
	"encoding/hex"
	"fmt"

	"github.com/rowlens/rowlens/codec/record"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
)

// One row as `rowlens decode` prints it.
func ExampleWriter() {
	b, _ := hex.DecodeString("00bd92fd346974656d2d31002ba95c6311297e2983")
	var entry store.Entry
	entry.Add(store.Row, b)
	entry.Add(store.Value, []byte{0, 0, 0, 0, 0, 0, 0, 3})

	writer := record.Writer{Form: record.JSON, Decoder: new(stream.Decoder)}
	line, ok := writer.Append(nil, &stream.Row{Entry: &entry})
	fmt.Print(ok, "\n", string(line))
	// Output:
	// true
	// {"format":"actionbase","record":"edge-count","parts":{"row":"00bd92fd346974656d2d31002ba95c6311297e2983","value":"0000000000000003"},"fields":{"tableCode":693920529,"direction":"IN","directedSource":{"type":"string","value":"item-1"},"count":"3"}}
}
