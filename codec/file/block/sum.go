package block

import (
	"hash/crc32"

	"github.com/cespare/xxhash/v2"

	"github.com/rowlens/rowlens/codec/internal/xxh32"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// CRC32C returns the CRC with the Castagnoli polynomial; that of "123456789" is 0xe3069283.
func CRC32C(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// AppendCRC32C extends a CRC32C by more bytes.
func AppendCRC32C(crc uint32, b []byte) uint32 { return crc32.Update(crc, castagnoli, b) }

// Mask converts a CRC32C to the form in which LevelDB and RocksDB store it, so that computing
// the CRC of bytes that contain CRCs is not a problem.
func Mask(crc uint32) uint32 { return (crc>>15 | crc<<17) + 0xA282EAD8 }

// CRC32 returns the CRC-32 that zlib uses.
func CRC32(b []byte) uint32 { return crc32.ChecksumIEEE(b) }

// XXH32 returns the 32-bit xxHash with seed 0.
func XXH32(b []byte) uint32 { return xxh32.Sum(b) }

// XXH64 returns the 64-bit xxHash with seed 0.
func XXH64(b []byte) uint64 { return xxhash.Sum64(b) }
