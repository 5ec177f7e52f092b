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
	// integer 29 29 true <nil>
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
	// string marko: "amarko" <nil>
	// double 0.5: "d0.5" <nil>
	// date 2024-05-02T14:00:00Z: "t1714658400000" <nil>
	// boolean true: "ot" <nil>
}
