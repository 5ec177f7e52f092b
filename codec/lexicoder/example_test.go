package lexicoder_test

import (
	"fmt"

	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/value"
)

// A key of a user and a time, the newest first.
func Example() {
	l, err := lexicoder.Parse(value.Of("pair(string, reverse(date))"))
	if err != nil {
		fmt.Println(err)
		return
	}
	key := lexicoder.ItemsValue(lexicoder.StringValue("ada"), lexicoder.SignedValue(1714658400000))
	b, err := l.Append(nil, &key)
	fmt.Printf("%x %v\n", b, err)

	var back lexicoder.Value
	err = l.Decode(b, &back)
	fmt.Println(string(l.AppendText(nil, &back)), err)
	// Output:
	// 61646100f77ffefefefd70c66528fefeff <nil>
	// ["ada", 2024-05-02T14:00:00Z] <nil>
}
