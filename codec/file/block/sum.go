package block

import (
	"hash/crc32"

	"github.com/cespare/xxhash/v2"

	"github.com/rowlens/rowlens/codec/internal/xxh32"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// CRC32C is the CRC with the Castagnoli polynomial; "123456789" has 0xe3069283.
func CRC32C(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// AppendCRC32C continues a CRC32C with more bytes.
func AppendCRC32C(crc uint32, b []byte) uint32 { return crc32.Update(crc, castagnoli, b) }

// Mask is how LevelDB and RocksDB store a CRC32C, so that the CRC of bytes that contain CRCs is
// no problem.
func Mask(crc uint32) uint32 { return (crc>>15 | crc<<17) + 0xA282EAD8 }

// CRC32 is zlib's.
func CRC32(b []byte) uint32 { return crc32.ChecksumIEEE(b) }

// XXH32 is xxHash with 32 bits and seed 0.
func XXH32(b []byte) uint32 { return xxh32.Sum(b) }

// XXH64 is xxHash with 64 bits and seed 0.
func XXH64(b []byte) uint64 { return xxhash.Sum64(b) }
