package rocksdb

import "github.com/rowlens/rowlens/codec/file"

var samples = []file.Sample{
	{Name: "maryk", Title: "a Maryk store in RocksDB: three models, each with its column families", Files: packed["maryk"]},
}
