package accumulograph_test

import (
	"fmt"

	"github.com/rowlens/rowlens/codec/accumulograph"
)

func ExampleDecodeValue() {
	var v accumulograph.Value
	err := accumulograph.DecodeValue([]byte("i29"), &v)
	n, ok := v.Int64()
	fmt.Println(v.Kind, v, n, ok, err)
	// Output:
}

func ExampleAppendValue() {
	for _, v := range []accumulograph.Value{
		accumulograph.StringValue("marko"),
		accumulograph.DoubleValue(0.5),
		accumulograph.DateValue(1714658400000),
		accumulograph.BooleanValue(true),
	} {
		b, err := accumulograph.AppendValue(nil, &v)
		fmt.Printf("%s %v: %q %v\n", v.Kind, v, b, err)
	}
	// Output:
}
