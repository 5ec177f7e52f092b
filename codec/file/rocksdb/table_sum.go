package rocksdb

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/file/block"
)

// sumKind is a table's checksum type: the byte in its footer.
type sumKind uint8

const (
	sumNone sumKind = iota
	sumCRC32C
	sumXXH32
	sumXXH64
	sumXXH3
)

var sumNames = [...]string{"none", "crc32c", "xxhash", "xxhash64", "xxh3"}

func (k sumKind) known() bool { return int(k) < len(sumNames) }

func (k sumKind) String() string {
	if k.known() {
		return sumNames[k]
	}
	return "checksum type " + strconv.Itoa(int(k))
}

// lastByteFactor mixes the last byte, which XXH3 leaves out, into the sum.
const lastByteFactor = 0x6B9083D9

// of returns the 32 bits that a writer stores for b, before the modifier.
func (k sumKind) of(b []byte) uint32 {
	switch k {
	case sumCRC32C:
		return block.Mask(block.CRC32C(b))
	case sumXXH32:
		return block.XXH32(b)
	case sumXXH64:
		return uint32(block.XXH64(b))
	case sumXXH3:
		if len(b) == 0 {
			return uint32(block.XXH3(nil))
		}
		last := b[len(b)-1]
		return uint32(block.XXH3(b[:len(b)-1])) ^ uint32(last)*lastByteFactor
	}
	return 0
}

// modifier returns what format versions 6 and later add to a checksum, so that a block written to
// a wrong place, or belonging to another file, does not pass.
func modifier(base uint32, offset uint64) uint32 {
	if base == 0 {
		return 0
	}
	return base ^ (uint32(offset) + uint32(offset>>32))
}
