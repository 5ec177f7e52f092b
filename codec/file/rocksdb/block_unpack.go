package rocksdb

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/file/block"
	"github.com/rowlens/rowlens/codec/wire"
)

// Compression types: the first byte of a block's trailer.
const (
	packedNone       = 0
	packedSnappy     = 1
	packedZlib       = 2
	packedBzip2      = 3
	packedLZ4        = 4
	packedLZ4HC      = 5
	packedXpress     = 6
	packedZstd       = 7
	packedZstdNotYet = 0x40
)

func packingName(packed byte) string {
	switch packed {
	case packedNone:
		return "none"
	case packedSnappy:
		return "snappy"
	case packedZlib:
		return "zlib"
	case packedBzip2:
		return "bzip2"
	case packedLZ4:
		return "lz4"
	case packedLZ4HC:
		return "lz4hc"
	case packedXpress:
		return "xpress"
	case packedZstd, packedZstdNotYet:
		return "zstd"
	}
	return "type " + hex8(packed)
}

// packings are the supported compression types.
var packings = [...]bool{packedNone: true, packedSnappy: true, packedZlib: true, packedBzip2: true, packedLZ4: true,
	packedLZ4HC: true, packedZstd: true, packedZstdNotYet: true}

func packingKnown(packed byte) bool { return int(packed) < len(packings) && packings[packed] }

// zstdMagic begins a zstd frame. LevelDB stores zstd, without a size, under the type that
// RocksDB uses for zlib.
const zstdMagic = 0xFD2FB528

// job reads what precedes the compressed bytes and returns how to unpack them.
//
//	snappy                    nothing
//	zlib, bzip2               version 2 and later: varint32 size
//	lz4, lz4hc                version 2 and later: varint32 size; before: u64 size
//	zstd                      varint32 size
//
// Where no size is stored, none is checked.
func (b *blocks) job(r *wire.Reader, packed byte) (j block.Job, ok bool) {
	j = block.Job{Plain: -1, Max: block.Limit(r.Left(), b.opt.BlockMax, b.opt.RatioMax)}
	sized := b.version >= 2
	switch packed {
	case packedSnappy:
		j.Codec, sized = block.Snappy, false
	case packedZlib:
		j.Codec = block.Deflate
		if body := r.Ahead(); !sized && len(body) >= 4 && binary.LittleEndian.Uint32(body) == zstdMagic {
			j.Codec = block.Zstd
		}
	case packedBzip2:
		j.Codec = block.Bzip2
	case packedLZ4, packedLZ4HC:
		j.Codec = block.LZ4
		if !sized {
			j.Plain = int(min(r.Uint64LE(&ftPlainSize), uint64(j.Max)+1))
		}
	case packedZstd, packedZstdNotYet:
		j.Codec, sized = block.Zstd, true
	default:
		return j, false
	}
	if sized {
		j.Plain = int(min(r.Uvarint(&ftPlainSize, 32), uint64(j.Max)+1)) // Max + 1 is refused, like all above it
	}
	return j, true
}
