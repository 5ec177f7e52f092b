// Package order has the transforms that order-preserving encodings consist of: comparing the
// encoded bytes as unsigned compares the values.
//
//	integer     big-endian two's complement, sign bit inverted
//	float       IEEE 754 bits; sign bit inverted if it is 0, else all bits
//	descending  every byte of the ascending encoding complemented
//
// Headers, terminators and escapes belong to the formats.
//
// A format appends the number that order returns:
//
//	key = binary.BigEndian.AppendUint64(key, order.Int64(n)^uint64(order.Desc))
//	stop := order.After(key) // where a scan of the keys with this prefix ends
//
// A number in both directions:
//
//	8000018f411d95a8    1714784409000 ascending
//	7ffffe70bee26a57    1714784409000 descending
//
// Stable.
package order
