package rocksdb_test

import (
	"fmt"

	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
)

// The name of a column family says what its rows are, and of which model.
func ExampleDecodeFamily() {
	f, err := rocksdb.DecodeFamily([]byte{0x02, 0x01}, false)
	fmt.Println(f.Type, f.Model, err)
	// Output:
}

// Rows of a historic family sort by what is before the version, the newest first.
func ExampleCompareVersioned() {
	older := []byte("\x00\x01\x00\x00\x00\x00\x00\x00\x00\x05")
	newer := []byte("\x00\x01\x00\x00\x00\x00\x00\x00\x00\x04")
	fmt.Println(rocksdb.CompareVersioned(newer, older, 2))
	// Output:
}
