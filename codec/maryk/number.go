package maryk

import (
	"math"
	"strconv"
)

// numberToStorage returns the stored bits of a number, in its own width:
//
//	unsigned  unchanged
//	signed    two's complement with the sign bit inverted
//	float     b + 1 for a clear sign bit, else ~b + 1 with the sign bit inverted
//
// The form of floats was meant to keep their order, but inverts the sign bit twice:
// negatives sort after all positives. All bit patterns round-trip.
func numberToStorage(t NumberType, num uint64) uint64 {
	width := uint(t.Size()) * 8
	top := uint64(1) << (width - 1)
	switch {
	case t.Signed():
		num ^= top
	case t.Float() && num&top == 0:
		num++
	case t.Float():
		num = (^num + 1) ^ top
	}
	return num & mask(width)
}

// numberFromStorage undoes numberToStorage; signed integers are sign-extended.
func numberFromStorage(t NumberType, stored uint64) uint64 {
	width := uint(t.Size()) * 8
	top := uint64(1) << (width - 1)
	switch {
	case t.Signed():
		return uint64(int64(stored^top) << (64 - width) >> (64 - width))
	case t.Float():
		l := ((stored ^ top) - 1) & mask(width)
		if l&top != 0 {
			return l ^ top
		}
		return ^l & mask(width)
	}
	return stored
}

func mask(width uint) uint64 { return ^uint64(0) >> (64 - width) }

// numberRange returns the smallest and largest integer of a type, as in Value.Num.
func numberRange(t NumberType) (lo, hi uint64) {
	width := uint(t.Size()) * 8
	if t.Signed() {
		hi = mask(width) >> 1
		return ^hi, hi
	}
	return 0, mask(width)
}

// parseInteger reads decimal text as an integer of the type.
func parseInteger(t NumberType, s string) (uint64, bool) {
	width := t.Size() * 8
	if t.Signed() {
		n, err := strconv.ParseInt(s, 10, width)
		return uint64(n), err == nil && s[0] != '+'
	}
	n, err := strconv.ParseUint(s, 10, width)
	return n, err == nil
}

// Coordinates are whole 10^-7 degrees in storage.
const (
	degree = 10_000_000
	latMax = 90 * degree
	lonMax = 180 * degree
)

// toE7 rounds degrees to 10^-7, a half towards positive infinity. The product is rounded before anything
// is subtracted from it: some processors, as arm64, would do both in one step.
func toE7(degrees float64) int32 {
	x := float64(degrees * degree)
	f := math.Floor(x)
	if x-f >= 0.5 {
		f++
	}
	return int32(f)
}

func fromE7(e7 int32) float64 { return float64(e7) / degree }

func itoa[T int | int32 | int64 | uint32 | uint8](n T) string { return decimal(int64(n)) }

// decimal is not inlined: most messages use it, and this keeps the WebAssembly small.
//
//go:noinline
func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// setE7 sets the coordinates of a GeoPoint.
func (v *Value) setE7(lat, lon int32) {
	v.Num, v.Num2 = math.Float64bits(fromE7(lat)), math.Float64bits(fromE7(lon))
}

// E7 returns latitude and longitude of a GeoPoint in 10^-7 degrees.
func (v *Value) E7() (latitude, longitude int32) {
	lat, lon := v.Degrees()
	return toE7(lat), toE7(lon)
}
