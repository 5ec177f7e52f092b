package order_test

import (
	"encoding/binary"
	"fmt"

	"github.com/rowlens/rowlens/codec/order"
)

// Bytes that sort as the numbers do.
func ExampleInt32() {
	for _, n := range []int32{-2, -1, 0, 1} {
		fmt.Printf("%2d %x\n", n, binary.BigEndian.AppendUint32(nil, order.Int32(n)))
	}
	// Output:
	// -2 7ffffffe
	// -1 7fffffff
	//  0 80000000
	//  1 80000001
}

// The end of a scan of all keys with a prefix.
func ExampleAfter() {
	fmt.Printf("%x\n", order.After([]byte{0x2b, 0xff}))
	// Output:
	// 2c
}
