package hlc

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"
	"strings"
)

// Pair is a version as in CockroachDB: nanoseconds and a separate counter instead of one number.
type Pair struct {
	Wall    int64 // nanoseconds since 1970-01-01 UTC
	Logical int32
}

// Compare returns -1, 0 or 1.
func (p Pair) Compare(q Pair) int {
	switch {
	case p.Wall < q.Wall, p.Wall == q.Wall && p.Logical < q.Logical:
		return -1
	case p == q:
		return 0
	}
	return 1
}

// AppendText appends the decimal number that CockroachDB prints: nanoseconds, a point, and the
// counter in ten digits.
func (p Pair) AppendText(dst []byte) []byte {
	dst = append(strconv.AppendInt(dst, p.Wall, 10), '.')
	n := len(dst)
	dst = strconv.AppendInt(dst, int64(p.Logical), 10)
	if missing := 10 - (len(dst) - n); missing > 0 {
		digits := string(dst[n:])
		dst = append(append(dst[:n], "0000000000"[:missing]...), digits...)
	}
	return dst
}

// ParsePair reads such a decimal number; the counter may be absent.
func ParsePair(text string) (Pair, error) {
	wall, logical, found := strings.Cut(text, ".")
	w, err := strconv.ParseInt(wall, 10, 64)
	if err != nil || w < 0 {
		return Pair{}, errors.New("version: expected nanoseconds, a point and a counter, found " + strconv.Quote(text))
	}
	if !found {
		return Pair{Wall: w}, nil
	}
	if len(logical) < 10 { // as in any decimal number, zeros at the end may be missing
		logical += "0000000000"[len(logical):]
	}
	n, err := strconv.ParseInt(logical, 10, 32)
	if err != nil || n < 0 {
		return Pair{}, errors.New("version: expected a counter of ten digits after the point, found " + strconv.Quote(logical))
	}
	return Pair{Wall: w, Logical: int32(n)}, nil
}

// AppendPair appends 8 bytes of nanoseconds and 4 of the counter, big-endian. As in CockroachDB's
// keys, a counter of 0 is left out.
func AppendPair(dst []byte, p Pair) []byte {
	dst = binary.BigEndian.AppendUint64(dst, uint64(p.Wall))
	if p.Logical != 0 {
		dst = binary.BigEndian.AppendUint32(dst, uint32(p.Logical))
	}
	return dst
}

// DecodePair reads those 8 or 12 bytes.
func DecodePair(src []byte) (Pair, error) {
	if len(src) != 8 && len(src) != 12 {
		return Pair{}, errors.New("version: expected 8 or 12 bytes, found " + strconv.Itoa(len(src)))
	}
	p := Pair{Wall: int64(binary.BigEndian.Uint64(src))}
	if len(src) == 12 {
		p.Logical = int32(binary.BigEndian.Uint32(src[8:]))
	}
	return p, nil
}

// Pair returns the version as nanoseconds and counter. After the year 2262, nanoseconds no longer
// fit into 64 bits and the error is a *RangeError.
func (l Layout) Pair(v Version) (Pair, error) {
	const limit = math.MaxInt64 / 1_000_000
	if l.Physical(v) > limit {
		return Pair{}, &RangeError{"physical", l.Physical(v), limit}
	}
	return Pair{Wall: int64(l.Physical(v)) * 1_000_000, Logical: int32(l.Logical(v))}, nil
}

// FromPair returns the version of a pair; nanoseconds below the millisecond are cut off. A pair
// that does not fit the layout is a *RangeError.
func (l Layout) FromPair(p Pair) (Version, error) {
	if p.Wall < 0 || p.Logical < 0 {
		return 0, errors.New("version: expected nanoseconds and a counter that are not negative")
	}
	return l.Join(uint64(p.Wall)/1_000_000, uint64(p.Logical))
}
