package lmdb

import "github.com/rowlens/rowlens/codec/file"

var samples = []file.Sample{
	{Name: "implexus", Title: "an Implexus store in LMDB", Files: packed["implexus"]},
}
