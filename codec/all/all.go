// Code generated from the format folders by make generate; DO NOT EDIT.

// Package all is the explicit list of formats that a program contains.
//
// Not promised: codec.Formats returns the same list.
package all

import (
	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/implexus"
	"github.com/rowlens/rowlens/codec/layout"
	"github.com/rowlens/rowlens/codec/lexicoder"
	marykcore "github.com/rowlens/rowlens/codec/maryk/core"
	marykhbase "github.com/rowlens/rowlens/codec/maryk/hbase"
	marykrocksdb "github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/orderedbytes"
)

// Formats lists every format, in alphabetical order.
var Formats = []*format.Format{
	&accumulograph.Format,
	&actionbase.Format,
	&implexus.Format,
	&layout.Format,
	&lexicoder.Format,
	&marykcore.Format,
	&marykhbase.Format,
	&marykrocksdb.Format,
	&orderedbytes.Format,
}
