// Package lexicoder reads and writes the encodings of Accumulo's lexicoders: byte strings that
// sort, as unsigned bytes, in the order of their values. Accumulo users build row keys from them.
//
//	ulong, long, date, double     see AppendULong
//	uinteger, integer, float      see AppendUInteger
//	string, text, bytes           as they are
//	uuid                          two 64-bit halves, big-endian, each sign bit flipped
//	biginteger                    see AppendBigInteger
//	reverse(X)                    NOT(escape(X)) ff
//	pair(A, B)                    escape(A) 00 escape(B)
//	list(X)                       escaped elements, 00 between them; never empty
//	sequence(X)                   escaped elements, 00 after each
//
// escape replaces 00 by 01 01 and 01 by 01 02, so no 00 remains. Each level of nesting escapes once
// more.
//
// Nothing in the bytes identifies the lexicoder that wrote them, so a reader needs an expression
// such as pair(string, reverse(date)). Guess only suggests one.
//
// Order: as the values; floats by IEEE total order of their bits (NaNs with the sign bit set come
// first), text by code point, uuids as signed halves.
//
// Source: runs of org.apache.accumulo.core.client.lexicoder of accumulo-core 2.1.3.
// Spec: docs/formats/lexicoders.md.
//
// An expression describes the encoding:
//
//	l, err := lexicoder.Parse(value.Of("pair(string, reverse(date))"))
//	if err != nil {
//		return err
//	}
//	key := lexicoder.ItemsValue(lexicoder.StringValue("ada"), lexicoder.SignedValue(1714658400000))
//	b, err := l.Append(nil, &key)
//
//	var back lexicoder.Value
//	err = l.Decode(b, &back)
//	fmt.Println(string(l.AppendText(nil, &back))) // ["ada", 2024-05-02T14:00:00Z]
//
// Its bytes:
//
//	616461                          "ada"; no byte to escape
//	00                              between the two of a pair
//	f77ffefefefd70c66528fefeff      the date: 00 and 01 escaped, complemented, then ff
//
// Stable.
package lexicoder
