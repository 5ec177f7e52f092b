package codec_test

import (
	"fmt"

	"github.com/rowlens/rowlens/codec"
)

func ExampleFormats() {
	for _, f := range codec.Formats() {
		fmt.Println(f.ID, "in", f.Store, "with", len(f.Records), "record kinds")
	}
	// Output:
	// accumulograph in Accumulo with 4 record kinds
	// actionbase in HBase with 10 record kinds
	// implexus in LMDB with 7 record kinds
	// layout in any store with 1 record kinds
	// lexicoders in Accumulo with 17 record kinds
	// maryk-core in RocksDB and HBase with 12 record kinds
	// maryk-hbase in HBase with 11 record kinds
	// maryk-rocksdb in RocksDB with 23 record kinds
	// hbase-orderedbytes in HBase with 17 record kinds
}
