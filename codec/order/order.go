package order

import "math"

// Order is the direction of an encoding. It is also the mask that turns ascending bytes into the stored ones.
type Order uint64

// The two directions.
const (
	Asc  Order = 0
	Desc Order = math.MaxUint64
)

// String returns "ASC" or "DESC".
func (o Order) String() string {
	if o == Asc {
		return "ASC"
	}
	return "DESC"
}

// Parse returns the direction called s.
func Parse(s string) (o Order, ok bool) {
	switch s {
	case "ASC":
		return Asc, true
	case "DESC":
		return Desc, true
	}
	return Asc, false
}

// Int64 maps a signed integer to the unsigned one of the same rank. For a narrower integer, shift
// the result to get the bits of its width.
func Int64(v int64) uint64 { return uint64(v) ^ 1<<63 }

// Int64From undoes Int64.
func Int64From(u uint64) int64 { return int64(u ^ 1<<63) }

// Int32 is Int64 for 32 bits.
func Int32(v int32) uint32 { return uint32(v) ^ 1<<31 }

// Int32From undoes Int32.
func Int32From(u uint32) int32 { return int32(u ^ 1<<31) }

// Int16 is Int64 for 16 bits.
func Int16(v int16) uint16 { return uint16(v) ^ 1<<15 }

// Int16From undoes Int16.
func Int16From(u uint16) int16 { return int16(u ^ 1<<15) }

// Int8 is Int64 for 8 bits.
func Int8(v int8) uint8 { return uint8(v) ^ 1<<7 }

// Int8From undoes Int8.
func Int8From(u uint8) int8 { return int8(u ^ 1<<7) }

// Float64 maps IEEE 754 bits to an unsigned integer of the same rank:
// -Infinity … -0.0 < 0.0 … Infinity < NaN (with a clear sign bit).
func Float64(bits uint64) uint64 { return bits ^ (uint64(int64(bits)>>63) | 1<<63) }

// Float64From undoes Float64.
func Float64From(u uint64) uint64 { return u ^ (^uint64(int64(u)>>63) | 1<<63) }

// Float32 is Float64 for 32 bits.
func Float32(bits uint32) uint32 { return bits ^ (uint32(int32(bits)>>31) | 1<<31) }

// Float32From undoes Float32.
func Float32From(u uint32) uint32 { return u ^ (^uint32(int32(u)>>31) | 1<<31) }
