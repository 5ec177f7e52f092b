package block

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/golang/snappy"

	"github.com/rowlens/rowlens/codec/internal/bzip2"
	"github.com/rowlens/rowlens/codec/internal/deflate"
	"github.com/rowlens/rowlens/codec/internal/zstd"
)

// Codec is a compression, without any frame that a store puts around it.
type Codec uint8

// The codecs. Their names in a store, and the frames around them, are defined by the store.
const (
	None    Codec = iota
	Snappy        // raw Snappy, which says its length
	Deflate       // raw deflate, RocksDB's "zlib"
	Zlib          // RFC 1950, Accumulo's gz
	Gzip          // one or several members
	Bzip2         // one or several streams
	LZ4           // an LZ4 block without header
	LZO           // one piece of LZO1X
	Zstd          // one or several frames
)

// Job says what to unpack and how.
type Job struct {
	Codec  Codec
	Hadoop bool   // wrapped in the frame that Hadoop's codecs write: see group
	Plain  int    // unpacked size if the store records it, else -1
	Max    int    // largest unpacked size allowed: see Limit
	Dict   []byte // Deflate, LZ4, Zstd: the dictionary, or nil; must not be modified
}

// Errors of Unpack. The codecs' own errors are dropped: no codec knows where its block is damaged.
var (
	ErrDamaged = errors.New("the compressed bytes are damaged")
	ErrSize    = errors.New("the unpacked size is not the one that is stored")
	ErrMax     = errors.New("the unpacked size exceeds the limit")
	ErrUnknown = errors.New("the compression is not known")
)

// Unpacker unpacks blocks and reuses the memory of its decoders. The zero value is ready to use.
type Unpacker struct {
	flate *deflate.Decoder // made when first needed: their tables take 28 kB
	bzip2 *bzip2.Decoder
	zstd  *zstd.Decoder
	fast  fastZstd
}

// made returns the decoder, creating it on the first call.
func made[T any](decoder **T) *T {
	if *decoder == nil {
		*decoder = new(T)
	}
	return *decoder
}

// freely is the size up to which a small block may unpack whatever the ratio: rows of zeros, or
// of one repeated value, compress to very little.
const freely = 1 << 20

// Limit returns Job.Max for a block of the given stored size: at most max, and at most ratio
// times the stored size. The ratio does not apply below 1 MiB.
func Limit(stored, max, ratio int) int {
	if stored > (max-freely)/ratio {
		return max
	}
	return min(max, stored*ratio+freely)
}

// Unpack unpacks src, all of which must be used, into the memory of dst, which may be nil. It
// returns exactly the plain bytes. It reserves no more than the job allows: the stored size, if
// there is one, and at most Max. On failure it returns no bytes, but the memory that it reserved,
// so that a caller who tries many places reserves only once.
func (u *Unpacker) Unpack(dst, src []byte, j Job) ([]byte, error) {
	dst = dst[:0]
	if j.Plain > j.Max {
		return dst, ErrMax
	}
	out, err := u.whole(dst, src, j)
	switch {
	case err == ErrMax && j.Plain >= 0:
		return out[:0], ErrSize // there is more than the stored size, which is below Max
	case err != nil:
		return out[:0], err
	case j.Plain >= 0 && len(out) != j.Plain:
		return out[:0], ErrSize
	}
	return out, nil
}

// whole appends all streams of src.
func (u *Unpacker) whole(dst, src []byte, j Job) (plain []byte, err error) {
	if len(src) == 0 && !j.Hadoop && j.Codec != None {
		return dst, ErrDamaged // even empty data has a stream
	}
	if j.Codec == Zstd && (!j.Hadoop || isZstd(src)) {
		plain, ok := u.fast.unpack(dst, src, j)
		if ok {
			return plain, nil
		}
		dst = plain
	}
	for used := 0; used < len(src) && err == nil; {
		var n int
		dst, n, err = u.stream(dst, src[used:], j)
		used += n
	}
	return dst, err
}

// Stream unpacks the one stream that src begins with (for Snappy, LZ4 and LZO: the one group of
// Hadoop's frame) and returns how many bytes of src it takes. If the stream is damaged or cut, the
// error comes with what was unpacked before; nothing vouches for those bytes.
func (u *Unpacker) Stream(dst, src []byte, j Job) (plain []byte, used int, err error) {
	return u.stream(dst[:0], src, j)
}

// most returns how many bytes a job may still append to the have bytes unpacked so far.
func (j *Job) most(have int) int {
	if j.Plain >= 0 {
		return min(j.Plain, j.Max) - have
	}
	return j.Max - have
}

// stream appends one stream.
func (u *Unpacker) stream(dst, src []byte, j Job) (plain []byte, used int, err error) {
	if j.Hadoop && !(j.Codec == Zstd && isZstd(src)) {
		return u.group(dst, src, j)
	}
	switch j.Codec {
	case Deflate:
		return u.inflate(dst, src, j)
	case Zlib:
		return u.unpackZlib(dst, src, j)
	case Gzip:
		return u.unpackGzip(dst, src, j)
	case Bzip2:
		return u.unpackBzip2(dst, src, j)
	case Zstd:
		return u.unpackZstd(dst, src, j)
	}
	plain, err = u.raw(dst, src, j)
	return plain, len(src), err
}

// raw appends all of src, for a codec that does not mark its end.
func (u *Unpacker) raw(dst, src []byte, j Job) ([]byte, error) {
	most := j.most(len(dst))
	switch j.Codec {
	case None:
		if len(src) > most {
			return append(dst, src[:most]...), ErrMax
		}
		return append(dst, src...), nil
	case Snappy:
		return appendSnappy(dst, src, most)
	case LZ4:
		return appendLZ4(reserve(dst, j, most, 255*int64(len(src))), src, j.Dict, len(dst), most)
	case LZO:
		return appendLZO(reserve(dst, j, most, 255*int64(len(src))), src, len(dst), most)
	}
	return dst, ErrUnknown
}

// reserve makes room for the stored size, if there is one, but for no more than src can unpack to.
func reserve(dst []byte, j Job, most int, possible int64) []byte {
	need := len(dst) + int(min(int64(most), possible))
	if j.Plain < 0 || need <= cap(dst) {
		return dst
	}
	return append(make([]byte, 0, need), dst...)
}

func appendSnappy(dst, src []byte, most int) ([]byte, error) {
	size, used := binary.Uvarint(src) // snappy.DecodedLen refuses sizes above 31 bits where int has 32
	switch {
	case used <= 0 || size > math.MaxUint32 || size/32 > uint64(len(src)): // 3 bytes become 64 at best
		return dst, ErrDamaged
	case int64(size) > int64(most):
		return dst, ErrMax
	}
	have, n := len(dst), int(size)
	if cap(dst)-have < n {
		dst = append(make([]byte, 0, have+n), dst...)
	}
	if _, err := snappy.Decode(dst[have:have+n], src); err != nil {
		return dst, ErrDamaged
	}
	return dst[:have+n], nil
}
