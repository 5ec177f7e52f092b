// Package wire is the cursor with which every format is decoded.
//
// A format's decode function is straight-line code that asks a Reader for one field after another.
// The Reader consumes bytes, remembers the first failure (after which every call returns zero and
// consumes nothing) and, if it has a span.Tree, records what it reads. So the same function is both
// the fast decoder (no tree, no allocation) and the annotated one.
//
// Rules for callers:
//   - a loop over input calls More and consumes at least one byte per turn;
//   - a count read from the input is checked against Left before use;
//   - nested structures go through Enter and Leave, which bound the depth.
//
// Callers ask an error for its kind and place:
//
//	err := actionbase.DecodeEdgeStateKey(row, &key)
//	if errors.Is(err, wire.ErrTruncated) {
//		fmt.Println("cut off")
//	}
//	var why *wire.Error
//	if errors.As(err, &why) {
//		fmt.Println(why.Field, why.Offset, why.Expected, why.Found)
//	}
//
// A row truncated in its source, a long of 8 bytes:
//
//	2b5503ef 2c80    source: expected 8 bytes, found 1 byte at offset 5 (0x5)
//
// Stable in part: Error, Code and the errors for errors.Is. Reader and Mark are for decoders.
package wire
