package hlc_test

import (
	"fmt"

	"github.com/rowlens/rowlens/codec/hlc"
)

// The version of a row in Maryk's RocksDB store.
func ExampleDecode() {
	v, err := hlc.Decode([]byte{0x1a, 0x1f, 0xc6, 0x77, 0xcc, 0x40, 0x00, 0x00})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(hlc.Maryk.Physical(v), hlc.Maryk.Logical(v))
	fmt.Printf("%x\n", hlc.AppendInverted(nil, v))
	// Output:
	// 1795236003012 0
	// e5e0398833bfffff
}

// Versions only go up, whatever the wall clock does.
func ExampleClock() {
	wall := uint64(1714658400000)
	clock := hlc.Clock{Now: func() uint64 { return wall }}
	first, _ := clock.Next()
	wall -= 5000
	second, _ := clock.Next()
	fmt.Println(second > first, hlc.Maryk.Physical(second), hlc.Maryk.Logical(second))
	// Output:
	// true 1714658400000 1
}
