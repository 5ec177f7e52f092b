package actionbase

import (
	"unsafe"

	"github.com/rowlens/rowlens/codec/internal/xxh32"
)

// Hash returns the XXH32 (seed 0) of b: the salt of a row whose hashed bytes
// are b.
func Hash(b []byte) uint32 { return xxh32.Sum(b) }

// Code returns the code of a table ("database.table"), index, group, cache or
// property name: the XXH32 of its UTF-8 bytes as a signed 32-bit integer.
func Code(name string) int32 {
	return int32(xxh32.Sum(unsafe.Slice(unsafe.StringData(name), len(name))))
}

// Codes of the two entries that carry a state's createdAt and deletedAt, and of
// the two properties that carry the ends of a multi-edge.
const (
	codeInsertTs = 306306609  // __InsertTs__
	codeDeleteTs = 1013158786 // __DeleteTs__
	codeSource   = 1144935049 // _source
	codeTarget   = -907520365 // _target
)
