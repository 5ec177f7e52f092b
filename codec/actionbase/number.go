package actionbase

import "math"

// float returns the number of a float or double.
func (v *Value) float() float64 {
	if v.Kind == Float {
		return float64(math.Float32frombits(uint32(v.Num)))
	}
	return math.Float64frombits(v.Num)
}

// truncate is Java's cast of a double to a long: towards zero, NaN to 0, and the
// nearest long beyond the range.
func truncate(f float64) int64 {
	switch {
	case f != f:
		return 0
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	}
	return int64(f)
}
