// Package all lists the kinds of store files.
//
// Not promised: readers of store files are new.
package all

import (
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/codec/file/lmdb"
	"github.com/rowlens/rowlens/codec/file/rfile"
	"github.com/rowlens/rowlens/codec/file/rocksdb"
)

// Kinds returns all kinds, ordered so that the files recognised most surely come first.
func Kinds() []*file.Kind { return kinds }

var kinds = []*file.Kind{
	hfile.Kind,
	rfile.Kind,
	lmdb.Kind,
	rocksdb.Kind,
}
