package block

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/internal/bzip2"
)

// Begins reports whether src can be the start of a stream, judging by its first bytes. It is the
// cheap test before Stream is tried at arbitrary places of a damaged file.
func (j Job) Begins(src []byte) bool {
	if j.Hadoop && !(j.Codec == Zstd && isZstd(src)) {
		plain, ok := lengthAt(src, 0)
		if !ok || plain > j.most(0) {
			return false
		}
		n, ok := lengthAt(src, 4)
		return plain == 0 || ok && n > 0 && n <= len(src)-8
	}
	switch j.Codec {
	case Zlib:
		return isZlib(src)
	case Gzip:
		return isGzip(src)
	case Bzip2:
		return bzip2.Begins(src)
	case Zstd:
		return isZstd(src)
	}
	return len(src) > 0
}

// isGzip: the magic, and deflate.
func isGzip(src []byte) bool { return len(src) > 2 && src[0] == 0x1f && src[1] == 0x8b && src[2] == 8 }

// isZlib: deflate with a window of at most 32 KiB, no dictionary, and a header divisible by 31.
func isZlib(src []byte) bool {
	return len(src) > 1 && src[0]&15 == 8 && src[0]>>4 <= 7 && src[1]&0x20 == 0 && binary.BigEndian.Uint16(src)%31 == 0
}

// isZstd: the magic of a frame.
func isZstd(src []byte) bool {
	return len(src) > 3 && binary.LittleEndian.Uint32(src) == 0xFD2FB528
}
