package hlc

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"
)

// AppendVarint appends v as a var-int, as in Maryk's messages: 7 bits per byte, the lowest first; a
// set high bit means that more bytes follow.
func AppendVarint(dst []byte, v Version) []byte { return binary.AppendUvarint(dst, uint64(v)) }

// DecodeVarint reads a var-int. Bytes that are not exactly one var-int of 64 bits in its shortest
// form are an error.
func DecodeVarint(src []byte) (Version, error) {
	n, used := binary.Uvarint(src)
	if used != len(src) || used <= 0 || used > 1 && src[used-1] == 0 {
		return 0, errors.New("version: expected 8 bytes, or one var-int in its shortest form, found " + strconv.Itoa(len(src)) + " bytes")
	}
	return Version(n), nil
}

// NewPair makes a pair from milliseconds since 1970-01-01 UTC, nanoseconds below the millisecond,
// and a counter. Values that do not fit are a *RangeError.
func NewPair(millis uint64, nanos int64, logical uint64) (Pair, error) {
	const perMilli = 1_000_000
	if limit := uint64(math.MaxInt64)/perMilli - 1; millis > limit {
		return Pair{}, &RangeError{"physical", millis, limit}
	}
	if logical > math.MaxInt32 {
		return Pair{}, &RangeError{"logical", logical, math.MaxInt32}
	}
	return Pair{Wall: int64(millis)*perMilli + nanos, Logical: int32(logical)}, nil
}
