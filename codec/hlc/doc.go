// Package hlc implements hybrid logical clocks of 64 bits: wall clock time in the high bits and a
// counter in the low bits, so that the versions of a distributed store compare as plain unsigned
// numbers.
//
//	63                              n n-1         0
//	+--------------------------------+-------------+
//	| physical: ms since 1970-01-01  | logical     |     n logical bits
//	+--------------------------------+-------------+
//
// Maryk has 20 logical bits. Other common layouts are named options, so that their users can read
// their versions with the same tools.
//
// A Layout splits and joins versions, a Clock makes them:
//
//	v, err := hlc.Decode(b)
//	if err != nil {
//		return err
//	}
//	fmt.Println(hlc.Maryk.Physical(v), hlc.Maryk.Logical(v))
//
//	clock := hlc.Clock{Now: func() uint64 { return uint64(time.Now().UnixMilli()) }}
//	next, err := clock.Next()
//
// The bytes of a version, and the same inverted, so that the newest sorts first:
//
//	1a1fc677cc4 00000    1795236003012 ms, counter 0
//	e5e0398833b fffff    the same, inverted
//
// Stable.
package hlc
