// Package actionbase reads and writes the rows of Actionbase: edges with their
// states, indexes, counts, locks, groups and caches, in HBase, and its metadata
// rows in SQL.
//
// Every field of a row describes itself: one header byte says type and sort
// order, then comes a fixed body or text with a terminator. There is no length
// prefix anywhere.
//
//	type     asc  desc  body (ascending; descending: every byte complemented)
//	null     05   fa    -
//	byte     29   d6    1 byte, sign bit inverted
//	short    2a   d5    2 bytes big-endian, sign bit inverted
//	int      2b   d4    4 bytes big-endian, sign bit inverted
//	long     2c   d3    8 bytes big-endian, sign bit inverted
//	float    30   cf    4 bytes, IEEE bits in order form
//	double   31   ce    8 bytes, IEEE bits in order form
//	json     32   cd    compact JSON, UTF-8, then 00
//	string   34   cb    UTF-8 without U+0000, then 00
//	false    35   ca    -
//	true     36   c9    -
//
// Order: compared as unsigned bytes, ascending encodings sort null < byte < short
// < int < long < float < double < json < string < false < true, and inside a type
// by value, text by code point. Descending is exactly the reverse.
//
// Upstream is kakao/actionbase at commit 159ffa5; its second and third
// generations (v2, v3) write the same bytes and differ in which rows one mutation writes and in
// what their readers tolerate. Spec: docs/formats/actionbase.md.
//
// Decoding a row key, and encoding it again:
//
//	var key actionbase.EdgeStateKey
//	if err := actionbase.DecodeEdgeStateKey(row, &key); err != nil {
//		return err
//	}
//	fmt.Println(key.Source, key.Target, key.Table == actionbase.Code("social.user_likes"))
//
//	key.Target = actionbase.LongValue(77)
//	row, err := actionbase.AppendEdgeStateKey(row[:0], &key) // computes the salt
//
// It prints 1001 a\b"c true, from these bytes:
//
//	2b5503ef 2c80000000000003e9 2ba95c6311 297d 34615c62226300
//	salt     source 1001        table      type target "a\b\"c"
//
// Stable.
package actionbase
