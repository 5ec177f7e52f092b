package hfile

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/block"
)

// Compressions, as numbered in the trailer.
const (
	codecLZO    = 0
	codecGZ     = 1
	codecNone   = 2
	codecSnappy = 3
	codecLZ4    = 4
	codecBzip2  = 5
	codecZstd   = 6
	codecLZMA   = 7
	codecBrotli = 8
)

func codecName(id uint32) string {
	names := [...]string{"LZO", "GZ", "NONE", "SNAPPY", "LZ4", "BZIP2", "ZSTD", "LZMA", "BROTLI"}
	if int64(id) < int64(len(names)) {
		return names[id]
	}
	return strconv.FormatUint(uint64(id), 10)
}

// knownCodecs are the codecs that are supported, in the order in which they are tried if the
// trailer does not say: the unmistakable ones first.
var knownCodecs = [...]uint32{codecGZ, codecBzip2, codecZstd, codecSnappy, codecLZ4, codecLZO, codecNone}

// job returns how to unpack a codec's bytes. Snappy, LZ4 and LZO are wrapped in Hadoop's frame; zstd may be.
func job(id uint32) (j block.Job, ok bool) {
	switch id {
	case codecLZO:
		j.Codec, j.Hadoop = block.LZO, true
	case codecGZ:
		j.Codec = block.Gzip
	case codecNone:
		j.Codec = block.None
	case codecSnappy:
		j.Codec, j.Hadoop = block.Snappy, true
	case codecLZ4:
		j.Codec, j.Hadoop = block.LZ4, true
	case codecBzip2:
		j.Codec = block.Bzip2
	case codecZstd:
		j.Codec, j.Hadoop = block.Zstd, true
	default:
		return j, false
	}
	return j, true
}

// unpacker unpacks the blocks of one file.
type unpacker struct {
	block.Unpacker
	memory []byte
	limits file.Options
}

// unpack returns the plain bytes of a block's data: stored itself if it is not compressed, else
// memory that the next call reuses.
func (u *unpacker) unpack(stored []byte, plain int, codec uint32) ([]byte, error) {
	j, ok := job(codec)
	switch {
	case !ok:
		return nil, block.ErrUnknown
	case codec == codecNone && len(stored) != plain:
		return nil, block.ErrSize
	case codec == codecNone:
		return stored, nil
	}
	j.Plain, j.Max = plain, block.Limit(len(stored), u.limits.BlockMax, u.limits.RatioMax)
	out, err := u.Unpack(u.memory, stored, j)
	if cap(out) > cap(u.memory) {
		u.memory = out
	}
	return out, err
}
