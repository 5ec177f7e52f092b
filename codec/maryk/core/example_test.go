package core_test

import (
	"fmt"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/core"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// A value by its definition.
func Example() {
	var in format.Input
	in.Entry.Add(store.Value, []byte{0x01})
	in.Given, _ = value.Parse([]byte(`{"definition":{"type":"Boolean"}}`))
	var fields value.Writer
	err := core.Format.Record("storage-value").Decode(&in, nil, &fields)
	fmt.Println(string(fields.Buf), err)
	// Output:
	// {"value":{"type":"Boolean","value":true}} <nil>
}
