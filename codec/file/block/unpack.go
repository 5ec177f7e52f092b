package block

import (
	"errors"

	"github.com/golang/snappy"

	"github.com/rowlens/rowlens/codec/internal/bzip2"
	"github.com/rowlens/rowlens/codec/internal/deflate"
	"github.com/rowlens/rowlens/codec/internal/zstd"
)

// Codec is a compression whose bytes stand without a frame of the store's own.
type Codec uint8

// The codecs. What a store calls them and wraps around them is the store's.
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

// Job is what to unpack.
type Job struct {
	Codec  Codec
	Hadoop bool   // in the frame that Hadoop's codecs write: see group
	Plain  int    // unpacked size if it is stored, else -1
	Max    int    // most that it may become: see Limit
	Dict   []byte // Deflate, LZ4, Zstd: the dictionary, or nil; its bytes must not change
}

// Errors of Unpack. What the codec says is not kept: where a block is damaged, no codec knows.
var (
	ErrDamaged = errors.New("the compressed bytes are damaged")
	ErrSize    = errors.New("the unpacked size is not the one that is stored")
	ErrMax     = errors.New("the unpacked size exceeds the limit")
	ErrUnknown = errors.New("the compression is not known")
)

// Unpacker unpacks blocks and keeps the memory of its decoders. The zero Unpacker is ready.
type Unpacker struct {
	flate *deflate.Decoder // these are made where they are needed: their tables take 28 kB
	bzip2 *bzip2.Decoder
	zstd  *zstd.Decoder
	fast  fastZstd
}

// made returns a decoder, which the first call makes.
func made[T any](decoder **T) *T {
	if *decoder == nil {
		*decoder = new(T)
	}
	return *decoder
}

// freely is how much a block of few bytes may become whatever the ratio: rows of zeros and of the
// same value become small.
const freely = 1 << 20

// Limit is Job.Max for a block of so many stored bytes: at most max, and at most ratio times as
// much as is stored, but for blocks that stay below 1 MiB.
func Limit(stored, max, ratio int) int {
	if stored > max/ratio {
		return max
	}
	return min(max, stored*ratio+freely)
}

// Unpack unpacks src into the memory of dst, which may be nil, and returns exactly the plain bytes.
// All of src must be used. It reserves no more than the job allows: the stored size, if there is
// one, and at most Max. Where it fails it returns no bytes, in the memory that it reserved, so that
// a caller who tries many places reserves once.
func (u *Unpacker) Unpack(dst, src []byte, j Job) ([]byte, error) {
	dst = dst[:0]
	if j.Plain > j.Max {
		return dst, ErrMax
	}
	out, err := u.whole(dst, src, j)
	switch {
	case err == ErrMax && j.Plain >= 0:
		return out[:0], ErrSize // it goes on after the stored size, which is below Max
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
		return dst, ErrDamaged // even what is empty has a stream
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

// Stream unpacks the one stream (of Snappy, LZ4 and LZO: the one group of Hadoop's frame) that src
// begins with, and says how many bytes of src it takes. Where it is damaged or cut, what came out
// before that is returned with the error; nothing vouches for those bytes.
func (u *Unpacker) Stream(dst, src []byte, j Job) (plain []byte, used int, err error) {
	return u.stream(dst[:0], src, j)
}

// most is how much may still be appended to what a job has unpacked.
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

// raw appends all of src, of a codec that does not tell its end.
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
		return appendLZ4(reserve(dst, j, most, 255*len(src)), src, j.Dict, len(dst), most)
	case LZO:
		return appendLZO(reserve(dst, j, most, 255*len(src)), src, len(dst), most)
	}
	return dst, ErrUnknown
}

// reserve makes room for the stored size, if there is one, as far as so many bytes can become it.
func reserve(dst []byte, j Job, most, possible int) []byte {
	need := len(dst) + min(most, possible)
	if j.Plain < 0 || need <= cap(dst) {
		return dst
	}
	return append(make([]byte, 0, need), dst...)
}

func appendSnappy(dst, src []byte, most int) ([]byte, error) {
	n, err := snappy.DecodedLen(src)
	switch {
	case err != nil || n/32 > len(src): // 3 bytes become 64 at best
		return dst, ErrDamaged
	case n > most:
		return dst, ErrMax
	}
	have := len(dst)
	if cap(dst)-have < n {
		dst = append(make([]byte, 0, have+n), dst...)
	}
	if _, err = snappy.Decode(dst[have:have+n], src); err != nil {
		return dst, ErrDamaged
	}
	return dst[:have+n], nil
}
