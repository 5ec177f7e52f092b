package orderedbytes_test

import (
	"fmt"

	"github.com/rowlens/rowlens/codec/orderedbytes"
)

// A compound key: text ascending, then a number descending.
func ExampleAppendValues() {
	key, err := orderedbytes.AppendValues(nil, []orderedbytes.OrderedValue{
		orderedbytes.TextValue("item-1").Asc(),
		orderedbytes.Int64Value(77).Desc(),
	})
	fmt.Printf("%x %v\n", key, err)
	// Output:
	// 346974656d2d3100d37fffffffffffffb2 <nil>
}

func ExampleDecodeValues() {
	list, _, err := orderedbytes.DecodeValues([]byte("4item-1\x00\xd3\x7f\xff\xff\xff\xff\xff\xff\xb2"), nil, nil)
	fmt.Println(list, err)
	n, ok := list[1].Value.Int64()
	fmt.Println(n, ok)
	// Output:
	// [item-1 77 DESC] <nil>
	// 77 true
}
